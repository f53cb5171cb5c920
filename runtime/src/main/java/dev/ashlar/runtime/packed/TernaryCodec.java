// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.packed;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.quantize.BlockQuantizer;
import dev.ashlar.runtime.quantize.Quantizers;
import dev.ashlar.runtime.tensor.TensorView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Optional;

/// Ternary weights with one scale for the whole tensor, as BitNet b1.58 defines them, in the blocks of TQ1_0 and TQ2_0.
///
/// A weight is `scale * digit` with digits -1, 0 and 1; every block repeats the scale. What it writes is row-major.
public final class TernaryCodec {
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final short ONE = 0x3c00;

    private TernaryCodec() {}

    /// Returns the scale that BitNet b1.58 gives a tensor: the mean of its magnitudes.
    ///
    /// @param weights finite values
    /// @return 0 for a tensor of zeros
    public static float absmean(float[] weights) {
        double sum = 0;
        for (float weight : weights) {
            sum += Math.abs(weight);
        }
        return weights.length == 0 ? 0 : (float) (sum / weights.length);
    }

    /// Rounds weights to the nearest of `-scale`, 0 and `scale`.
    ///
    /// @param weights finite values
    /// @param scale at least 0
    /// @return a digit -1, 0 or 1 for each weight
    public static byte[] digits(float[] weights, float scale) {
        byte[] digits = new byte[weights.length];
        for (int i = 0; i < digits.length && scale > 0; i++) {
            digits[i] = (byte) Math.clamp(Math.rint(weights[i] / scale), -1, 1);
        }
        return digits;
    }

    /// Packs digits, row-major.
    ///
    /// @param digits -1, 0 or 1; rows are a multiple of 256
    /// @param scale of the tensor, rounded to f16
    /// @param encoding TQ1_0 or TQ2_0
    /// @return the blocks
    public static byte[] encode(byte[] digits, float scale, Format encoding) {
        BlockQuantizer quantizer = Quantizers.create(requireTernary(encoding)).orElseThrow();
        int blocks = Math.toIntExact(PackedWeights.blocksPerRow(encoding, digits.length));
        byte[] bytes = new byte[blocks * encoding.blockBytes()];
        float[] values = new float[encoding.blockElements()];
        for (int block = 0; block < blocks; block++) {
            for (int i = 0; i < values.length; i++) {
                values[i] = requireDigit(digits[block * values.length + i]);
            }
            quantizer.quantize(values, 0, bytes, block * encoding.blockBytes());
            long at = (long) block * encoding.blockBytes() + scaleOffset(encoding);
            MemorySegment.ofArray(bytes).set(SHORT, at, Float.floatToFloat16(scale));
        }
        return bytes;
    }

    /// Unpacks the digits of a weight in any layout.
    ///
    /// @param weight of TQ1_0 or TQ2_0
    /// @return a digit for each element in row-major order
    public static byte[] decode(TensorView weight) {
        Format encoding = requireTernary(weight.format());
        TensorView canonical = canonical(weight);
        byte[] digits = new byte[Math.toIntExact(weight.elementCount())];
        float[] values = new float[encoding.blockElements()];
        for (int block = 0; block < digits.length / values.length; block++) {
            digits(canonical, block, values);
            for (int i = 0; i < values.length; i++) {
                digits[block * values.length + i] = (byte) values[i];
            }
        }
        return digits;
    }

    /// Returns the scale of a tensor.
    ///
    /// @param weight of TQ1_0 or TQ2_0
    /// @return empty if its blocks have different scales, as other quantizers give them
    public static Optional<Float> scale(TensorView weight) {
        requireTernary(weight.format());
        TensorView canonical = canonical(weight);
        float scale = scale(canonical, 0);
        for (long block = 1; block < weight.layout().blockCount(); block++) {
            if (scale(canonical, block) != scale) {
                return Optional.empty();
            }
        }
        return Optional.of(scale);
    }

    /// Reads the scale of one block of a row-major weight.
    private static float scale(TensorView weight, long block) {
        long at = block * weight.format().blockBytes() + scaleOffset(weight.format());
        return Float.float16ToFloat(weight.storage().get(SHORT, at));
    }

    /// Reads the digits of one block of a row-major weight: it is decoded with a scale of one.
    private static void digits(TensorView weight, long block, float[] dst) {
        Format encoding = weight.format();
        int bytes = encoding.blockBytes();
        MemorySegment copy = MemorySegment.ofArray(new byte[bytes]);
        MemorySegment.copy(weight.storage(), block * bytes, copy, 0, bytes);
        copy.set(SHORT, scaleOffset(encoding), ONE);
        encoding.codec().decode(copy, 0, dst, 0);
    }

    private static Format requireTernary(Format encoding) {
        if (encoding != Format.TQ1_0 && encoding != Format.TQ2_0) {
            throw new IllegalArgumentException(
                    "ternary weight: found %s, expected tq1_0 or tq2_0".formatted(encoding.spelling()));
        }
        return encoding;
    }

    private static TensorView canonical(TensorView weight) {
        TensorView grid = weight.rank() == 1 ? weight.unsqueeze(0) : weight;
        return PackedWeights.toCanonical(grid);
    }

    /// The scale is the last field of both formats.
    private static int scaleOffset(Format encoding) {
        return encoding.blockBytes() - Short.BYTES;
    }

    private static byte requireDigit(byte digit) {
        if (digit < -1 || digit > 1) {
            throw new IllegalArgumentException("ternary digit: found %d, expected -1, 0 or 1".formatted(digit));
        }
        return digit;
    }
}
