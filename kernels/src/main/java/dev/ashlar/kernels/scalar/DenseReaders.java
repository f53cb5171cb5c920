// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.memory.Memory;

/// Readers of the formats whose block is one element.
final class DenseReaders {
    private DenseReaders() {}

    /// Single precision.
    static final class F32 extends BlockReader {
        @Override
        void decode(long block, long dst, long scratch) {
            Memory.putF32(dst, Memory.f32(block));
        }
    }

    /// Half precision.
    static final class F16 extends BlockReader {
        @Override
        void decode(long block, long dst, long scratch) {
            Memory.putF32(dst, Memory.f16(block));
        }
    }

    /// The upper half of single precision.
    static final class Bf16 extends BlockReader {
        @Override
        void decode(long block, long dst, long scratch) {
            Memory.putI32(dst, Memory.i16(block) << 16);
        }
    }
}
