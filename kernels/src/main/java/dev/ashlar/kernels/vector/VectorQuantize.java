// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/// Quantizes activations to Q8_0 or Q8_K. A unit is a block.
///
/// Q8_0 2.5 G elements/s a core, Q8_K 1.2; the scalar kernels 0.4 and 0.5 (EPYC 4th generation, 512 bits, JDK 25.0.3,
/// 2026-11-29).
final class VectorQuantize implements Kernel {
    private static final int INFINITY = 0x7f800000;

    private final boolean superBlock;
    private final int elements;
    private final int bytes;

    VectorQuantize(Signature signature) {
        Format format = signature.result().format();
        superBlock = format == Format.Q8_K;
        elements = format.blockElements();
        bytes = format.blockBytes();
    }

    @Override
    public int units(KernelCall call) {
        return call.elements(0) / elements;
    }

    /// One vector of sixteen-bit numbers or of largest magnitudes.
    @Override
    public long scratchBytes(KernelCall call) {
        return 2L * 256 + 4L * Width.FLOAT_LANES;
    }

    @Override
    public long work(KernelCall call) {
        return call.elements(0);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        for (int unit = from; unit < to; unit++) {
            long x = call.address(0) + 4L * elements * unit;
            long dst = call.result() + (long) bytes * unit;
            if (superBlock) {
                block256(x, dst, scratch);
            } else {
                block32(x, dst, scratch);
            }
        }
    }

    private static void block32(long x, long dst, long scratch) {
        float largest = Float.intBitsToFloat(largest(x, 32, scratch));
        Memory.putF16(dst, largest / 127f);
        quantize(x, 32, largest != 0f ? 127f / largest : 0f, dst + 2, scratch);
    }

    private static void block256(long x, long dst, long scratch) {
        float extreme = extreme(x, largest(x, 256, scratch));
        float scale = extreme != 0f ? -127f / extreme : 0f;
        Memory.putF32(dst, extreme != 0f ? 1f / scale : 0f);
        quantize(x, 256, scale, dst + 4, scratch);
        for (int group = 0; group < 16; group++) {
            int sum = 0;
            for (int k = 0; k < 16; k++) {
                sum += Memory.i16(scratch + 32L * group + 2L * k);
            }
            Memory.putI16(dst + 260 + 2L * group, (short) sum);
        }
    }

    /// Returns the bits of the largest magnitude: bits of positive floats are in the order of the floats.
    private static int largest(long x, int count, long scratch) {
        IntVector max = IntVector.zero(Width.INTS);
        for (int k = 0; k < count; k += Width.FLOAT_LANES) {
            max = max.max(Width.ints(x + 4L * k).and(Integer.MAX_VALUE));
        }
        max.intoMemorySegment(Memory.ALL, scratch, Width.ORDER);
        int largest = 0;
        for (int lane = 0; lane < Width.FLOAT_LANES; lane++) {
            largest = Math.max(largest, Memory.i32(scratch + 4L * lane));
        }
        return largest;
    }

    /// Returns the first element of the largest magnitude, with its sign.
    private static float extreme(long x, int largest) {
        if (largest <= INFINITY) {
            for (int k = 0; k < 256; k++) {
                if ((Memory.i32(x + 4L * k) & Integer.MAX_VALUE) == largest) {
                    return Memory.f32(x + 4L * k);
                }
            }
        }
        float extreme = 0f;
        for (int k = 0; k < 256; k++) {
            float value = Memory.f32(x + 4L * k);
            extreme = Math.abs(value) > Math.abs(extreme) ? value : extreme;
        }
        return extreme;
    }

    /// Writes whole numbers as bytes, and as shorts to the scratch; 0 for what is not finite.
    private static void quantize(long x, int count, float scale, long dst, long scratch) {
        for (int k = 0; k < count; k += Width.FLOAT_LANES) {
            FloatVector shifted = Width.floats(x + 4L * k).mul(scale).add(Width.ROUNDER);
            IntVector quants = Width.rounded(shifted);
            VectorMask<Integer> notFinite = quants.abs().compare(VectorOperators.GT, 255);
            quants.min(127)
                    .blend(0, notFinite)
                    .convertShape(VectorOperators.I2S, Width.HALF_SHORTS, 0)
                    .reinterpretAsShorts()
                    .intoMemorySegment(Memory.ALL, scratch + 2L * k, Width.ORDER);
        }
        for (int k = 0; k < count; k += Width.LANES) {
            ShortVector quants = Width.shorts(scratch + 2L * k);
            ((ByteVector) quants.convertShape(VectorOperators.S2B, Width.HALF_BYTES, 0))
                    .intoMemorySegment(Memory.ALL, dst + k, Width.ORDER);
        }
    }
}
