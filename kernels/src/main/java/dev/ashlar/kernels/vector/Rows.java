// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.offset;

import dev.ashlar.runtime.memory.Memory;

/// Rows of numbers that attention copies, widens or rounds.
final class Rows {
    private Rows() {}

    /// Writes numbers rounded to the precision of the cache.
    static void roundHalves(long src, int size, long dst) {
        for (int i = 0; i < size; i += Width.FLOAT_LANES) {
            Width.nearestHalves(Width.floats(src + 4L * i)).intoMemorySegment(Memory.ALL, dst + 4L * i, Width.ORDER);
        }
    }

    static void roundProbabilities(long weights, int count, float factor) {
        int whole = count - count % Width.FLOAT_LANES;
        for (int s = 0; s < whole; s += Width.FLOAT_LANES) {
            Width.roundToHalf(Width.floats(weights + 4L * s).mul(factor))
                    .intoMemorySegment(Memory.ALL, weights + 4L * s, Width.ORDER);
        }
        for (int s = whole; s < count; s++) {
            float value = Memory.f32(weights + 4L * s) * factor;
            Memory.putF32(weights + 4L * s, Float.float16ToFloat(Float.floatToFloat16(value)));
        }
    }

    static void widenHalves(long src, int size, long dst) {
        long from = bounded(src);
        long to = bounded(dst);
        for (int i = 0; i < size; i += Width.FLOAT_LANES) {
            long at = offset(2 * i);
            Width.halves(from + at).intoMemorySegment(Memory.ALL, to + 2 * at, Width.ORDER);
        }
    }

    /// Copies a multiple of 32 bytes. Halves are copied before they are widened, because these are the fewest
    /// instructions for a byte: so the machine waits for more lines of memory at once.
    static void copy(long src, long bytes, long dst) {
        long from = bounded(src);
        long to = bounded(dst);
        int end = (int) bytes;
        for (int i = 0; i < end; i += 4 * EightSums.LANES) {
            EightSums.store(EightSums.load(from + offset(i)), to + offset(i));
        }
    }
}
