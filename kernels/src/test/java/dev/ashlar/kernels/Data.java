// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import dev.ashlar.runtime.format.BlockUnits;
import dev.ashlar.runtime.format.Format;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleSupplier;

/// Random bytes of tensors that decode to sensible values.
final class Data {
    private final Random random;

    Data(long seed) {
        random = new Random(seed);
    }

    /// Returns a dense tensor with standard normal values, of integers 0 to 9.
    byte[] dense(Format format, int count) {
        return dense(format, count, random::nextGaussian);
    }

    static byte[] dense(Format format, int count, DoubleSupplier values) {
        ByteBuffer bytes = ByteBuffer.allocate(count * format.blockBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            float value = (float) values.getAsDouble();
            switch (format) {
                case F32 -> bytes.putFloat(value);
                case F16 -> bytes.putShort(Float.floatToFloat16(value));
                case BF16 -> bytes.putShort((short) (Float.floatToRawIntBits(value) >>> 16));
                case I32 -> bytes.putInt((int) Math.abs(value * 3));
                default -> throw new IllegalArgumentException(format.toString());
            }
        }
        return bytes.array();
    }

    static byte[] ints(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(values);
        return bytes.array();
    }

    /// Returns a row-major weight whose values lie mostly between 0.001 and 1000.
    byte[] weight(Format format, int count) {
        if (format.isDense()) {
            return dense(format, count);
        }
        byte[] bytes = new byte[(int) format.bytesOf(count)];
        for (int at = 0; at < bytes.length; at += format.blockBytes()) {
            byte[] block = sensibleBlock(format);
            System.arraycopy(block, 0, bytes, at, block.length);
        }
        return bytes;
    }

    /// Returns a row-major weight whose f16 scales are the largest and smallest there are.
    byte[] extremeWeight(Format format, int count) {
        if (format.isDense()) {
            float[] extremes = {65504f, -65504f, 5.9604645e-8f, -5.9604645e-8f, 0f, 6.1035156e-5f, 1f};
            return dense(format, count, () -> extremes[random.nextInt(extremes.length)]);
        }
        short[] scales = {0x7bff, (short) 0xfbff, 1, (short) 0x8001, 0x400, 0, (short) 0x8000, 0x3ff};
        byte[] bytes = weight(format, count);
        for (int at = 0; at < bytes.length; at += format.blockBytes()) {
            for (BlockUnits.Run run : format.units().runs()) {
                if (run.width() == 2 && run.count() == 1) {
                    short scale = scales[random.nextInt(scales.length)];
                    bytes[at + run.offsetBytes()] = (byte) scale;
                    bytes[at + run.offsetBytes() + 1] = (byte) (scale >> 8);
                }
            }
        }
        return bytes;
    }

    /// Returns a row-major weight whose quants are the largest and smallest there are, all the same in a
    /// block, where scales are half floats, which stay as they are.
    byte[] fullWeight(Format format, int count) {
        byte[] bytes = weight(format, count);
        byte[] fills = {0, -1, 0x7f, (byte) 0x80};
        for (int at = 0; at < bytes.length && hasHalfScale(format); at += format.blockBytes()) {
            byte fill = fills[random.nextInt(fills.length)];
            for (BlockUnits.Run run : format.units().runs()) {
                if (run.width() == 1 && run.count() >= 16) {
                    int from = at + run.offsetBytes();
                    Arrays.fill(bytes, from, from + run.count(), fill);
                }
            }
        }
        return bytes;
    }

    private static boolean hasHalfScale(Format format) {
        return !format.isDense()
                && format.units().runs().stream().anyMatch(run -> run.width() == 2 && run.count() <= 2);
    }

    /// Returns rows of 1, of standard normal values and of -1 in turn: the sums of the largest activations,
    /// beside small ones.
    byte[] signs(int rows, int columns) {
        int[] at = {0};
        return dense(Format.F32, rows * columns, () -> {
            int row = at[0]++ / columns % 3;
            return row == 1 ? random.nextGaussian() : 1 - row;
        });
    }

    /// Returns rows of the same value, of either sign: sums of 16 and of 32 that are a little more than 16 bits have
    /// room for when they are multiplied with the largest quants of Q6_K and Q4_K. In each 256 one is larger, which
    /// makes the scale 1, and those beside it smaller for that.
    byte[] edges(int rows, int columns) {
        int[] at = {0};
        float[] values = {64, -64, 69, -69};
        return dense(Format.F32, rows * columns, () -> {
            int column = at[0] % columns % 256;
            float value = values[at[0]++ / columns % values.length];
            if (column == 0) {
                return 127;
            }
            return column < 16 ? Math.copySign(59, value) : value;
        });
    }

    private byte[] sensibleBlock(Format format) {
        float[] values = new float[format.blockElements()];
        while (true) {
            byte[] block = new byte[format.blockBytes()];
            random.nextBytes(block);
            for (BlockUnits.Run run : format.units().runs()) {
                if (run.width() == 2 && run.count() <= 2) {
                    for (int unit = 0; unit < run.count(); unit++) {
                        int scale = Float.floatToFloat16((random.nextFloat() + 0.1f) * (random.nextBoolean() ? 1 : -1));
                        block[run.offsetBytes() + 2 * unit] = (byte) scale;
                        block[run.offsetBytes() + 2 * unit + 1] = (byte) (scale >> 8);
                    }
                }
            }
            format.codec().decode(MemorySegment.ofArray(block), 0, values, 0);
            double largest = 0;
            boolean finite = true;
            for (float value : values) {
                largest = Math.max(largest, Math.abs(value));
                finite &= Float.isFinite(value);
            }
            if (finite && largest > 1e-3 && largest < 1e5) {
                return block;
            }
        }
    }

    /// Decodes row-major bytes.
    static double[] decode(Format format, byte[] bytes) {
        MemorySegment segment = MemorySegment.ofArray(bytes);
        int blocks = bytes.length / format.blockBytes();
        float[] block = new float[format.blockElements()];
        double[] values = new double[blocks * block.length];
        for (int b = 0; b < blocks; b++) {
            if (format == Format.I32) {
                values[b] =
                        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(4 * b);
                continue;
            }
            format.codec().decode(segment, (long) b * format.blockBytes(), block, 0);
            for (int k = 0; k < block.length; k++) {
                values[b * block.length + k] = block[k];
            }
        }
        return values;
    }
}
