// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/// The tokens that have a part to play, and where they are added.
///
/// @param beginning starts a text
/// @param end ends a text
/// @param unknown stands for what cannot be spelled
/// @param front what [EncodeOption#ADD_SPECIAL] puts before a text
/// @param back what [EncodeOption#ADD_SPECIAL] puts behind a text
/// @param endOfText generation stops at any of these
public record SpecialTokens(
        OptionalInt beginning,
        OptionalInt end,
        OptionalInt unknown,
        List<Integer> front,
        List<Integer> back,
        Set<Integer> endOfText) {
    /// Copies the collections.
    public SpecialTokens {
        front = List.copyOf(front);
        back = List.copyOf(back);
        endOfText = Set.copyOf(endOfText);
    }
}
