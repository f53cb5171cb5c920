// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelKey;
import dev.ashlar.runtime.kernel.Numerics;
import dev.ashlar.runtime.kernel.OperandKey;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Renders the table of all kernels.
final class SupportMatrix {
    private static final String HEAD = """
            # Kernels

            This page is generated from the registry by `SupportMatrixTest`, which fails when it drifts.

            A cell names the families that have a kernel for the key, in order of preference. `reference` computes in
            float64 and is slow; `scalar` is plain loops, compiled by Graal or C2; `vector` needs
            `--add-modules jdk.incubator.vector`; `ffm` and `jni` are the same C, called in two ways: they are there if Ashlar
            was built where there is a C compiler, and are offered only on request
            (`StandardKernels.registry(NativeKernels.INCLUDED)`, or `-Dashlar.NativeKernels=true` for the language). All but
            `reference` give the same bits. How each operation rounds is said in the class that computes it; the two numerics
            are defined by `dev.ashlar.runtime.kernel.Numerics`.
            """;

    private SupportMatrix() {}

    static String page(List<KernelDescriptor> kernels) {
        StringBuilder page = new StringBuilder(HEAD);
        weights(page, kernels, "linear", 1);
        weights(page, kernels, "bitnet_gemv", 1);
        weights(page, kernels, "embed", 0);
        others(page, kernels);
        return page.toString();
    }

    private static void weights(StringBuilder page, List<KernelDescriptor> kernels, String op, int operand) {
        page.append("\n## ").append(op).append("\n\n");
        page.append(
                "Row-major is the class `contiguous` for f32, f16 and bf16; the tiles interleave 8, 16 or 32 rows.\n\n");
        page.append("| weight | activations | row-major | input-block-major | tile 8 | tile 16 | tile 32 |\n");
        page.append("|---|---|---|---|---|---|---|\n");
        for (Format format : Format.values()) {
            for (Numerics numerics : Numerics.values()) {
                List<KernelDescriptor> row = kernels.stream()
                        .filter(kernel -> kernel.key().op().equals(op))
                        .filter(kernel -> kernel.key().numerics() == numerics)
                        .filter(kernel -> kernel.key().operands().get(operand).format() == format)
                        .toList();
                if (!row.isEmpty()) {
                    Format activations =
                            row.getFirst().key().operands().getFirst().format();
                    String taken = op.equals("embed") ? "i32 ids" : activations.spelling();
                    page.append("| ").append(format.spelling()).append(" | ").append(taken);
                    cells(page, row, operand);
                }
            }
        }
    }

    private static void cells(StringBuilder page, List<KernelDescriptor> row, int operand) {
        List<Set<LayoutClass>> columns = List.of(
                Set.of(LayoutClass.CONTIGUOUS, LayoutClass.BLOCKED_ROW_MAJOR),
                Set.of(LayoutClass.BLOCKED_INPUT_MAJOR),
                Set.of(LayoutClass.BLOCKED_INPUT_MAJOR_X8),
                Set.of(LayoutClass.BLOCKED_INPUT_MAJOR_X16),
                Set.of(LayoutClass.BLOCKED_INPUT_MAJOR_X32));
        for (Set<LayoutClass> column : columns) {
            String families = row.stream()
                    .filter(kernel ->
                            column.contains(kernel.key().operands().get(operand).layout()))
                    .map(KernelDescriptor::family)
                    .collect(Collectors.joining(", "));
            page.append(" | ").append(families);
        }
        page.append(" |\n");
    }

    private static void others(StringBuilder page, List<KernelDescriptor> kernels) {
        Map<String, Set<String>> families = new LinkedHashMap<>();
        Map<String, List<String>> operands = new LinkedHashMap<>();
        for (KernelDescriptor kernel : kernels) {
            KernelKey key = kernel.key();
            if (!Set.of("linear", "bitnet_gemv", "embed").contains(key.op())) {
                families.computeIfAbsent(key.op(), op -> new LinkedHashSet<>()).add(kernel.family());
                List<String> keys = operands.computeIfAbsent(key.op(), op -> new ArrayList<>());
                String spelled = spell(kernel);
                if (!keys.contains(spelled)) {
                    keys.add(spelled);
                }
            }
        }
        page.append("\n## Other operations\n\n| operation | operands | families |\n|---|---|---|\n");
        families.keySet().stream()
                .sorted()
                .forEach(op -> page.append("| ")
                        .append(op)
                        .append(" | ")
                        .append(String.join("; ", operands.get(op)))
                        .append(" | ")
                        .append(String.join(", ", families.get(op)))
                        .append(" |\n"));
    }

    private static String spell(KernelDescriptor kernel) {
        KernelKey key = kernel.key();
        String operands = key.operands().stream().map(OperandKey::toString).collect(Collectors.joining(", "));
        String name = kernel.name();
        return switch (key.op()) {
            case "concat" -> "1 to 16 of " + key.operands().getFirst();
            case "quantize" -> operands + " to " + name.split("\\.")[1];
            case "cast" -> operands + " to " + name.split("\\.")[2];
            default -> operands;
        };
    }
}
