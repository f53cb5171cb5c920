// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.graalvm.polyglot.proxy.ProxyObject;

/// What `load` takes for the weights that a file holds.
final class WeightsFile {
    private WeightsFile() {}

    /// Returns the path of a GGUF file, or the tensors by name that a JSON file holds.
    static Object read(Path file) throws IOException {
        if (!file.toString().endsWith(".json")) {
            return file.toAbsolutePath().toString();
        }
        if (!(Json.parse(file.toString(), ScriptFile.text(file)) instanceof Map<?, ?> named)) {
            throw new UserException("%s: expected an object with a list of numbers for each weight".formatted(file));
        }
        Map<String, Object> tensors = new HashMap<>();
        named.forEach((name, nested) -> tensors.put(
                name.toString(),
                HostTensor.ofNested("%s: weight '%s'".formatted(file, name), nested)
                        .toHost()));
        return ProxyObject.fromMap(tensors);
    }
}
