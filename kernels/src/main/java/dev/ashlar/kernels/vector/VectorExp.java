// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.kernels.scalar.Exp;
import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/// The vector twin of [Exp#exp]: the same operations in the same order, so the same bits.
final class VectorExp {
    private static final float LOG2_E = 1.44269504f;
    private static final float LN2_HIGH = 0.693145752f;
    private static final float LN2_LOW = 1.42860677e-6f;
    private static final float LARGEST = 89f;
    private static final float SMALLEST = -104f;

    private VectorExp() {}

    static FloatVector exp(FloatVector x) {
        FloatVector bounded = x.max(SMALLEST).min(LARGEST);
        FloatVector rounder = FloatVector.broadcast(Width.FLOATS, Width.ROUNDER);
        FloatVector shifted = bounded.fma(FloatVector.broadcast(Width.FLOATS, LOG2_E), rounder);
        FloatVector n = shifted.sub(rounder);
        FloatVector r = n.fma(FloatVector.broadcast(Width.FLOATS, -LN2_HIGH), bounded);
        r = n.fma(FloatVector.broadcast(Width.FLOATS, -LN2_LOW), r);
        FloatVector p = FloatVector.broadcast(Width.FLOATS, 1.9875691500E-4f);
        p = p.fma(r, FloatVector.broadcast(Width.FLOATS, 1.3981999507E-3f));
        p = p.fma(r, FloatVector.broadcast(Width.FLOATS, 8.3334519073E-3f));
        p = p.fma(r, FloatVector.broadcast(Width.FLOATS, 4.1665795894E-2f));
        p = p.fma(r, FloatVector.broadcast(Width.FLOATS, 1.6666665459E-1f));
        p = p.fma(r, FloatVector.broadcast(Width.FLOATS, 5.0000001201E-1f));
        p = p.fma(r.mul(r), r).add(1f);
        IntVector exponent = Width.rounded(shifted);
        IntVector half = exponent.lanewise(VectorOperators.ASHR, 1);
        return p.mul(power(half)).mul(power(exponent.sub(half)));
    }

    private static FloatVector power(IntVector exponent) {
        return exponent.add(127).lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
    }

    /// Writes `x / (1 + e^-x)`.
    static FloatVector silu(FloatVector x) {
        return x.div(exp(x.neg()).add(1f));
    }

    /// Returns the tanh form of GELU; see [Exp#gelu].
    static FloatVector gelu(FloatVector x) {
        FloatVector inner =
                x.mul(x).fma(FloatVector.broadcast(Width.FLOATS, 0.044715f), FloatVector.broadcast(Width.FLOATS, 1f));
        return x.div(exp(x.mul(inner).mul(-1.5957691216f)).add(1f));
    }

    /// Replaces scores by `exp(score - largest)` and returns their sum in the exact order.
    ///
    /// @param scores `f32[count]`
    /// @param sums [EightSums#BYTES] of scratch, or one vector if that is more
    static float exponentials(long scores, int count, long sums) {
        int whole = count - count % Width.FLOAT_LANES;
        float largest = Float.NEGATIVE_INFINITY;
        if (whole > 0) {
            FloatVector max = Width.floats(scores);
            for (int s = Width.FLOAT_LANES; s < whole; s += Width.FLOAT_LANES) {
                max = max.max(Width.floats(scores + 4L * s));
            }
            max.intoMemorySegment(Memory.ALL, sums, Width.ORDER);
            for (int lane = 0; lane < Width.FLOAT_LANES; lane++) {
                largest = Math.max(largest, Memory.f32(sums + 4L * lane));
            }
        }
        for (int s = whole; s < count; s++) {
            largest = Math.max(largest, Memory.f32(scores + 4L * s));
        }
        for (int s = 0; s < whole; s += Width.FLOAT_LANES) {
            exp(Width.floats(scores + 4L * s).sub(largest)).intoMemorySegment(Memory.ALL, scores + 4L * s, Width.ORDER);
        }
        for (int s = whole; s < count; s++) {
            Memory.putF32(scores + 4L * s, Exp.exp(Memory.f32(scores + 4L * s) - largest));
        }
        return EightSums.sum(scores, count, sums);
    }
}
