// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.runtime.memory.Memory;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/// The vectors of this machine, and the few loads and conversions that kernels share.
///
/// Species are static constants, because a species that is no constant of the compiler makes every vector an
/// object; another width is tested in a JVM of its own (`-XX:MaxVectorSize=16`). The methods that take or
/// return vectors are small enough to be inlined always, by C2 as in partial evaluation.
final class Width {
    /// Vectors of the preferred size.
    static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;

    static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
    static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
    static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
    static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;

    /// Vectors of half the size: as many bytes as [#SHORTS] has lanes, as many shorts as [#INTS] has.
    static final VectorSpecies<Byte> HALF_BYTES =
            VectorSpecies.of(byte.class, VectorShape.forBitSize(SHORTS.vectorBitSize() / 2));

    static final VectorSpecies<Short> HALF_SHORTS =
            VectorSpecies.of(short.class, VectorShape.forBitSize(SHORTS.vectorBitSize() / 2));

    private static final VectorSpecies<Integer> HALF_INTS =
            VectorSpecies.of(int.class, VectorShape.forBitSize(SHORTS.vectorBitSize() / 2));

    /// As many bytes as [#INTS] has lanes, or more, since no vector is smaller.
    private static final VectorSpecies<Byte> QUARTER_BYTES =
            VectorSpecies.of(byte.class, VectorShape.forBitSize(Math.max(64, SHORTS.vectorBitSize() / 4)));

    /// 1.5 * 2^23: adding it rounds a small number to a whole one, ties to even.
    static final float ROUNDER = 12582912f;

    /// Lanes of [#SHORTS].
    static final int LANES = SHORTS.length();

    /// Lanes of [#FLOATS] and [#INTS].
    static final int FLOAT_LANES = FLOATS.length();

    static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    static final int SIGN_AND_MAGNITUDE = 0x8fffe000;
    private static final int HALF_EXPONENT = 0x7c00;
    private static final int FLOAT_EXPONENT = 0x7f800000;
    private static final float HALF_TO_FLOAT = 0x1p112f;
    private static final float SMALLEST_NORMAL_HALF = 0x1p-14f;

    /// The least number that rounds to infinity.
    private static final float HALF_OVERFLOW = 65520f;

    private Width() {}

    /// Returns an address, known not to be huge: where a compiler sees that an offset added to it does not
    /// overflow, an access needs no check against the bounds of the memory, which is a comparison and a
    /// branch.
    static long bounded(long address) {
        return address & Long.MAX_VALUE >> 1;
    }

    /// Returns an offset in bytes, known not to be negative; see [#bounded].
    static long offset(int bytes) {
        return bytes & Integer.MAX_VALUE;
    }

    /// Loads bytes as numbers from 0 to 255.
    static ShortVector unsignedBytes(long address) {
        return (ShortVector) ByteVector.fromMemorySegment(HALF_BYTES, Memory.ALL, address, ORDER)
                .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
    }

    /// Loads bytes as numbers from -128 to 127.
    static ShortVector signedBytes(long address) {
        return (ShortVector) ByteVector.fromMemorySegment(HALF_BYTES, Memory.ALL, address, ORDER)
                .convertShape(VectorOperators.B2S, SHORTS, 0);
    }

    static ShortVector shorts(long address) {
        return ShortVector.fromMemorySegment(SHORTS, Memory.ALL, address, ORDER);
    }

    static FloatVector floats(long address) {
        return FloatVector.fromMemorySegment(FLOATS, Memory.ALL, address, ORDER);
    }

    static IntVector ints(long address) {
        return IntVector.fromMemorySegment(INTS, Memory.ALL, address, ORDER);
    }

    /// Widens the first (part 0) or second (part 1) half of a vector.
    static IntVector widen(ShortVector vector, int part) {
        return (IntVector) vector.convertShape(VectorOperators.S2I, INTS, part);
    }

    static FloatVector toFloats(IntVector vector) {
        return (FloatVector) vector.convertShape(VectorOperators.I2F, FLOATS, 0);
    }

    /// Returns the whole numbers of what [#ROUNDER] was added to. Partial evaluation has no instruction for the
    /// conversion of floats to integers; their bits differ from those of the rounder by the number.
    static IntVector rounded(FloatVector shifted) {
        return shifted.reinterpretAsInts().sub(Float.floatToRawIntBits(ROUNDER));
    }

    /// Loads shorts as integers.
    static IntVector widenedShorts(long address) {
        return (IntVector) ShortVector.fromMemorySegment(HALF_SHORTS, Memory.ALL, address, ORDER)
                .convertShape(VectorOperators.S2I, INTS, 0);
    }

    /// Loads bytes from -128 to 127 as floats; reads 8 bytes where fewer would do.
    static FloatVector bytesToFloats(long address) {
        return toFloats((IntVector) ByteVector.fromMemorySegment(QUARTER_BYTES, Memory.ALL, address, ORDER)
                .convertShape(VectorOperators.B2I, INTS, 0));
    }

    /// Loads half-precision floats, widened exactly: the sign and the other bits are moved to where a float
    /// has them, and a multiplication adds the difference of the biases, of subnormal numbers too.
    static FloatVector halves(long address) {
        return halves(widenedShorts(address));
    }

    /// Widens half-precision floats in integers with their sign.
    private static FloatVector halves(IntVector bits) {
        IntVector wide = bits.lanewise(VectorOperators.LSHL, 13)
                .and(SIGN_AND_MAGNITUDE)
                .reinterpretAsFloats()
                .mul(HALF_TO_FLOAT)
                .reinterpretAsInts();
        VectorMask<Integer> infinite = bits.and(HALF_EXPONENT).compare(VectorOperators.EQ, HALF_EXPONENT);
        return wide.blend(wide.or(FLOAT_EXPONENT), infinite).reinterpretAsFloats();
    }

    /// Widens one of two half-precision floats in every integer, as [#halves(long)] does.
    ///
    /// @param shift 16 for the lower one, 0 for the upper one
    static FloatVector halves(IntVector pairs, int shift) {
        return halves(pairs.lanewise(VectorOperators.LSHL, shift).lanewise(VectorOperators.ASHR, 16));
    }

    /// Returns one of two floats in every long.
    ///
    /// @param shift where its bits are
    static FloatVector everyOther(FloatVector pairs, int shift) {
        LongVector longs = pairs.reinterpretAsInts().reinterpretAsLongs().lanewise(VectorOperators.LSHR, shift);
        return ((IntVector) longs.convertShape(VectorOperators.L2I, HALF_INTS, 0)).reinterpretAsFloats();
    }

    /// Loads bfloat16 numbers, which are the upper halves of floats.
    static FloatVector upperHalves(long address) {
        return widenedShorts(address).lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats();
    }

    /// Rounds any numbers to half precision, ties to even; what is too large becomes infinite.
    static FloatVector nearestHalves(FloatVector values) {
        IntVector bits = values.reinterpretAsInts();
        FloatVector magnitude = bits.and(Integer.MAX_VALUE).reinterpretAsFloats();
        FloatVector large = magnitude.mul(0x1p127f);
        FloatVector rounded = large.blend(roundToHalf(magnitude), magnitude.compare(VectorOperators.LT, HALF_OVERFLOW));
        return rounded.reinterpretAsInts().or(bits.and(Integer.MIN_VALUE)).reinterpretAsFloats();
    }

    /// Rounds finite numbers from 0 on to half precision, ties to even: subnormal ones by an addition, others
    /// in their bits.
    static FloatVector roundToHalf(FloatVector values) {
        IntVector bits = values.reinterpretAsInts();
        IntVector odd = bits.lanewise(VectorOperators.LSHR, 13).and(1);
        FloatVector normal = bits.add(0xfff).add(odd).and(~0x1fff).reinterpretAsFloats();
        FloatVector subnormal = values.add(0.5f).sub(0.5f);
        return normal.blend(subnormal, values.compare(VectorOperators.LT, SMALLEST_NORMAL_HALF));
    }
}
