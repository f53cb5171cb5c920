// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.jmh;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.Value;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// A perceptron of 64, 128 and 10 neurons for one row: as a graph called from Java and from JavaScript, and
/// written by hand in Java. All get numbers and deliver numbers; the graph and [#javaEightSums] give the same
/// bits.
///
/// The graph is compiled only in a JVM with the Graal compiler, which `tests/jmh/run` starts.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 2)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class MlpBenchmark {
    private static final int IN = 64;
    private static final int HIDDEN = 128;
    private static final int OUT = 10;
    private static final int CALLS = 1000;
    private static final String SCRIPT = """
            graph mlp(x: f32[T, 64]) -> f32[T, 10] {
              hidden = relu(linear(x, weight("w1")) + weight("b1"))
              return linear(hidden, weight("w2")) + weight("b2")
            }
            """;
    private static final String LOOP = """
            (mlp) => {
              const x = new Float32Array(64).map((_, i) => i / 64);
              const y = new Float32Array(10);
              return (calls) => {
                for (let call = 0; call < calls; call++) {
                  const row = mlp(x)[0];
                  for (let i = 0; i < y.length; i++) y[i] = row[i];
                }
                return y[0];
              };
            }
            """;

    private final float[][] w1 = new float[HIDDEN][IN];
    private final float[] b1 = new float[HIDDEN];
    private final float[][] w2 = new float[OUT][HIDDEN];
    private final float[] b2 = new float[OUT];
    private final float[] x = new float[IN];
    private final float[] hidden = new float[HIDDEN];
    private final float[] y = new float[OUT];
    private final byte[] bytes = new byte[4 * OUT];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);

    private Context context;
    private Value graph;
    private Value view;
    private Value loop;

    /// Loads the graph, and checks that it computes what the loops do.
    @Setup
    public void setUp() {
        Random random = new Random(1);
        for (float[] row : w1) {
            fill(random, row);
        }
        for (float[] row : w2) {
            fill(random, row);
        }
        fill(random, b1);
        fill(random, b2);
        fill(random, x);
        context = Context.newBuilder("ashlar", "js")
                .allowHostAccess(HostAccess.ALL)
                .allowPolyglotAccess(PolyglotAccess.ALL)
                .build();
        graph = context.eval("ashlar", SCRIPT)
                .invokeMember("load", Map.of("w1", w1, "b1", b1, "w2", w2, "b2", b2))
                .getMember("mlp");
        view = graph.getMember("view");
        loop = context.eval("js", LOOP).execute(graph);
        float[] expected = javaEightSums().clone();
        float[] found = ashlarFromJava();
        for (int i = 0; i < OUT; i++) {
            if (Float.floatToRawIntBits(expected[i]) != Float.floatToRawIntBits(found[i])) {
                throw new IllegalStateException("y[%d]: found %s, expected %s".formatted(i, found[i], expected[i]));
            }
        }
    }

    private static void fill(Random random, float[] values) {
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat() - 0.5f;
        }
    }

    /// Frees the graph.
    @TearDown
    public void tearDown() {
        context.close();
    }

    /// Eight partial sums by fused multiply-add, as the graph sums.
    @Benchmark
    @Warmup(iterations = 3, time = 1)
    public float[] javaEightSums() {
        for (int row = 0; row < HIDDEN; row++) {
            hidden[row] = Math.max(0f, eightSums(x, w1[row]) + b1[row]);
        }
        for (int row = 0; row < OUT; row++) {
            y[row] = eightSums(hidden, w2[row]) + b2[row];
        }
        return y;
    }

    private static float eightSums(float[] a, float[] b) {
        float s0 = 0f;
        float s1 = 0f;
        float s2 = 0f;
        float s3 = 0f;
        float s4 = 0f;
        float s5 = 0f;
        float s6 = 0f;
        float s7 = 0f;
        for (int i = 0; i < a.length; i += 8) {
            s0 = Math.fma(a[i], b[i], s0);
            s1 = Math.fma(a[i + 1], b[i + 1], s1);
            s2 = Math.fma(a[i + 2], b[i + 2], s2);
            s3 = Math.fma(a[i + 3], b[i + 3], s3);
            s4 = Math.fma(a[i + 4], b[i + 4], s4);
            s5 = Math.fma(a[i + 5], b[i + 5], s5);
            s6 = Math.fma(a[i + 6], b[i + 6], s6);
            s7 = Math.fma(a[i + 7], b[i + 7], s7);
        }
        return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
    }

    /// One sum a neuron, as one writes it first.
    @Benchmark
    @Warmup(iterations = 3, time = 1)
    public float[] javaOneSum() {
        for (int row = 0; row < HIDDEN; row++) {
            hidden[row] = Math.max(0f, oneSum(x, w1[row]) + b1[row]);
        }
        for (int row = 0; row < OUT; row++) {
            y[row] = oneSum(hidden, w2[row]) + b2[row];
        }
        return y;
    }

    private static float oneSum(float[] a, float[] b) {
        float sum = 0f;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /// An array in, the bytes of the result out and into an array.
    @Benchmark
    public float[] ashlarFromJava() {
        return floats(graph.execute((Object) x));
    }

    /// The same, with a result that shares the memory of the graph.
    @Benchmark
    public float[] ashlarViewFromJava() {
        return floats(view.execute((Object) x));
    }

    private float[] floats(Value result) {
        result.readBuffer(0, bytes, 0, bytes.length);
        for (int i = 0; i < OUT; i++) {
            y[i] = buffer.getFloat(4 * i);
        }
        return y;
    }

    /// A `Float32Array` in, the elements of the result into another, in a loop of JavaScript.
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public float ashlarFromJavaScript() {
        return loop.execute(CALLS).asFloat();
    }
}
