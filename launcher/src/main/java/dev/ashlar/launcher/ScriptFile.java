// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.graph.syntax.Script;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// Scripts named on the command line, and what belongs to them.
final class ScriptFile {
    private ScriptFile() {}

    /// Reads the text of a script.
    static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new UserException("%s: no UTF-8 text".formatted(file), e);
        }
    }

    /// Reads and parses a script.
    static Script read(Path file) throws IOException {
        return Script.parse(file.toString(), text(file));
    }

    /// Returns the name of a graph of the script.
    ///
    /// @param wanted null for the last one, which may use all that is before it
    static String graph(Script script, String wanted) {
        if (script.graphNames().isEmpty()) {
            throw new UserException(
                    "%s: no graph in this script".formatted(script.source().name()));
        }
        if (wanted == null) {
            return script.graphNames().getLast();
        }
        if (!script.graphNames().contains(wanted)) {
            throw new UserException("%s: no graph '%s', expected one of %s"
                    .formatted(script.source().name(), wanted, script.graphNames()));
        }
        return wanted;
    }

    /// Reads the values of options: integers, numbers, `true` and `false`, anything else is a text.
    static Map<String, Object> options(Map<String, String> texts) {
        Map<String, Object> values = new LinkedHashMap<>();
        texts.forEach((name, text) -> values.put(name, value(text)));
        return values;
    }

    private static Object value(String text) {
        if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        try {
            return text.matches("[+-]?\\d+") ? (Object) Long.valueOf(text) : (Object) Double.valueOf(text);
        } catch (NumberFormatException e) {
            return text;
        }
    }
}
