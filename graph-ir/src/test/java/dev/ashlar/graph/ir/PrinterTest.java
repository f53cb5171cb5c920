// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.graph.syntax.Script;
import org.junit.jupiter.api.Test;

class PrinterTest {
    private static final long SEED = 20261129;

    @Test
    void whatIsPrintedReadsBackEqual() {
        for (long seed = SEED; seed < SEED + 2000; seed++) {
            Graph graph = new RandomGraphs(seed).graph();
            String text = Printer.print(graph);
            String message = "seed " + seed + "\n" + text;
            Script script = Script.parse("seed " + seed, text);
            Graph read = GraphReader.read(script.graphs().getFirst())
                    .orElseThrow(() -> new AssertionError("not flat: " + message));
            assertEquals(graph, read, message);
            assertEquals(text, Printer.print(read), message);
        }
    }
}
