// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

/// Is told how far a model is loaded, on the thread that loads it.
@FunctionalInterface
public interface LoadListener {
    /// Some more is done.
    ///
    /// @param doneBytes how much of the weights that have to be prepared
    /// @param totalBytes of how much; the same each time
    void at(long doneBytes, long totalBytes);

    /// Makes a listener that does nothing.
    ///
    /// @return the listener
    static LoadListener silent() {
        return (done, total) -> {};
    }
}
