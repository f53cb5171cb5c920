// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelKey;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.kernel.Numerics;
import dev.ashlar.runtime.kernel.OperandKey;
import dev.ashlar.runtime.kernel.Requirement;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A registry whose rows are only read: what they would run is nobody's concern here.
public final class Kernels {
    private static final OperandKey F32 = OperandKey.contiguous(Format.F32);
    private static final OperandKey I32 = OperandKey.contiguous(Format.I32);

    private final List<KernelDescriptor> rows = new ArrayList<>();

    private Kernels() {}

    /// Returns the registry that the tests of this module choose from.
    public static KernelRegistry registry() {
        Kernels kernels = new Kernels();
        kernels.plain();
        kernels.linear();
        kernels.embed();
        return new KernelRegistry(kernels.rows, Set.of());
    }

    private void plain() {
        for (String op : List.of(
                "silu",
                "gelu",
                "relu",
                "sigmoid",
                "tanh",
                "exp",
                "sqrt",
                "neg",
                "scale",
                "softmax",
                "argmax",
                "sum",
                "mean",
                "max",
                "narrow",
                "transpose",
                "cast")) {
            add(op + ".scalar", Numerics.EXACT, 1, F32);
        }
        add("concat.3.scalar", Numerics.EXACT, 1, F32, F32, F32);
        for (String op : List.of("add", "sub", "mul", "div", "matmul", "concat", "rms_norm")) {
            add(op + ".scalar", Numerics.EXACT, 1, F32, F32);
        }
        add("layer_norm.scalar", Numerics.EXACT, 1, F32, F32, F32);
        add("rope.scalar", Numerics.EXACT, 1, F32, I32);
        add("attention.scalar", Numerics.EXACT, 1, F32, F32, F32);
        for (Format cache : List.of(Format.F16, Format.F32)) {
            OperandKey state = OperandKey.contiguous(cache);
            add("attention." + cache.spelling() + ".scalar", Numerics.EXACT, 1, F32, F32, F32, state, state, I32);
        }
        add("silu.vector", Numerics.EXACT, 4, F32);
        add("quantize.scalar", Numerics.EXACT, 1, F32);
        add("gelu.reference", Numerics.EXACT, 0.01, F32);
    }

    private void linear() {
        OperandKey q8 = OperandKey.contiguous(Format.Q8_0);
        OperandKey q8Rows = new OperandKey(Format.Q8_0, LayoutClass.BLOCKED_ROW_MAJOR);
        OperandKey q8Columns = new OperandKey(Format.Q8_0, LayoutClass.BLOCKED_INPUT_MAJOR);
        OperandKey q4Rows = new OperandKey(Format.Q4_0, LayoutClass.BLOCKED_ROW_MAJOR);
        OperandKey q4Tiles = new OperandKey(Format.Q4_0, LayoutClass.BLOCKED_INPUT_MAJOR_X32);
        add("linear.f32.scalar", Numerics.EXACT, 1, F32, F32);
        add("linear.f16.reference", Numerics.EXACT, 0.01, F32, OperandKey.contiguous(Format.F16));
        add("linear.q8_0.row_major.reference", Numerics.EXACT, 0.01, F32, q8Rows);
        add("linear.q8_0.row_major.scalar", Numerics.EXACT, 1, F32, q8Rows);
        add("linear.q8_0.row_major.q8.scalar", Numerics.Q8, 1.5, q8, q8Rows);
        add("linear.q8_0.input_block_major.q8.vector", Numerics.Q8, 12, q8, q8Columns);
        add("linear.q4_0.row_major.scalar", Numerics.EXACT, 1, F32, q4Rows);
        add("linear.q4_0.input_block_major_x32.vector", Numerics.EXACT, 6, F32, q4Tiles);
        OperandKey ternaryRows = new OperandKey(Format.TQ2_0, LayoutClass.BLOCKED_ROW_MAJOR);
        add("bitnet_gemv.tq2_0.row_major.q8.scalar", Numerics.Q8, 1, F32, ternaryRows);
        rows.add(new KernelDescriptor(
                "linear.q8_0.input_block_major.q8.wide",
                "wide",
                new KernelKey("linear", List.of(q8, q8Columns), Numerics.Q8),
                Requirement.NONE,
                signature -> signature.operand(1).dim(0) % 512 == 0
                        ? Optional.empty()
                        : Optional.of("needs a multiple of 512 rows"),
                24,
                Kernels::none));
        rows.add(new KernelDescriptor(
                "linear.q8_0.input_block_major_x16.q8.simd",
                "simd",
                new KernelKey(
                        "linear",
                        List.of(q8, new OperandKey(Format.Q8_0, LayoutClass.BLOCKED_INPUT_MAJOR_X16)),
                        Numerics.Q8),
                Requirement.VECTOR_API,
                signature -> Optional.empty(),
                48,
                Kernels::none));
    }

    private void embed() {
        add("embed.f32.scalar", Numerics.EXACT, 1, F32, I32);
        add(
                "embed.q8_0.row_major.scalar",
                Numerics.EXACT,
                1,
                new OperandKey(Format.Q8_0, LayoutClass.BLOCKED_ROW_MAJOR),
                I32);
        add(
                "embed.q8_0.input_block_major.scalar",
                Numerics.EXACT,
                0.8,
                new OperandKey(Format.Q8_0, LayoutClass.BLOCKED_INPUT_MAJOR),
                I32);
        add(
                "embed.q4_0.row_major.scalar",
                Numerics.EXACT,
                1,
                new OperandKey(Format.Q4_0, LayoutClass.BLOCKED_ROW_MAJOR),
                I32);
    }

    private void add(String name, Numerics numerics, double unitsPerNanosecond, OperandKey... operands) {
        String op = name.substring(0, name.indexOf('.'));
        String family = name.substring(name.lastIndexOf('.') + 1);
        KernelKey key = new KernelKey(op, List.of(operands), numerics);
        rows.add(KernelDescriptor.of(name, family, key, unitsPerNanosecond, Kernels::none));
    }

    private static dev.ashlar.runtime.kernel.Kernel none(dev.ashlar.runtime.kernel.Signature signature) {
        throw new IllegalStateException("kernels of this registry are not run");
    }
}
