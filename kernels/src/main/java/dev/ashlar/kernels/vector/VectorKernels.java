// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.runtime.format.Format.BF16;
import static dev.ashlar.runtime.format.Format.F16;
import static dev.ashlar.runtime.format.Format.F32;
import static dev.ashlar.runtime.format.Format.I32;

import dev.ashlar.kernels.common.ByRows;
import dev.ashlar.kernels.common.Descriptors;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelFactory;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Requirement;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Lists the vector kernels. Reading the list loads no class of the Vector API.
public final class VectorKernels {
    private static final Descriptors NAMES = new Descriptors("vector", Requirement.VECTOR_API);
    private static final LayoutClass TILED = LayoutClass.BLOCKED_INPUT_MAJOR_X32;

    private VectorKernels() {}

    /// Returns all vector kernels.
    ///
    /// @return in order of preference
    public static List<KernelDescriptor> all() {
        List<KernelDescriptor> all = new ArrayList<>();
        all.add(q8(Format.Q8_0, Format.Q4_0, 37, () -> new Q4_0Tile()));
        all.add(q8(Format.Q8_0, Format.Q8_0, 24, () -> new Q8_0Tile()));
        all.add(q8(Format.Q8_K, Format.Q4_K, 36, () -> new Q4_KTile()));
        all.add(q8(Format.Q8_K, Format.Q6_K, 31, () -> new Q6_KTile()));
        all.add(exact(Format.Q4_0, 15, s -> nibbles(s, new NibbleTiles.Q4_0()), () -> new FloatTiles.Q4_0()));
        all.add(exact(Format.Q8_0, 15, s -> bytes(s, new ByteTiles.Q8_0()), () -> new FloatTiles.Q8_0()));
        all.add(exact(Format.Q4_K, 17, s -> nibbles(s, new NibbleTiles.Q4_K()), () -> new FloatTiles.Q4_K()));
        all.add(exact(Format.Q6_K, 12, s -> bytes(s, new ByteTiles.Q6_K()), () -> new FloatTiles.Q6_K()));
        all.add(rows(F32, 4.8, DenseRows.F32));
        all.add(NAMES.linear(F32, F16, LayoutClass.CONTIGUOUS, 8, VectorKernels::halves));
        all.add(rows(BF16, 5.7, DenseRows.BF16));
        all.addAll(dense());
        return all;
    }

    private static KernelDescriptor q8(
            Format activations, Format weight, double unitsPerNanosecond, Supplier<Q8Tile> tile) {
        return NAMES.linear(
                activations,
                weight,
                TILED,
                unitsPerNanosecond,
                signature -> new ByRows(
                        new LinearQ8OneToken(signature, tile.get()), new LinearQ8ManyTokens(signature, tile.get())));
    }

    private static KernelDescriptor exact(
            Format weight, double unitsPerNanosecond, Function<Signature, Kernel> one, Supplier<FloatTile> many) {
        return NAMES.linear(
                F32,
                weight,
                TILED,
                unitsPerNanosecond,
                signature -> new ByRows(one.apply(signature), new LinearExactManyTokens(signature, many.get())));
    }

    private static Kernel nibbles(Signature signature, NibbleTile tile) {
        return new LinearNibblesOneToken(signature, tile);
    }

    private static Kernel bytes(Signature signature, ByteTile tile) {
        return new LinearBytesOneToken(signature, tile);
    }

    private static KernelDescriptor rows(Format weight, double unitsPerNanosecond, DenseRows rows) {
        return NAMES.linear(
                F32, weight, LayoutClass.CONTIGUOUS, unitsPerNanosecond, signature -> new LinearDense(signature, rows));
    }

    private static Kernel halves(Signature signature) {
        return new ByRows(new LinearHalfOneToken(signature), new LinearDense(signature, DenseRows.F16));
    }

    private static List<KernelDescriptor> dense() {
        Function<Signature, Optional<String>> heads = VectorKernels::wholeVectors;
        KernelFactory attention = signature -> new VectorAttention(signature);
        KernelFactory quantize = signature -> new VectorQuantize(signature);
        return List.of(
                NAMES.dense("attention", heads, 20, attention, F32, F32, F32),
                NAMES.dense("attention.f32", heads, 20, attention, F32, F32, F32, F32, F32, I32),
                NAMES.dense("attention.f16", heads, 18, attention, F32, F32, F32, F16, F16, I32),
                NAMES.dense("quantize.q8_0", Descriptors.resultIs(Format.Q8_0), 2.5, quantize, F32),
                NAMES.dense("quantize.q8_k", Descriptors.resultIs(Format.Q8_K), 1.2, quantize, F32),
                NAMES.dense("rms_norm", 4.7, signature -> new VectorRmsNorm(signature), F32, F32),
                NAMES.dense("rope", 2, signature -> new VectorRope(signature), F32, I32),
                NAMES.dense("rope.factors", 2, signature -> new VectorRope(signature), F32, I32, F32),
                NAMES.dense("silu", 1.8, signature -> new VectorUnary(VectorUnary.Operator.SILU), F32),
                NAMES.dense("layer_norm", 2.7, signature -> new VectorLayerNorm(signature), F32, F32, F32),
                NAMES.dense("gelu", 1.4, signature -> new VectorUnary(VectorUnary.Operator.GELU), F32),
                NAMES.dense("softmax", 1.2, signature -> new VectorSoftmax(signature), F32),
                binary("add", VectorBinary.Operator.ADD),
                binary("sub", VectorBinary.Operator.SUBTRACT),
                binary("mul", VectorBinary.Operator.MULTIPLY),
                binary("div", VectorBinary.Operator.DIVIDE));
    }

    private static KernelDescriptor binary(String name, VectorBinary.Operator operator) {
        return NAMES.dense(name, 8.6, signature -> new VectorBinary(operator), F32, F32);
    }

    /// Refuses attention heads that are no whole vectors.
    private static Optional<String> wholeVectors(Signature signature) {
        long width = signature.operand(0).dim(-1);
        long heads = signature.attributes().integer("heads");
        return width != OperandType.DYNAMIC && width % (16 * heads) == 0
                ? Optional.empty()
                : Optional.of("needs heads of a known multiple of 16 elements");
    }
}
