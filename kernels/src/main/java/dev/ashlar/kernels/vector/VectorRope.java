// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static java.lang.Math.fma;

import dev.ashlar.kernels.scalar.RopeAngles;
import dev.ashlar.kernels.scalar.Trig;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;

/// Rotates pairs of every head by [RopeAngles]. Sines and cosines of a row are put into scratch memory, for all
/// heads. A unit is a row.
///
/// 512 rows of 32 heads of 64, 4.8 G elements/s a core, of 12 heads 1.4, where sines and cosines take most of
/// the time; the scalar kernel 0.55 and 0.8 (EPYC 4th generation, 512 bits, JDK 25.0.3, 2026-11-30).
final class VectorRope implements Kernel {
    private static final long LOW = 0xffffffffL;

    private final RopeAngles angles;
    private final int headSize;
    private final int dims;

    VectorRope(Signature signature) {
        angles = new RopeAngles(signature);
        headSize = angles.headSize();
        dims = angles.dims();
    }

    @Override
    public int units(KernelCall call) {
        return call.rows(0);
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return 8L * dims;
    }

    @Override
    public long work(KernelCall call) {
        return call.elements(0);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int size = call.dim(0, 1);
        for (int row = from; row < to; row++) {
            long x = call.address(0) + 4L * size * row;
            long y = call.result() + 4L * size * row;
            turns(call, row, scratch);
            for (int head = 0; head < size; head += headSize) {
                if (angles.isNeox()) {
                    rotateHalves(x + 4L * head, y + 4L * head, scratch);
                } else {
                    rotateNeighbours(x + 4L * head, y + 4L * head, scratch);
                }
                copyRest(x + 4L * head, y + 4L * head);
            }
        }
    }

    /// Puts down what the first element of each pair is multiplied by, and behind it what the second is:
    /// `cos, sin` and `-sin, cos` for neighbours, all cosines and all sines for halves.
    private void turns(KernelCall call, int row, long scratch) {
        for (int i = 0; i < dims / 2; i++) {
            double angle = angles.angle(call, row, i);
            float cosine = (float) Trig.cos(angle);
            float sine = (float) Trig.sin(angle);
            if (angles.isNeox()) {
                Memory.putF32(scratch + 4L * i, cosine);
                Memory.putF32(scratch + 4L * (dims + i), sine);
            } else {
                Memory.putF32(scratch + 8L * i, cosine);
                Memory.putF32(scratch + 8L * i + 4, sine);
                Memory.putF32(scratch + 4L * dims + 8L * i, -sine);
                Memory.putF32(scratch + 4L * dims + 8L * i + 4, cosine);
            }
        }
    }

    /// Takes pairs as integers of 64 bits, to have the first element, or the second, in both places.
    private void rotateNeighbours(long x, long y, long scratch) {
        long second = scratch + 4L * dims;
        int whole = dims - dims % Width.FLOAT_LANES;
        for (int i = 0; i < whole; i += Width.FLOAT_LANES) {
            LongVector pairs = LongVector.fromMemorySegment(Width.LONGS, Memory.ALL, x + 4L * i, Width.ORDER);
            FloatVector a =
                    pairs.and(LOW).or(pairs.lanewise(VectorOperators.LSHL, 32)).reinterpretAsFloats();
            FloatVector b =
                    pairs.and(~LOW).or(pairs.lanewise(VectorOperators.LSHR, 32)).reinterpretAsFloats();
            a.fma(Width.floats(scratch + 4L * i), b.mul(Width.floats(second + 4L * i)))
                    .intoMemorySegment(Memory.ALL, y + 4L * i, Width.ORDER);
        }
        for (int i = whole; i < dims; i += 2) {
            rotate(x + 4L * i, y + 4L * i, 4, Memory.f32(scratch + 4L * i), Memory.f32(scratch + 4L * i + 4));
        }
    }

    private void rotateHalves(long x, long y, long scratch) {
        long half = 2L * dims;
        int pairs = dims / 2;
        int whole = pairs - pairs % Width.FLOAT_LANES;
        for (int i = 0; i < whole; i += Width.FLOAT_LANES) {
            FloatVector cosine = Width.floats(scratch + 4L * i);
            FloatVector sine = Width.floats(scratch + 2 * half + 4L * i);
            FloatVector a = Width.floats(x + 4L * i);
            FloatVector b = Width.floats(x + half + 4L * i);
            a.fma(cosine, b.mul(sine).neg()).intoMemorySegment(Memory.ALL, y + 4L * i, Width.ORDER);
            a.fma(sine, b.mul(cosine)).intoMemorySegment(Memory.ALL, y + half + 4L * i, Width.ORDER);
        }
        for (int i = whole; i < pairs; i++) {
            rotate(x + 4L * i, y + 4L * i, half, Memory.f32(scratch + 4L * i), Memory.f32(scratch + 4L * (dims + i)));
        }
    }

    private static void rotate(long x, long y, long distance, float cosine, float sine) {
        float a = Memory.f32(x);
        float b = Memory.f32(x + distance);
        Memory.putF32(y, fma(a, cosine, -(b * sine)));
        Memory.putF32(y + distance, fma(a, sine, b * cosine));
    }

    private void copyRest(long x, long y) {
        for (int i = dims; i < headSize; i++) {
            Memory.putF32(y + 4L * i, Memory.f32(x + 4L * i));
        }
    }
}
