// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// Decodes the blocks of one [Format]. Stateless; adding a format costs one codec and one row in [Format].
public interface Codec {
    /// Decodes one block, bit for bit as ggml's `to_float` does.
    ///
    /// @param src storage that holds the block; read only
    /// @param offsetBytes where the block begins in `src`; need not be aligned
    /// @param dst receives as many values as the format's block has elements
    /// @param dstOffset index in `dst` of the first value
    void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset);
}
