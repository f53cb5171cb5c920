// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Readers of the formats whose block is one element.
final class DenseReaders {
    private DenseReaders() {}

    private abstract static class Dense extends BlockReader {
        abstract float element(long address);

        @Override
        final void decode(long block, long dst, long scratch) {
            Memory.putF32(dst, element(block));
        }

        @Override
        final void decodeRow(long first, long stride, int count, long dst, long scratch) {
            for (int k = 0; k < count; k++) {
                Memory.putF32(dst + 4L * k, element(first + k * stride));
            }
        }
    }

    /// Single precision.
    static final class F32 extends Dense {
        @Override
        float element(long address) {
            return Memory.f32(address);
        }
    }

    /// Half precision.
    static final class F16 extends Dense {
        @Override
        float element(long address) {
            return Memory.f16(address);
        }
    }

    /// The upper half of single precision.
    static final class Bf16 extends Dense {
        @Override
        float element(long address) {
            return Float.intBitsToFloat(Memory.i16(address) << 16);
        }
    }
}
