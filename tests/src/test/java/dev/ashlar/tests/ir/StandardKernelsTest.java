// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.op.Op;
import dev.ashlar.graph.op.Ops;
import dev.ashlar.graph.pass.CompileContext;
import dev.ashlar.graph.pass.Compiled;
import dev.ashlar.graph.pass.Decision;
import dev.ashlar.graph.pass.Explanation;
import dev.ashlar.graph.pass.Pipeline;
import dev.ashlar.graph.pass.PrepackPolicy;
import dev.ashlar.graph.pass.Rejected;
import dev.ashlar.graph.pass.Strictness;
import dev.ashlar.graph.pass.WeightSource;
import dev.ashlar.graph.syntax.Script;
import dev.ashlar.kernels.StandardKernels;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.kernel.Numerics;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StandardKernelsTest {
    private static final KernelRegistry REGISTRY = StandardKernels.registry();
    private static final String LINEAR = "graph g(x: f32[T, 96]) -> f32[T, 64] { return linear(x, weight(\"w\")) }";

    private static CompileContext context(Format format) {
        Map<String, TensorType> weights = Map.of("w", TensorType.stored(format, 64, 96));
        return CompileContext.of(WeightSource.of(weights, Map.of()), REGISTRY);
    }

    private static Compiled compile(String text, CompileContext context) {
        Script script = Script.parse("test", text);
        return Pipeline.compile(script, script.graphNames().getFirst(), context, Pipeline.Checking.VERIFIED);
    }

    private static List<Node> relayouts(Compiled compiled) {
        return compiled.graph().load().stream()
                .filter(node -> node.op().equals("relayout"))
                .toList();
    }

    @Test
    void aWeightThatMeetsAKernelOfTheOtherOrderIsRelaidOutOnce() {
        Compiled compiled = compile(LINEAR, context(Format.Q8_0));
        String text = compiled.graph().toString();
        assertEquals(1, relayouts(compiled).size(), text);
        assertTrue(compiled.graph().body().stream().noneMatch(node -> node.op().equals("relayout")), text);
        assertTrue(text.contains("= relayout(w)  // 6,528 bytes\n"), text);
        assertEquals(
                6528,
                compiled.decisions().stream()
                        .mapToLong(decision -> decision.relayoutBytes())
                        .sum());
    }

    @Test
    void aSharedCopyCountsOnce() {
        String tied = "graph g(ids: i32[T]) -> f32[T, 64] { return linear(embed(weight(\"w\"), ids), weight(\"w\")) }";
        Compiled compiled = compile(tied, context(Format.Q8_0));
        long copies = relayouts(compiled).size();
        assertTrue(copies >= 1, compiled.graph().toString());
        assertEquals(
                copies * 6528,
                compiled.graph().relayoutBytes(),
                compiled.graph().toString());
    }

    @Test
    void whatIsExplainedExplainsToTheSame() {
        Compiled compiled = compile(LINEAR, context(Format.Q8_0));
        for (CompileContext again : List.of(context(Format.Q8_0), CompileContext.of(WeightSource.NONE, REGISTRY))) {
            Compiled second = compile(compiled.graph().toString(), again);
            assertEquals(compiled.graph().toString(), second.graph().toString());
            assertEquals(Explanation.of(compiled.decisions()), Explanation.of(second.decisions()));
        }
    }

    @Test
    void withPrepackOffNothingIsRelaidOut() {
        for (Format format : List.of(Format.Q8_0, Format.Q4_0, Format.Q4_K, Format.Q6_K, Format.F16, Format.F32)) {
            for (Numerics numerics : Numerics.values()) {
                String text = LINEAR.replace("96", "768");
                WeightSource source = WeightSource.of(Map.of("w", TensorType.stored(format, 64, 768)), Map.of());
                CompileContext context = CompileContext.of(source, REGISTRY)
                        .withPrepack(PrepackPolicy.OFF)
                        .withNumerics(numerics)
                        .withStrictness(Strictness.STRICT);
                Compiled compiled = compile(text, context);
                assertTrue(relayouts(compiled).isEmpty(), compiled.graph().toString());
                boolean quantizes = compiled.graph().body().stream()
                        .anyMatch(node -> node.op().equals("quantize"));
                boolean expected = numerics == Numerics.Q8 && !format.isDense();
                assertEquals(expected, quantizes, format + " " + numerics + "\n" + compiled.graph());
            }
        }
    }

    /// A single call takes less time than the copy that would make it faster; the text says so.
    @Test
    void aRelayoutHasToPayOverTheCallsThatAreExpected() {
        String text = LINEAR.replace("96", "2048").replace("64", "2048");
        WeightSource source = WeightSource.of(Map.of("w", TensorType.stored(Format.Q4_0, 2048, 2048)), Map.of());
        Compiled once = compile(text, CompileContext.of(source, REGISTRY).withCalls(1));
        assertTrue(relayouts(once).isEmpty(), once.graph().toString());
        String reasons = Explanation.of(once.decisions());
        assertTrue(reasons.contains(" ns a call and a relayout of 2,359,296 bytes, against "), reasons);
        Compiled often = compile(text, CompileContext.of(source, REGISTRY));
        assertEquals(1, relayouts(often).size(), often.graph().toString());
    }

    @Test
    void aChoiceNamesOnlyKernelsOfTheFormatOfTheWeight() {
        for (PrepackPolicy prepack : PrepackPolicy.values()) {
            Compiled compiled = compile(LINEAR, context(Format.Q4_0).withPrepack(prepack));
            Decision linear = compiled.decisions().stream()
                    .filter(decision -> decision.op().equals("linear"))
                    .findFirst()
                    .orElseThrow();
            List<Rejected> rejected = linear.rejected();
            assertTrue(rejected.size() > 5, rejected::toString);
            assertTrue(
                    rejected.stream().allMatch(other -> other.kernel().startsWith("linear.q4_0.")), linear::toString);
            boolean namesLayouts =
                    rejected.stream().anyMatch(other -> other.reason().endsWith("and prepack is off"));
            assertEquals(prepack == PrepackPolicy.OFF, namesLayouts, linear::toString);
        }
    }

    @Test
    void everyOperationOfTheTableHasKernels() {
        TreeSet<String> missing = new TreeSet<>();
        for (Op op : Ops.all()) {
            if (!op.is(Op.Trait.LOAD)
                    && !op.is(Op.Trait.ALIAS)
                    && REGISTRY.ofOp(op.name()).isEmpty()) {
                missing.add(op.name());
            }
        }
        assertEquals(new TreeSet<>(), missing);
        assertTrue(Ops.all().size() > 30);
    }

    @Test
    void aGraphOfEveryOperationCompilesWithoutReferenceKernels() {
        String text = """
                graph g(x: f32[T, 64], ids: i32[T], pos: i32[], e: f32[32, 64], b: f32[64]) -> (f32[T, 64], i32[T], f16[T, 64]) {
                  state k: f16[128, 64]
                  state v: f16[128, 64]
                  h = embed(e, ids) + x
                  n = layer_norm(rms_norm(h, b), b, b)
                  q = rope(n, pos, head_dim = 16)
                  f = rope(n, pos, head_dim = 16, dims = 8, mode = "neox")
                  a = attention(q, f, n, k, v, pos, heads = 4)
                  c = attention(a, q, n, heads = 4, causal = false)
                  s = softmax(matmul(c, transpose(e)))
                  y = concat(s, s, axis = 1) / 2 - silu(c) * gelu(c)
                  z = relu(sigmoid(tanh(exp(sqrt(-y)))))
                  r = reshape(z, [T, 4, 16])
                  m = sum(r) + mean(r) * max(r)
                  w = concat(m, narrow(z, axis = 1, from = 4, size = 60)) * 0.5
                  return w, argmax(w), cast(w, "f16")
                }
                """;
        CompileContext context = CompileContext.of(WeightSource.NONE, REGISTRY).withStrictness(Strictness.STRICT);
        Compiled compiled = compile(text, context);
        assertEquals(List.of(), compiled.warnings());
        assertFalse(compiled.graph().body().isEmpty());
        Compiled again = compile(compiled.graph().toString(), context);
        assertEquals(compiled.graph().toString(), again.graph().toString());
    }
}
