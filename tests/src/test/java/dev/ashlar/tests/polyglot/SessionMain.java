// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.polyglot;

import com.sun.management.ThreadMXBean;
import dev.ashlar.inference.Model;
import dev.ashlar.inference.Session;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Lets the embedded model evaluate tokens until its kernels are compiled, and then some more; prints how much one of
/// these steps allocates on the heap, besides the logits that it returns. Then does so with a trace, and prints what it
/// says of relayouts.
final class SessionMain {
    private static final int STEPS = 200;
    private static final int ROUNDS = 8;
    private static final int STEADY = 50;
    private static final int ARRAY_HEADER_BYTES = 16;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private SessionMain() {}

    public static void main(String[] arguments) throws IOException {
        long[] allocated = new long[STEPS];
        try (Model model = Model.embedded(Model.Options.DEFAULT.withThreads(2))) {
            Session session = model.session();
            for (int round = 0; round < ROUNDS; round++) {
                session.reset();
                evaluate(session, allocated);
            }
        }
        long[] steady = Arrays.copyOfRange(allocated, STEPS - STEADY, STEPS);
        Arrays.sort(steady);
        System.out.println("bytes per step: " + steady[STEADY / 2]);
        trace(Path.of(arguments[0]));
    }

    private static void evaluate(Session session, long[] allocated) {
        for (int i = 0; i < allocated.length; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            float[] logits = session.evaluate(400 + i);
            allocated[i] = THREADS.getCurrentThreadAllocatedBytes()
                    - before
                    - ARRAY_HEADER_BYTES
                    - (long) logits.length * Float.BYTES;
        }
    }

    private static void trace(Path file) throws IOException {
        Map<String, String> language = Map.of("ashlar.Trace", file.toString());
        try (Model model = Model.embedded(Model.Options.DEFAULT.withLanguage(language))) {
            evaluate(model.session(), new long[3]);
        }
        List<String> lines = Files.readAllLines(file);
        int firstKernel = 0;
        while (!lines.get(firstKernel).contains("\"cat\":\"kernel\"")) {
            firstKernel++;
        }
        System.out.println("relayouts at load: " + adapters(lines.subList(0, firstKernel)));
        System.out.println("relayouts later: " + adapters(lines.subList(firstKernel, lines.size())));
    }

    private static long adapters(List<String> lines) {
        return lines.stream()
                .filter(line -> line.contains("\"cat\":\"adapter\""))
                .count();
    }
}
