// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.ir;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Prints a graph as IR text: `parse(print(g)) == g`.
public final class Printer {
    private final Graph graph;
    private final StringBuilder out = new StringBuilder();
    private final Map<String, String> readers = new HashMap<>();

    private Printer(Graph graph) {
        this.graph = graph;
        for (Node node : graph.body()) {
            node.operands().forEach(operand -> readers.putIfAbsent(operand, node.name()));
        }
    }

    /// Prints a graph.
    ///
    /// @param graph any, also one that the verifier refuses
    /// @return the text, with a final line end
    public static String print(Graph graph) {
        return new Printer(graph).print();
    }

    private String print() {
        out.append("graph ").append(graph.name());
        out.append(graph.params().stream()
                .map(value -> value.name() + ": " + value.type())
                .collect(Collectors.joining(", ", "(", ")")));
        out.append(" -> ").append(results(graph.results())).append(" {\n");
        graph.states().forEach(state -> out.append("  state %s: %s\n".formatted(state.name(), state.type())));
        if (!graph.load().isEmpty()) {
            out.append("  load {\n");
            graph.load().forEach(node -> line("    ", node));
            out.append("  }\n");
        }
        graph.body().forEach(node -> line("  ", node));
        String names = graph.results().stream().map(Value::name).collect(Collectors.joining(", "));
        return out.append("  return ").append(names).append("\n}\n").toString();
    }

    private static String results(List<Value> results) {
        String types = results.stream().map(value -> value.type().toString()).collect(Collectors.joining(", "));
        return results.size() == 1 ? types : "(" + types + ")";
    }

    private void line(String indent, Node node) {
        out.append(indent).append(node.name()).append(": ").append(node.type());
        out.append(" = ").append(node.op()).append('(');
        if (node.op().equals("weight") && node.attributes().has("name")) {
            out.append(Literals.of(node.attributes().text("name")));
            out.append(')').append(suffix(node.withAttributes(node.attributes().without("name"))));
        } else {
            out.append(String.join(", ", node.operands())).append(')').append(suffix(node));
        }
        out.append(comment(node)).append('\n');
    }

    private static String suffix(Node node) {
        if (node.attributes().values().isEmpty()) {
            return "";
        }
        return node.attributes().values().entrySet().stream()
                .map(entry -> entry.getKey() + " = " + Literals.of(entry.getValue()))
                .collect(Collectors.joining(", ", " {", "}"));
    }

    private String comment(Node node) {
        if (!node.op().equals("relayout")) {
            return "";
        }
        String bytes = String.format(Locale.ROOT, "  // %,d bytes", Sizes.bytes(node.type(), 1));
        return node.operands().stream()
                .filter(readers::containsKey)
                .findFirst()
                .map(source ->
                        "%s, a second copy beside '%s', which '%s' reads".formatted(bytes, source, readers.get(source)))
                .orElse(bytes);
    }
}
