// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.graph.Golden;
import dev.ashlar.graph.Kernels;
import dev.ashlar.graph.syntax.Script;
import dev.ashlar.graph.syntax.ScriptException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PipelineTest {
    private static Compiled compile(String text, CompileContext context) {
        Script script = Script.parse("test", text);
        return Pipeline.compile(script, script.graphNames().getFirst(), context, Pipeline.Checking.VERIFIED);
    }

    private static CompileContext context() {
        return CompileContext.of(WeightSource.NONE, Kernels.registry());
    }

    private static String error(String text, CompileContext context) {
        return assertThrows(ScriptException.class, () -> compile(text, context)).getMessage();
    }

    @Test
    void whatIsPrintedCompilesToTheSameTextAndDecisions() throws IOException {
        int compiled = 0;
        for (String folder : List.of("resolve", "select-kernels", "insert-relayouts", "plan-buffers")) {
            for (Golden golden : Golden.in(folder)) {
                if (golden.expected().containsKey("errors")) {
                    continue;
                }
                Compiled first = compile(golden.before(), golden.context());
                CompileContext withoutOptions = golden.context().withOptions(Map.of());
                for (Snapshot snapshot : first.snapshots()) {
                    String message = golden.file() + " after " + snapshot.pass();
                    Compiled again = compile(snapshot.graph().toString(), withoutOptions);
                    assertEquals(first.graph().toString(), again.graph().toString(), message);
                    if (!golden.file().endsWith("pinned.ashlar")) {
                        assertEquals(Explanation.of(first.decisions()), Explanation.of(again.decisions()), message);
                    }
                    compiled++;
                }
            }
        }
        assertTrue(compiled > 100, "compiled %d texts".formatted(compiled));
    }

    @Test
    void optionsOfTheEmbedderOverrideDefaults() {
        String text = "option n = 3\ngraph g(x: f32[n]) -> f32[n] { return silu(x) }";
        assertTrue(compile(text, context()).graph().toString().contains("f32[3]"));
        CompileContext five = context().withOptions(Map.of("n", 5));
        assertTrue(compile(text, five).graph().toString().contains("f32[5]"));
        assertTrue(error(text, context().withOptions(Map.of("n", "five"))).contains("expected the kind of"));
        assertTrue(error(text, context().withOptions(Map.of("m", 5))).contains("no option 'm', the script has [n]"));
        assertTrue(error(text, context().withOptions(Map.of("n", -1))).contains("expected an integer of at least 1"));
        assertTrue(error(text, context().withOptions(Map.of("n", Double.NaN))).contains("expected a finite one"));
        assertTrue(
                error(text, context().withOptions(Map.of("n", new Object()))).contains("a value of Object, expected"));
    }

    @Test
    void aGraphThatIsNotThereIsSuggested() {
        Script script = Script.parse("test", "graph forward(x: f32[2]) -> f32[2] { return silu(x) }");
        String message = assertThrows(ScriptException.class, () -> Pipeline.compile(script, "forwrad", context()))
                .getMessage();
        assertTrue(message.contains("no graph 'forwrad', the script has [forward]; did you mean 'forward'?"), message);
    }

    @Test
    void longChainsOfFunctionsAreAnErrorAndNoStackOverflow() {
        StringBuilder text = new StringBuilder("fn f0(x) { return silu(x) }\n");
        for (int i = 1; i < 5000; i++) {
            text.append("fn f%d(x) { if true { return -(f%d(x)) } }\n".formatted(i, i - 1));
        }
        text.append("graph g(x: f32[2]) -> f32[2] { return f4999(x) }");
        assertTrue(error(text.toString(), context()).contains("nest more than 300 levels deep"));
    }

    @Test
    void exponentialCallsAreAnErrorAndNoHang() {
        StringBuilder text = new StringBuilder("fn f0(x) { return x }\n");
        for (int i = 1; i < 60; i++) {
            text.append("fn f%d(x) { y = f%d(x)\n return f%d(y) }\n".formatted(i, i - 1, i - 1));
        }
        text.append("graph g(x: f32[2]) -> f32[2] { return f59(x) }");
        assertTrue(error(text.toString(), context()).contains("takes more than 1000000 steps"));
    }

    @Test
    void textsDoNotGrowWithoutBound() {
        String text = "graph g(x: f32[2]) -> f32[2] { s = \"ab\" for i in 0..100 { s = \"{s}{s}\" } return x }";
        assertTrue(error(text, context()).contains("characters, expected at most 10000"));
    }

    @Test
    void tooManyOperationsAreAnError() {
        String text = "graph g(x: f32[2]) -> f32[2] { for i in 0..30000 { x = silu(silu(silu(x))) } return x }";
        assertTrue(error(text, context()).contains("the graph has more than 50000 operations"));
    }
}
