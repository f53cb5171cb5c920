// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.inference;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Java examples of the page on models compile.
class DocumentationTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String HEAD = """
            import dev.ashlar.inference.*;
            import dev.ashlar.inference.sampling.*;
            import dev.ashlar.inference.tokenizer.*;
            import java.nio.file.Path;
            class Examples {
                Model model;
                Session session;
                GenerateOptions options;
                int[] otherTokens;
            """;

    @TempDir
    private Path folder;

    @Test
    void examplesCompile() throws IOException {
        Path page = Path.of("..", "docs", "inference.md");
        List<String> blocks = BLOCK.matcher(Files.readString(page))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        assertTrue(blocks.size() >= 5, "blocks: " + blocks.size());
        StringBuilder source = new StringBuilder(HEAD);
        for (int index = 0; index < blocks.size(); index++) {
            source.append("void example%d() {\n%s}\n".formatted(index, blocks.get(index)));
        }
        source.append("}\n");
        StringWriter messages = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = new ArrayList<>(List.of("-d", folder.toString(), "-cp", classPath()));
        JavaFileObject unit =
                new SimpleJavaFileObject(URI.create("string:///Examples.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        assertTrue(
                compiler.getTask(messages, null, null, options, null, List.of(unit))
                        .call(),
                messages::toString);
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
