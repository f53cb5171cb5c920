// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunCommandTest {
    private static final String SCRIPT = """
            graph twice(x: f32[T, 3]) -> f32[T, 3] {
              return x + x
            }
            graph both(x: f32[T], y: f32[T]) -> (f32[T], f32[T]) {
              return x + y, x - y
            }
            """;

    @TempDir
    private Path directory;

    @Test
    void writesWhatItReadsBack() throws IOException {
        Path script = Files.writeString(directory.resolve("s.ashlar"), SCRIPT);
        Path first = directory.resolve("first.npy");
        run(script, "twice", "--dim", "T=2", "--input", "x=random:5", "--output", "npy:" + first);
        String again = run(script, "twice", "--input", "x=@" + first, "--output", "json");
        String zeros = run(script, "twice", "--input", "x=zeros", "--output", "json");
        assertEquals("[[0.0,0.0,0.0]]", zeros.strip());
        Path json = Files.writeString(directory.resolve("x.json"), "[[1, 2, 3]]");
        assertEquals(
                "[[2.0,4.0,6.0]]",
                run(script, "twice", "--input", "x=@" + json, "--output", "json")
                        .strip());
        assertEquals(2, new ObjectMapper().readTree(again).size());
    }

    @Test
    void severalResultsAreAListOrSeveralFiles() throws IOException {
        Path script = Files.writeString(directory.resolve("s.ashlar"), SCRIPT);
        List<String> inputs = List.of("--input", "x=[3, 5]", "--input", "y=[1, 2]");
        String json = run(script, "both", concat(inputs, "--output", "json"));
        assertEquals("[[4.0,7.0],[2.0,3.0]]", json.strip());
        run(script, "both", concat(inputs, "--output", "npy:" + directory.resolve("r.npy")));
        assertTrue(Files.exists(directory.resolve("r.0.npy")) && Files.exists(directory.resolve("r.1.npy")));
    }

    @Test
    void refusesInputsThatDoNotFit() throws IOException {
        Path script = Files.writeString(directory.resolve("s.ashlar"), SCRIPT);
        assertEquals("no input for 'x' (f32[T, 3]): give --input x=...", fails(script, "twice"));
        assertEquals(
                "no parameter 'z' in graph 'twice', expected 'x' (f32[T, 3])",
                fails(script, "twice", "--input", "z=zeros"));
        assertTrue(fails(script, "twice", "--input", "x=[[1, 2]]").contains("expected f32[T, 3]"));
        assertTrue(
                fails(script, "both", "--input", "x=[1]", "--input", "y=[1, 2]").contains("expected 1 for f32[T]"));
        assertTrue(fails(script, "twice", "--input", "x=[1, 2").contains("no JSON"));
        assertTrue(fails(script, "twice", "--input", "x=@none.npy").contains("none.npy: no such file"));
    }

    @Test
    void refusesScriptsWithAllThatIsWrongInThem() throws IOException {
        Path script = Files.writeString(
                directory.resolve("bad.ashlar"), "graph f(x: f32[T]) -> f32[T] {\n  y = sing(x)\n  return y + z\n}\n");
        Invocation run = Invocation.of("run", script.toString(), "--input", "x=[1]");
        assertEquals(1, run.code());
        assertEquals("", run.out());
        assertTrue(run.err().contains("bad.ashlar:2:7: "), run.err());
        assertTrue(run.err().contains("bad.ashlar:3:14: "), run.err());
        assertTrue(run.err().contains("^^^^"), run.err());
        assertEquals(
                "none.ashlar: no such file", Invocation.of("run", "none.ashlar").fails(1));
    }

    private static String run(Path script, String graph, String... more) {
        return Invocation.of(command(script, graph, more)).succeeds();
    }

    private static String fails(Path script, String graph, String... more) {
        return Invocation.of(command(script, graph, more)).fails(1);
    }

    private static String[] command(Path script, String graph, String... more) {
        return concat(List.of("run", script.toString(), "--graph", graph), more);
    }

    private static String[] concat(List<String> first, String... more) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }
}
