// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.ir;

import dev.ashlar.graph.syntax.Position;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/// Makes graphs that are well-formed text and otherwise make no sense.
final class RandomGraphs {
    private static final String[] TEXTS = {"", "a \"quoted\" {brace} \\ back", "line\nend\ttab\r", "q8_0", "ü 😀 //"};
    private static final double[] NUMBERS = {0.0, -0.0, 1e-5, Double.MIN_VALUE, -Double.MAX_VALUE, 0.1, 1.0 / 3, 1e22};
    private static final long[] INTEGERS = {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 42};

    private final Random random;
    private int count;

    RandomGraphs(long seed) {
        random = new Random(seed);
    }

    Graph graph() {
        List<Value> params = values(random.nextInt(4));
        List<Value> states = values(random.nextInt(3));
        List<Node> load = nodes(random.nextInt(4), List.of("weight", "constant", "relayout"));
        List<Node> body = nodes(random.nextInt(6), List.of("linear", "silu", "attention", "nonsense", "reshape"));
        return new Graph(
                "g" + random.nextInt(9), params, states, load, body, values(1 + random.nextInt(2)), Position.START);
    }

    private List<Value> values(int size) {
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            values.add(new Value(name(), type(), Position.START));
        }
        return values;
    }

    private List<Node> nodes(int size, List<String> ops) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String op = ops.get(random.nextInt(ops.size()));
            TreeMap<String, Object> attributes = new TreeMap<>();
            for (int k = random.nextInt(4); k > 0; k--) {
                attributes.put("key" + random.nextInt(20), value(true));
            }
            List<String> operands = new ArrayList<>();
            if (op.equals("weight")) {
                attributes.put("name", TEXTS[random.nextInt(TEXTS.length)]);
            } else {
                for (int k = random.nextInt(4); k > 0; k--) {
                    operands.add(name());
                }
            }
            nodes.add(new Node(name(), type(), op, operands, new Attributes(attributes), Position.START));
        }
        return nodes;
    }

    private Object value(boolean mayBeList) {
        return switch (random.nextInt(mayBeList ? 5 : 4)) {
            case 0 -> INTEGERS[random.nextInt(INTEGERS.length)];
            case 1 -> NUMBERS[random.nextInt(NUMBERS.length)];
            case 2 -> TEXTS[random.nextInt(TEXTS.length)];
            case 3 -> random.nextBoolean();
            default -> {
                List<Object> list = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(value(false));
                }
                yield List.copyOf(list);
            }
        };
    }

    private String name() {
        String[] shapes = {"x", "blk.0.ffn_gate.weight.k32", "t.1", "_under", "Upper", "graph_", "k.0"};
        return shapes[random.nextInt(shapes.length)] + "_" + count++;
    }

    private TensorType type() {
        List<Dim> dims = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            dims.add(
                    random.nextBoolean()
                            ? Dim.of(1 + random.nextInt(5000))
                            : Dim.of(random.nextBoolean() ? "T" : "Ctx2"));
        }
        Format[] formats = Format.values();
        LayoutClass[] layouts = LayoutClass.values();
        return new TensorType(formats[random.nextInt(formats.length)], dims, layouts[random.nextInt(layouts.length)]);
    }
}
