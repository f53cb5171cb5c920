// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

/// Work in chunks that may run in any order, on any thread.
public interface Job {
    /// Runs one chunk.
    ///
    /// @param chunk from 0
    /// @param worker which thread this is, 0 for the caller's
    void run(int chunk, int worker);
}
