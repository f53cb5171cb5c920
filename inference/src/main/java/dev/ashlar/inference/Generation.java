// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import java.util.List;

/// What a model generated.
///
/// @param promptTokens the ids that were appended to the session before generation
/// @param tokens the chosen ids, the one that ended the text included
/// @param text what the tokens say; empty when the model has no tokenizer
/// @param stopReason why it ended
/// @param timings how long it took
public record Generation(
        List<Integer> promptTokens, List<Integer> tokens, String text, StopReason stopReason, Timings timings) {
    /// Copies the lists.
    public Generation {
        promptTokens = List.copyOf(promptTokens);
        tokens = List.copyOf(tokens);
    }
}
