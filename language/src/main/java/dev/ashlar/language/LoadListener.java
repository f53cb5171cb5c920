// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

/// Is told how far the weights of a module are loaded, on the thread that loads them.
interface LoadListener {
    /// Tells nobody.
    LoadListener NONE = (done, total) -> {};

    /// Some more is done.
    ///
    /// @param doneBytes how much
    /// @param totalBytes of how much
    void at(long doneBytes, long totalBytes);
}
