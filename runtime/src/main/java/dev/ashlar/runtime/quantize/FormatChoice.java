// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.TensorInfo;
import java.util.List;
import java.util.Optional;

/// Chooses the format of every tensor, as llama.cpp does without an importance matrix.
final class FormatChoice {
    private static final List<String> KEPT = List.of(
            "_norm.weight",
            "ffn_gate_inp.weight",
            "position_embd.weight",
            "token_types.weight",
            "ssm_conv1d.weight",
            "shortconv.conv.weight",
            "attn_rel_b.weight",
            "time_mix_");
    private static final int SHARED_BY_EIGHT = 8;

    private final QuantizationType type;
    private final Optional<Format> outputFormat;
    private final ModelShape model;

    FormatChoice(QuantizationType type, Optional<Format> outputFormat, ModelShape model) {
        this.type = type;
        this.outputFormat = outputFormat;
        this.model = model;
    }

    /// A choice, and why it is not the first one.
    ///
    /// @param format what to store
    /// @param note a line for the user, if the row does not fit the format that was wanted
    record Choice(Format format, Optional<String> note) {}

    Choice choose(TensorInfo info) {
        if (!isMatrix(info)) {
            return new Choice(info.format(), Optional.empty());
        }
        Format wanted = wanted(info);
        Format fitting = fitting(wanted, info.rowElements());
        if (fitting == wanted) {
            return new Choice(wanted, Optional.empty());
        }
        String note = "tensor '%s': row is %d elements, no multiple of %d (%s block): stored as %s"
                .formatted(
                        info.name(), info.rowElements(), wanted.blockElements(), wanted.spelling(), fitting.spelling());
        return new Choice(fitting, Optional.of(note));
    }

    private static boolean isMatrix(TensorInfo info) {
        return info.shape().length >= 2
                && info.name().endsWith(".weight")
                && KEPT.stream().noneMatch(info.name()::contains)
                && switch (info.format()) {
                    case I8, I16, I32, I64, F64, Q8_1, Q8_K -> false;
                    default -> true;
                };
    }

    private Format wanted(TensorInfo info) {
        String name = info.name();
        boolean embedding = name.equals("token_embd.weight");
        if (name.equals("output.weight") || embedding && !model.ownOutput()) {
            return outputFormat.orElseGet(() -> output(info.rowElements()));
        }
        if (type.format().isDense()) {
            return type.format();
        }
        if (embedding) {
            return switch (type) {
                case TQ1_0, TQ2_0 -> Format.Q4_K;
                case MXFP4 -> Format.Q8_0;
                default -> type.format();
            };
        }
        int layer = ModelShape.layerOf(name);
        String role = name.substring(name.lastIndexOf('.', name.length() - ".weight".length() - 1) + 1);
        return switch (role) {
            case "attn_v.weight" -> attentionValue(layer);
            case "attn_k.weight" -> model.experts() == SHARED_BY_EIGHT ? Format.Q8_0 : type.format();
            case "attn_output.weight" -> attentionOutput();
            case "attn_qkv.weight" -> attentionJoined();
            case "ffn_down.weight", "ffn_down_exps.weight" -> feedForwardDown(layer);
            default -> type.format();
        };
    }

    private Format output(long rowElements) {
        return switch (type) {
            case F32, F16, BF16, Q8_0 -> type.format();
            case MXFP4 -> Format.Q8_0;
            default -> rowElements % Format.Q6_K.blockElements() == 0 ? Format.Q6_K : Format.Q8_0;
        };
    }

    private Format attentionValue(int layer) {
        if (model.experts() == SHARED_BY_EIGHT) {
            return Format.Q8_0;
        }
        boolean grouped = model.groupedQueries() >= 4;
        int index = model.valueLayers().indexOf(layer);
        return switch (type) {
            case Q2_K -> grouped ? Format.Q4_K : Format.Q3_K;
            case Q3_K_M -> index < 2 ? Format.Q5_K : Format.Q4_K;
            case Q3_K_L -> Format.Q5_K;
            case Q4_K_S -> index < 4 ? Format.Q5_K : Format.Q4_K;
            case Q4_K_M -> model.valueFormat(layer, Format.Q4_K, Format.Q6_K);
            case Q5_K_M -> model.valueFormat(layer, Format.Q5_K, Format.Q6_K);
            case IQ4_NL -> grouped ? Format.Q5_K : Format.IQ4_NL;
            default -> type.format();
        };
    }

    private Format attentionOutput() {
        if (model.experts() == SHARED_BY_EIGHT) {
            return switch (type) {
                case Q2_K, Q3_K_S, Q3_K_M, Q4_K_S, Q4_K_M, IQ4_NL -> Format.Q5_K;
                default -> type.format();
            };
        }
        return switch (type) {
            case Q2_K -> Format.Q3_K;
            case Q3_K_M -> Format.Q4_K;
            case Q3_K_L -> Format.Q5_K;
            default -> type.format();
        };
    }

    private Format attentionJoined() {
        return switch (type) {
            case Q3_K_M, Q3_K_L -> Format.Q4_K;
            case Q4_K_M -> Format.Q5_K;
            case Q5_K_M -> Format.Q6_K;
            default -> type.format();
        };
    }

    private Format feedForwardDown(int layer) {
        int layers = model.layers();
        boolean early = layer < layers / 8;
        boolean moreBits = ModelShape.moreBits(layer, layers);
        return switch (type) {
            case Q2_K -> Format.Q3_K;
            case Q3_K_M -> layer < layers / 16 ? Format.Q5_K : Format.Q4_K;
            case Q3_K_L -> Format.Q5_K;
            case Q4_K_S -> early ? Format.Q5_K : Format.Q4_K;
            case Q4_K_M -> moreBits ? Format.Q6_K : Format.Q4_K;
            case Q5_K_M -> moreBits ? Format.Q6_K : Format.Q5_K;
            case IQ4_NL -> early ? Format.Q5_K : Format.IQ4_NL;
            default -> type.format();
        };
    }

    /// Returns the format itself, or the next one whose block divides the row.
    private static Format fitting(Format wanted, long rowElements) {
        Format result = wanted;
        if (rowElements % result.blockElements() != 0) {
            result = switch (wanted) {
                case TQ1_0, TQ2_0 -> Format.Q4_0;
                case Q2_K, Q3_K -> Format.IQ4_NL;
                case Q4_K -> Format.Q5_0;
                case Q5_K -> Format.Q5_1;
                case Q6_K -> Format.Q8_0;
                default -> Format.F16;
            };
        }
        return rowElements % result.blockElements() == 0 ? result : Format.F16;
    }
}
