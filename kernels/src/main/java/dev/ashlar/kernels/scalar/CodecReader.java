// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.format.Codec;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.memory.Memory;

/// Reads any format through its codec, for formats that have no loop of their own here. Codecs fill heap arrays, so
/// this
/// reader allocates one of a block's size for every row: the one exception to the rule that kernels allocate nothing.
final class CodecReader extends BlockReader {
    private final Codec codec;
    private final int elements;

    CodecReader(Format format) {
        this.codec = format.codec();
        this.elements = format.blockElements();
    }

    @Override
    void decode(long block, long dst, long scratch) {
        decodeRow(block, 0, 1, dst, scratch);
    }

    @Override
    void decodeRow(long first, long stride, int count, long dst, long scratch) {
        float[] values = new float[elements];
        for (int b = 0; b < count; b++) {
            codec.decode(Memory.ALL, first + b * stride, values, 0);
            for (int k = 0; k < elements; k++) {
                Memory.putF32(dst + 4L * ((long) b * elements + k), values[k]);
            }
        }
    }
}
