// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// The small model that comes with the library, as a file.
///
/// Inside of a jar it is copied to a temporary file, because weights are mapped; closing deletes the copy.
public final class EmbeddedModel implements AutoCloseable {
    private static final String RESOURCE = "embedded/tiny-Q8_0.gguf";

    private enum Ownership {
        RESOURCE,
        COPY
    }

    private final Path file;
    private final Ownership ownership;

    private EmbeddedModel(Path file, Ownership ownership) {
        this.file = file;
        this.ownership = ownership;
    }

    /// Opens the model.
    ///
    /// @return the open model; the caller closes it
    public static EmbeddedModel open() {
        URL url = EmbeddedModel.class.getResource(RESOURCE);
        if (url == null) {
            throw new IllegalStateException("resource '%s' is missing".formatted(RESOURCE));
        }
        try {
            URI uri = url.toURI();
            if ("file".equals(uri.getScheme())) {
                return new EmbeddedModel(Path.of(uri), Ownership.RESOURCE);
            }
            return new EmbeddedModel(copy(url), Ownership.COPY);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException("embedded model cannot be copied to a temporary file", e);
        }
    }

    private static Path copy(URL url) throws IOException {
        Path file = Files.createTempFile("ashlar-tiny-", ".gguf");
        file.toFile().deleteOnExit();
        try (InputStream in = url.openStream()) {
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }

    /// Returns where the model is.
    ///
    /// @return a GGUF file; gone after [#close] when it is a copy
    public Path file() {
        return file;
    }

    /// Deletes the file when it is a copy.
    @Override
    public void close() {
        if (ownership == Ownership.RESOURCE) {
            return;
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // A system that does not delete mapped files does it when the process ends.
            file.toFile().deleteOnExit();
        }
    }
}
