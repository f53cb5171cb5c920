// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.graalvm.polyglot.Engine;

/// Says in one line when the Graal compiler does not fit the JDK, so that graphs run interpreted.
///
/// The script turns off the engine's own warning (`polyglot.engine.WarnInterpreterOnly`), which is five lines.
final class CompilerFit {
    private static final String INTERPRETED = "Interpreted";

    private CompilerFit() {}

    static void check(AshlarCommand parent) {
        try (Engine engine = Engine.create()) {
            if (engine.getImplementationName().equals(INTERPRETED)) {
                parent.note(message(Version.build().getProperty("graal")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String message(String compiler) {
        return "the Graal compiler %s does not fit this JDK (%s), so graphs run interpreted and slowly; JDK %s fits"
                .formatted(compiler, Runtime.version(), compiler);
    }
}
