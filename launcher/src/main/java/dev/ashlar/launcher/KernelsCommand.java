// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.kernels.NativeKernels;
import dev.ashlar.kernels.StandardKernels;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/// `ashlar kernels`: what the registry holds on this machine.
@Command(
        name = "kernels",
        description = "List the kernels, what each is looked up by, and what this machine lacks for it.",
        footer = {"  ashlar kernels --op linear", "  ashlar kernels --json"})
final class KernelsCommand implements Runnable {
    @ParentCommand
    private AshlarCommand parent;

    @Option(names = "--op", paramLabel = "NAME", description = "Only the kernels of this operation.")
    private String op;

    @Option(names = "--json", description = "Print one line of JSON.")
    private boolean json;

    @Override
    public void run() {
        Map<String, String> unavailable =
                StandardKernels.registry(NativeKernels.INCLUDED).unavailable();
        List<KernelDescriptor> kernels = StandardKernels.all().stream()
                .filter(kernel -> op == null || kernel.key().op().equals(op))
                .toList();
        if (kernels.isEmpty()) {
            throw new UserException("no kernel computes '%s', expected one of %s".formatted(op, ops()));
        }
        parent.console().println(json ? json(kernels, unavailable) : text(kernels, unavailable));
    }

    private static List<String> ops() {
        return StandardKernels.all().stream()
                .map(kernel -> kernel.key().op())
                .distinct()
                .sorted()
                .toList();
    }

    private static String text(List<KernelDescriptor> kernels, Map<String, String> unavailable) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("kernel", "key", "here"));
        for (KernelDescriptor kernel : kernels) {
            rows.add(List.of(kernel.name(), kernel.key().toString(), unavailable.getOrDefault(kernel.name(), "yes")));
        }
        return Plain.table(rows);
    }

    private static String json(List<KernelDescriptor> kernels, Map<String, String> unavailable) {
        List<Object> rows = new ArrayList<>();
        for (KernelDescriptor kernel : kernels) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("name", kernel.name());
            row.put("op", kernel.key().op());
            row.put("family", kernel.family());
            row.put(
                    "operands",
                    kernel.key().operands().stream().map(Object::toString).toList());
            row.put("numerics", kernel.key().numerics().spelling());
            row.put("available", !unavailable.containsKey(kernel.name()));
            rows.add(row);
        }
        return Json.line(rows);
    }
}
