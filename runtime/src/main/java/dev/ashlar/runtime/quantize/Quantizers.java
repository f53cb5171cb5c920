// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.TensorView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// The quantizers that there are, and their use on a tensor.
public final class Quantizers {
    private static final float LARGEST_F16 = 65504;

    private Quantizers() {}

    /// Makes a quantizer for one thread.
    ///
    /// @param format what to encode
    /// @return empty if the format is for activations or integers, or is only decoded here
    public static Optional<BlockQuantizer> create(Format format) {
        return switch (format) {
            case F32 -> Optional.of(FloatEncoders::f32);
            case F16 -> Optional.of(FloatEncoders::f16);
            case BF16 -> Optional.of(FloatEncoders::bf16);
            case Q4_0 -> Optional.of(new Q4_0Quantizer());
            case Q4_1 -> Optional.of(new Q4_1Quantizer());
            case Q5_0 -> Optional.of(new Q5_0Quantizer());
            case Q5_1 -> Optional.of(new Q5_1Quantizer());
            case Q8_0 -> Optional.of(new Q8_0Quantizer());
            case Q2_K -> Optional.of(new Q2_KQuantizer());
            case Q3_K -> Optional.of(new Q3_KQuantizer());
            case Q4_K -> Optional.of(new Q4_KQuantizer());
            case Q5_K -> Optional.of(new Q5_KQuantizer());
            case Q6_K -> Optional.of(new Q6_KQuantizer());
            case IQ4_NL -> Optional.of(new IQ4_NLQuantizer());
            case TQ1_0 -> Optional.of(new TQ1_0Quantizer());
            case TQ2_0 -> Optional.of(new TQ2_0Quantizer());
            case MXFP4 -> Optional.of(new MXFP4Quantizer());
            case Q8_1, Q8_K, I8, I16, I32, I64, F64 -> Optional.empty();
            case IQ1_S, IQ1_M, IQ2_XXS, IQ2_XS, IQ2_S, IQ3_XXS, IQ3_S, IQ4_XS -> Optional.empty();
            case NVFP4, Q1_0, Q2_0 -> Optional.empty();
        };
    }

    /// Encodes a tensor.
    ///
    /// @param source any view; its last axis is a multiple of the format's block
    /// @param format what to encode
    /// @param scope owns the result
    /// @return a tensor of the same shape, row-major
    /// @throws IllegalArgumentException if there is no quantizer for the format, a row does not fit its block, or a
    ///     value cannot be encoded: a scale of f16 holds nothing that is not finite or beyond its range
    public static TensorView quantize(TensorView source, Format format, Arena scope) {
        BlockQuantizer quantizer =
                create(format).orElseThrow(() -> new IllegalArgumentException("no quantizer for " + format.spelling()));
        long row = source.rank() == 0 ? 1 : source.dim(-1);
        if (row % format.blockElements() != 0) {
            throw new IllegalArgumentException("row is %d elements, expected a multiple of %d (%s block)"
                    .formatted(row, format.blockElements(), format.spelling()));
        }
        TensorView result = TensorView.allocate(format, scope, source.shape());
        long parts = source.rank() < 2 ? 1 : source.dim(0);
        long partBytes = format.bytesOf(source.elementCount() / parts);
        for (long part = 0; part < parts; part++) {
            TensorView piece = parts == 1 ? source : source.narrow(0, part, 1);
            float[] values = piece.toFloatArray();
            problem(values, values.length, part * values.length, format).ifPresent(problem -> {
                throw new IllegalArgumentException(problem);
            });
            byte[] bytes = encode(quantizer, format, values);
            MemorySegment.copy(MemorySegment.ofArray(bytes), 0, result.storage(), part * partBytes, partBytes);
        }
        return result;
    }

    /// Says which value a format cannot hold; F32 and BF16 hold all.
    ///
    /// @param firstElement number of the first value in its tensor
    static Optional<String> problem(float[] values, int count, long firstElement, Format target) {
        for (int i = 0; i < count && target != Format.F32 && target != Format.BF16; i++) {
            if (!(Math.abs(values[i]) <= LARGEST_F16)) {
                return Optional.of("element %d is %s, expected a finite number of at most %.0f in magnitude"
                        .formatted(firstElement + i, values[i], LARGEST_F16));
            }
        }
        return Optional.empty();
    }

    private static byte[] encode(BlockQuantizer quantizer, Format format, float[] values) {
        byte[] bytes = new byte[Math.toIntExact(format.bytesOf(values.length))];
        int blocks = values.length / format.blockElements();
        for (int block = 0; block < blocks; block++) {
            quantizer.quantize(values, block * format.blockElements(), bytes, block * format.blockBytes());
        }
        return bytes;
    }
}
