// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.graph.Golden;
import dev.ashlar.graph.syntax.Script;
import dev.ashlar.graph.syntax.ScriptException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Scripts with tokens exchanged compile to what the verifier accepts, or are refused with a place; nothing else
/// happens.
class MutilatedScriptTest {
    private static final long SEED = 11;
    private static final int ROUNDS = 1500;

    @Test
    void anyMutilatedScriptCompilesOrIsRefused() throws IOException {
        List<Golden> goldens = new ArrayList<>();
        for (String pass : Pipeline.passes()) {
            goldens.addAll(Golden.in(pass));
        }
        goldens.addAll(Golden.in("errors"));
        goldens.addAll(Golden.in("verify"));
        goldens.removeIf(golden -> golden.file().endsWith("loop.ashlar"));
        Random random = new Random(SEED);
        int compiled = 0;
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Golden golden = goldens.get(random.nextInt(goldens.size()));
            String text = mutilated(golden.before(), random);
            try {
                compile(text, golden.context());
                compiled++;
            } catch (ScriptException e) {
                refused++;
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed %d, round %d: %s\n%s".formatted(SEED, round, golden.file(), text), e);
            }
        }
        assertTrue(compiled > 100 && refused > 100, "compiled %d, refused %d".formatted(compiled, refused));
    }

    private static void compile(String text, CompileContext context) {
        Script script = Script.parse("mutilated", text);
        for (String graph : script.graphNames()) {
            Compiled compiled = Pipeline.compile(script, graph, context, Pipeline.Checking.VERIFIED);
            Script printed = Script.parse("printed", compiled.graph().toString());
            CompileContext again = context.withOptions(Map.of());
            Pipeline.compile(printed, graph, again, Pipeline.Checking.VERIFIED);
        }
    }

    private static String mutilated(String text, Random random) {
        String[] words = text.split("(?<=[^\\w.\"])|(?=[^\\w.\"])");
        int changes = 1 + random.nextInt(2);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(words.length);
            String other = words[random.nextInt(words.length)];
            boolean alike = !other.isEmpty()
                    && !words[at].isEmpty()
                    && Character.isLetter(other.charAt(0)) == Character.isLetter(words[at].charAt(0));
            words[at] = alike || random.nextInt(4) == 0 ? other : words[at];
        }
        return String.join("", words);
    }
}
