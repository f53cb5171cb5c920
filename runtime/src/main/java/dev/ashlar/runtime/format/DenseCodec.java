// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// The codec of a format whose block is one element; it also encodes.
///
/// @param reader reads one element
/// @param writer writes one element
record DenseCodec(Reader reader, Writer writer) implements ElementCodec {
    static final DenseCodec F32 = new DenseCodec(LittleEndian::f32, LittleEndian::putF32);
    static final DenseCodec F64 = new DenseCodec(
            (src, at) -> (float) LittleEndian.f64(src, at), (dst, at, v) -> LittleEndian.putF64(dst, at, v));
    static final DenseCodec F16 = new DenseCodec(
            LittleEndian::f16, (dst, at, value) -> LittleEndian.putI16(dst, at, Float.floatToFloat16(value)));
    static final DenseCodec BF16 = new DenseCodec(
            (src, at) -> Float.intBitsToFloat(LittleEndian.u16(src, at) << 16),
            (dst, at, value) -> LittleEndian.putI16(dst, at, bfloat16(value)));
    static final DenseCodec I8 = new DenseCodec(
            LittleEndian::i8,
            (dst, at, v) -> LittleEndian.putI8(dst, at, (int) whole(v, Byte.MIN_VALUE, Byte.MAX_VALUE)));
    static final DenseCodec I16 = new DenseCodec(
            LittleEndian::i16,
            (dst, at, v) -> LittleEndian.putI16(dst, at, (int) whole(v, Short.MIN_VALUE, Short.MAX_VALUE)));
    static final DenseCodec I32 = new DenseCodec(
            LittleEndian::i32,
            (dst, at, v) -> LittleEndian.putI32(dst, at, (int) whole(v, Integer.MIN_VALUE, Integer.MAX_VALUE)));
    static final DenseCodec I64 = new DenseCodec(
            LittleEndian::i64, (dst, at, v) -> LittleEndian.putI64(dst, at, whole(v, Long.MIN_VALUE, Long.MAX_VALUE)));

    @Override
    public void decode(MemorySegment src, long offsetBytes, float[] dst, int dstOffset) {
        dst[dstOffset] = reader.read(src, offsetBytes);
    }

    @Override
    public void encode(float value, MemorySegment dst, long offsetBytes) {
        writer.write(dst, offsetBytes, value);
    }

    /// Rounds to the upper 16 bits, ties to even; a NaN stays one.
    private static int bfloat16(float value) {
        int bits = Float.floatToRawIntBits(value);
        if (Float.isNaN(value)) {
            return bits >>> 16 | 0x40;
        }
        return bits + 0x7fff + (bits >>> 16 & 1) >>> 16;
    }

    private static long whole(float value, long least, long greatest) {
        if (value != Math.rint(value) || value < least || value > greatest) {
            throw new IllegalArgumentException(
                    "value %s is no whole number in %d to %d".formatted(value, least, greatest));
        }
        return (long) value;
    }

    interface Reader {
        float read(MemorySegment src, long offsetBytes);
    }

    interface Writer {
        void write(MemorySegment dst, long offsetBytes, float value);
    }
}
