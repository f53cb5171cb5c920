// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.polyglot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Kernels are compiled by the last tier, and stay so.
class CompilationTest {
    private static final int MAX_BYTES_PER_CALL = 1_000;
    private static final int MAX_COMPILATIONS = 40;

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void kernelsAndSmallGraphsAreCompiledOnce(int threads) throws Exception {
        String output = CompilerJvm.run(CompiledMain.class, Integer.toString(threads));
        List<String> lines = output.lines().toList();
        for (String root : List.of("linear.f32", "relu.", "mlp ")) {
            assertTrue(
                    lines.stream()
                            .anyMatch(line ->
                                    line.contains("opt done") && line.contains(root) && line.contains("Tier 2")),
                    root + "\n" + output);
        }
        assertFalse(output.contains("opt failed"), output);
        assertFalse(output.contains("no Graal compiler"), output);
        int steady = lines.indexOf("steady");
        assertTrue(steady > 0, output);
        List<String> later = lines.subList(steady, lines.size()).stream()
                .filter(line -> line.matches(".*opt (deopt|inval).*(mlp |linear|relu).*"))
                .toList();
        assertEquals(List.of(), later, output);
        assertTrue(number(output, "bytes per call: ") < MAX_BYTES_PER_CALL, output);
    }

    @Test
    void everyExampleCompilesAndDepthCostsNoCompilation() throws Exception {
        String output = CompilerJvm.run(ExamplesMain.class);
        assertFalse(output.contains("opt failed"), output);
        assertTrue(output.contains("mlp: f32[4, 1] [[0.0], [1.0], [1.0], [0.0]]"), output);
        assertTrue(number(output, "steps: ") >= 150, output);
        long linear = output.lines()
                .filter(line -> line.matches(".*opt done .* linear\\.\\S+\\(f32\\[_x_\\].*"))
                .count();
        // Once as a call of plain loops, once with the kernel: for 60 matrices of two shapes.
        assertTrue(linear <= 2, output);
        assertTrue(number(output, "bytes per call: ") < MAX_BYTES_PER_CALL, output);
    }

    @Test
    void aFunctionThatReadsTensorsIsCompiled() throws Exception {
        String output = CompilerJvm.run(ReaderMain.class);
        assertFalse(output.contains("opt failed"), output);
        assertTrue(output.lines().anyMatch(line -> line.contains("opt done") && line.contains(" reader ")), output);
        assertTrue(output.contains("sum: 600"), output);
    }

    @Test
    void aStepOfASessionRelaysOutNothingAndAllocatesLittle(@TempDir Path folder) throws Exception {
        String output =
                CompilerJvm.run(SessionMain.class, folder.resolve("trace.json").toString());
        assertTrue(number(output, "bytes per step: ") < MAX_BYTES_PER_CALL, output);
        assertTrue(number(output, "relayouts at load: ") > 10, output);
        assertEquals(0, number(output, "relayouts later: "), output);
    }

    @Test
    void kernelsOfALargeModelAreCompiledBeforeItRuns() throws Exception {
        String output = CompilerJvm.run(RehearsalMain.class);
        List<String> lines = output.lines().toList();
        int first = lines.indexOf("first call");
        assertTrue(first > 0, output);
        for (String root : List.of("linear.f32\\S+", "relu\\.")) {
            assertTrue(
                    lines.subList(0, first).stream()
                            .anyMatch(line -> line.matches(".*opt done .*" + root + ".*Tier 2.*")),
                    root + "\n" + output);
        }
        assertFalse(output.contains("opt failed"), output);
        assertTrue(output.contains("right: true"), output);
        assertTrue(output.contains("threads left: 0"), output);
    }

    @Test
    void aDeepModelCompilesWhatAShallowOneDoes(@TempDir Path folder) throws Exception {
        String output = CompilerJvm.run(LayersMain.class, folder.toString(), "4", "24");
        assertFalse(output.contains("opt failed"), output);
        int second = output.indexOf("layers 24");
        assertTrue(second > 0, output);
        List<String> shallow = compiled(output.substring(0, second));
        List<String> deep = compiled(output.substring(second));
        assertTrue(deep.size() > 10 && deep.size() <= MAX_COMPILATIONS, deep.size() + "\n" + output);
        assertEquals(new TreeSet<>(shallow), new TreeSet<>(deep), output);
        for (String model : List.of(output.substring(0, second), output.substring(second))) {
            int steady = model.indexOf("steady");
            assertTrue(steady > 0, output);
            assertFalse(model.substring(steady).contains("[engine] opt"), output);
        }
    }

    @Test
    void kernelsForManyRowsTakeOverFromThoseForOneWithTheSameBits(@TempDir Path folder) throws Exception {
        String output = CompilerJvm.run(SwitchMain.class, folder.toString());
        assertFalse(output.contains("opt failed"), output);
        int first = output.indexOf("many rows");
        int results = output.indexOf("have results");
        assertTrue(0 < first && first < results, output);
        List<String> before = compiled(output.substring(0, first));
        List<String> after = compiled(output.substring(results));
        for (String kernel : List.of(
                "linear.f16.contiguous.vector(f32[_x_], f16[_x_])",
                "linear.q4_0.input_block_major_x32.q8.vector(q8_0[_x_], q4_0[_x_])")) {
            assertTrue(before.contains(kernel + " of one row"), output);
            assertFalse(before.contains(kernel), output);
            // What is compiled earlier does not have the kernel, only the call of another one.
            assertTrue(after.contains(kernel), output);
        }
        assertTrue(number(output, "distinct values: ") > 100, output);
        assertTrue(output.contains("same bits: true"), output);
    }

    /// The names of all roots that were compiled, each as often as it was.
    private static List<String> compiled(String log) {
        Pattern done = Pattern.compile("opt done +engine=\\d+ +id=\\d+ +(.*?) +\\|");
        return done.matcher(log).results().map(match -> match.group(1)).toList();
    }

    private static long number(String output, String label) {
        String line = output.lines()
                .filter(text -> text.startsWith(label))
                .findFirst()
                .orElseThrow(() -> new AssertionError(output));
        return Long.parseLong(line.substring(label.length()));
    }
}
