// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.management.ExecutionEvent;
import org.graalvm.polyglot.management.ExecutionListener;
import org.junit.jupiter.api.Test;

/// Tools of GraalVM see a graph as a function whose operations are statements.
class ToolsTest {
    private static final String SCRIPT = """
            graph wave(x: f32[T, 3]) -> f32[T, 3] {
              y = scale(x, factor = 2.0)
              return tanh(y) + x
            }
            """;

    private static String place(ExecutionEvent event) {
        return event.getRootName() + ":" + event.getLocation().getStartLine() + " "
                + event.getLocation()
                        .getCharacters()
                        .toString()
                        .lines()
                        .findFirst()
                        .orElse("");
    }

    @Test
    void operationsAreStatementsWithSourceSections() {
        List<String> statements = new ArrayList<>();
        List<String> roots = new ArrayList<>();
        try (Engine engine = Engine.newBuilder("ashlar")
                        .option("engine.WarnInterpreterOnly", "false")
                        .err(OutputStream.nullOutputStream())
                        .build();
                Context context = Context.newBuilder("ashlar")
                        .engine(engine)
                        .allowAllAccess(true)
                        .build()) {
            ExecutionListener.newBuilder()
                    .statements(true)
                    .onEnter(event -> statements.add(place(event)))
                    .attach(engine);
            ExecutionListener.newBuilder()
                    .roots(true)
                    .onEnter(event -> roots.add(place(event)))
                    .attach(engine);
            Value graph = context.eval("ashlar", SCRIPT).getMember("wave");
            graph.execute((Object) new float[] {1, 2, 3});
            assertEquals(List.of("wave:2 scale(x, factor = 2.0)", "wave:3 tanh(y)", "wave:3 tanh(y) + x"), statements);
            assertEquals(List.of("wave:1 wave"), roots);
        }
    }
}
