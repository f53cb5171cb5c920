// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import com.oracle.truffle.api.TruffleFile;
import com.oracle.truffle.api.TruffleLanguage.Env;
import dev.ashlar.language.node.AshlarException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Finds the folder of relaid-out weights that a context may use.
final class CacheFolder {
    private CacheFolder() {}

    /// Makes the folder, through the file access of the context.
    ///
    /// @param env of the context
    /// @param path empty for none
    /// @return the folder, if there is to be one
    static Optional<Path> open(Env env, String path) {
        if (path.isEmpty()) {
            return Optional.empty();
        }
        try {
            TruffleFile file = env.getPublicTruffleFile(path).getAbsoluteFile();
            file.createDirectories();
            Path folder = Path.of(file.getPath());
            if (!file.isWritable() || !Files.isDirectory(folder)) {
                throw new AshlarException(
                        "option ashlar.PrepackCache: cannot use '%s': expected a folder that can be written to"
                                .formatted(path));
            }
            return Optional.of(folder);
        } catch (IOException | SecurityException | IllegalArgumentException | UnsupportedOperationException e) {
            throw new AshlarException(
                    "option ashlar.PrepackCache: cannot use '%s': %s".formatted(path, e.getMessage()));
        }
    }
}
