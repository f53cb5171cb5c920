// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.kernels.scalar.AttentionLoops;
import dev.ashlar.kernels.scalar.Dot;
import dev.ashlar.kernels.scalar.Softmax;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;
import java.util.Optional;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/// The loops of attention with vectors of eight floats, whose lanes are the eight partial sums of the exact order.
///
/// Measured (2-core AVX2 machine under load, Graal 25.0.3 in partial evaluation, November 2026): 6.8 G multiply-adds a
/// second against 1.3 to 1.9 of the scalar loops. Exponentials stay scalar: this compiler does not intrinsify all
/// vector
/// operations that they need, and one that it does not makes every vector an object.
final class VectorAttentionLoops implements AttentionLoops {
    private static final int LANES = 8;
    private static final long BYTES = 4L * LANES;
    private static final int SIGN_AND_MAGNITUDE = 0x8fffe000;
    private static final int HALF_EXPONENT = 0x7c00;
    private static final int FLOAT_EXPONENT = 0x7f800000;
    private static final float HALF_TO_FLOAT = 0x1p112f;

    /// Returns why a signature is refused: vectors of eight floats are needed, and heads that they divide.
    static Optional<String> refusal(Signature signature) {
        if (Width.FLOATS.vectorBitSize() < 8 * BYTES) {
            return Optional.of("needs vectors of 256 bits");
        }
        long width = signature.operand(0).dim(-1);
        long heads = signature.attributes().integer("heads");
        boolean whole = width != OperandType.DYNAMIC && width / heads % LANES == 0;
        return whole ? Optional.empty() : Optional.of("needs heads of a known multiple of 8 elements");
    }

    private static FloatVector load(long address) {
        return FloatVector.fromMemorySegment(FloatVector.SPECIES_256, Memory.ALL, address, Width.ORDER);
    }

    @Override
    public void widen(long src, long dst, int count) {
        for (int i = 0; i < count; i += LANES) {
            IntVector bits = (IntVector)
                    ShortVector.fromMemorySegment(ShortVector.SPECIES_128, Memory.ALL, src + 2L * i, Width.ORDER)
                            .convertShape(VectorOperators.S2I, IntVector.SPECIES_256, 0);
            IntVector wide = bits.lanewise(VectorOperators.LSHL, 13)
                    .and(SIGN_AND_MAGNITUDE)
                    .reinterpretAsFloats()
                    .mul(HALF_TO_FLOAT)
                    .reinterpretAsInts();
            VectorMask<Integer> infinite = bits.and(HALF_EXPONENT).compare(VectorOperators.EQ, HALF_EXPONENT);
            wide.blend(wide.or(FLOAT_EXPONENT), infinite)
                    .reinterpretAsFloats()
                    .intoMemorySegment(Memory.ALL, dst + 4L * i, Width.ORDER);
        }
    }

    @Override
    public void score(long query, long keys, long stride, int count, int size, float scale, long scores, long scratch) {
        int s = 0;
        for (; s + 4 <= count; s += 4) {
            long row = keys + s * stride;
            FloatVector a = FloatVector.zero(FloatVector.SPECIES_256);
            FloatVector b = a;
            FloatVector c = a;
            FloatVector d = a;
            for (long at = 0; at < 4L * size; at += BYTES) {
                FloatVector q = load(query + at);
                a = q.fma(load(row + at), a);
                b = q.fma(load(row + stride + at), b);
                c = q.fma(load(row + 2 * stride + at), c);
                d = q.fma(load(row + 3 * stride + at), d);
            }
            a.intoMemorySegment(Memory.ALL, scratch, Width.ORDER);
            Memory.putF32(scores + 4L * s, tree(scratch) * scale);
            b.intoMemorySegment(Memory.ALL, scratch, Width.ORDER);
            Memory.putF32(scores + 4L * s + 4, tree(scratch) * scale);
            c.intoMemorySegment(Memory.ALL, scratch, Width.ORDER);
            Memory.putF32(scores + 4L * s + 8, tree(scratch) * scale);
            d.intoMemorySegment(Memory.ALL, scratch, Width.ORDER);
            Memory.putF32(scores + 4L * s + 12, tree(scratch) * scale);
        }
        for (; s < count; s++) {
            Memory.putF32(scores + 4L * s, Dot.f32(query, keys + s * stride, size) * scale);
        }
    }

    private static float tree(long sums) {
        return ((Memory.f32(sums) + Memory.f32(sums + 16)) + (Memory.f32(sums + 8) + Memory.f32(sums + 24)))
                + ((Memory.f32(sums + 4) + Memory.f32(sums + 20)) + (Memory.f32(sums + 12) + Memory.f32(sums + 28)));
    }

    @Override
    public float exponentials(long scores, int count, long scratch) {
        return Softmax.exponentials(scores, scores, count);
    }

    @Override
    public void weigh(long weights, long values, long stride, int count, long y, int size) {
        long at = 0;
        for (; at + 4 * BYTES <= 4L * size; at += 4 * BYTES) {
            FloatVector a = load(y + at);
            FloatVector b = load(y + at + BYTES);
            FloatVector c = load(y + at + 2 * BYTES);
            FloatVector d = load(y + at + 3 * BYTES);
            for (int s = 0; s < count; s++) {
                long row = values + s * stride + at;
                FloatVector weight = FloatVector.broadcast(FloatVector.SPECIES_256, Memory.f32(weights + 4L * s));
                a = weight.fma(load(row), a);
                b = weight.fma(load(row + BYTES), b);
                c = weight.fma(load(row + 2 * BYTES), c);
                d = weight.fma(load(row + 3 * BYTES), d);
            }
            a.intoMemorySegment(Memory.ALL, y + at, Width.ORDER);
            b.intoMemorySegment(Memory.ALL, y + at + BYTES, Width.ORDER);
            c.intoMemorySegment(Memory.ALL, y + at + 2 * BYTES, Width.ORDER);
            d.intoMemorySegment(Memory.ALL, y + at + 3 * BYTES, Width.ORDER);
        }
        for (; at < 4L * size; at += BYTES) {
            FloatVector sum = load(y + at);
            for (int s = 0; s < count; s++) {
                FloatVector weight = FloatVector.broadcast(FloatVector.SPECIES_256, Memory.f32(weights + 4L * s));
                sum = weight.fma(load(values + s * stride + at), sum);
            }
            sum.intoMemorySegment(Memory.ALL, y + at, Width.ORDER);
        }
    }
}
