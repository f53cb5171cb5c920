// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import java.util.Locale;

/// Why generation stopped.
public enum StopReason {
    /// The wanted number of tokens is there.
    MAX_TOKENS,
    /// The model ended the text.
    END_OF_TEXT,
    /// The context has no room for another token.
    CONTEXT_FULL,
    /// The listener did not want more.
    LISTENER,
    /// A [CancellationToken] was cancelled, or the thread interrupted.
    CANCELLED;

    /// Returns the name for output.
    ///
    /// @return lower case
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
