// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.kernels.common.Activations;
import dev.ashlar.kernels.common.Descriptors;
import dev.ashlar.kernels.common.WeightGrid;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelFactory;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.List;

/// Lists the scalar kernels of operations with weights, and quantization of activations: a format costs its reader and
/// one line here.
final class ScalarWeights {
    /// A weight format and its reader.
    private record Row(Format weight, BlockReader reader) {}

    private static final List<Row> ROWS = List.of(
            new Row(Format.F32, new DenseReaders.F32()),
            new Row(Format.F16, new DenseReaders.F16()),
            new Row(Format.BF16, new DenseReaders.Bf16()),
            new Row(Format.Q4_0, new Q4_0Block()),
            new Row(Format.Q4_1, new Q4_1Block()),
            new Row(Format.Q5_0, new Q5_0Block()),
            new Row(Format.Q5_1, new Q5_1Block()),
            new Row(Format.Q8_0, new Q8_0Block()),
            new Row(Format.Q2_K, new Q2_KBlock()),
            new Row(Format.Q3_K, new Q3_KBlock()),
            new Row(Format.Q4_K, new Q4_KBlock()),
            new Row(Format.Q5_K, new Q5_KBlock()),
            new Row(Format.Q6_K, new Q6_KBlock()),
            new Row(Format.IQ4_NL, CodebookBlock.iq4Nl()),
            new Row(Format.MXFP4, CodebookBlock.mxfp4()),
            new Row(Format.TQ1_0, new TQ1_0Block()),
            new Row(Format.TQ2_0, new TQ2_0Block()),
            new Row(Format.Q1_0, new Q1_0Block()),
            new Row(Format.Q2_0, new Q2_0Block()),
            new Row(Format.IQ1_S, new LatticeBlocks.IQ1_S()),
            new Row(Format.IQ1_M, new LatticeBlocks.IQ1_M()),
            new Row(Format.IQ2_XXS, new LatticeBlocks.IQ2_XXS()),
            new Row(Format.IQ2_XS, new LatticeBlocks.IQ2_XS()),
            new Row(Format.IQ2_S, new LatticeBlocks.IQ2_S()),
            new Row(Format.IQ3_XXS, new LatticeBlocks.IQ3_XXS()),
            new Row(Format.IQ3_S, new LatticeBlocks.IQ3_S()),
            new Row(Format.IQ4_XS, new IQ4_XSBlock()),
            new Row(Format.NVFP4, new NVFP4Block()));

    private ScalarWeights() {}

    static List<KernelDescriptor> all() {
        List<KernelDescriptor> all = new ArrayList<>();
        for (Format weight : Activations.weightFormats()) {
            BlockReader reader = reader(weight);
            for (LayoutClass layout : LayoutClass.values()) {
                if (WeightGrid.covers(weight, layout)) {
                    add(all, weight, reader, layout);
                }
            }
        }
        all.add(quantize(Format.Q8_0, signature -> new Quantize32(signature, false)));
        all.add(quantize(Format.Q8_1, signature -> new Quantize32(signature, true)));
        all.add(quantize(Format.Q8_K, signature -> new Quantize256()));
        return all;
    }

    static BlockReader reader(Format weight) {
        return ROWS.stream()
                .filter(row -> row.weight() == weight)
                .findFirst()
                .map(Row::reader)
                .orElseThrow(() -> new IllegalStateException("no scalar reader of " + weight.spelling()));
    }

    /// As measured for one token under C2: the decoding of a row is most of the work.
    private static double throughput(Format weight) {
        if (weight == Format.F32) {
            return 2.6;
        }
        return weight.isDense() ? 0.9 : 0.5;
    }

    private static KernelDescriptor quantize(Format to, KernelFactory factory) {
        return ScalarKernels.NAMES.dense(
                "quantize." + to.spelling(), Descriptors.resultIs(to), 0.3, factory, Format.F32);
    }

    private static void add(List<KernelDescriptor> all, Format weight, BlockReader reader, LayoutClass layout) {
        all.add(ScalarKernels.NAMES.linear(
                Format.F32, weight, layout, throughput(weight), signature -> new LinearExact(signature, reader)));
        all.add(ScalarKernels.NAMES.embed(weight, layout, 0.6, signature -> new Embed(signature, reader)));
        if (reader instanceof IntegerBlock integers) {
            Activations.of(weight)
                    .ifPresent(x -> all.add(ScalarKernels.NAMES.linear(
                            x, weight, layout, 0.6, signature -> new LinearQ8(signature, integers))));
            if (Activations.isTernary(weight)) {
                all.add(ScalarKernels.NAMES.bitnet(
                        weight, layout, 0.5, signature -> new BitnetGemv(signature, integers)));
            }
        }
    }
}
