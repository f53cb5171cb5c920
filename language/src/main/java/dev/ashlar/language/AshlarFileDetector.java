// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import com.oracle.truffle.api.TruffleFile;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// Recognizes `*.ashlar`.
public final class AshlarFileDetector implements TruffleFile.FileTypeDetector {
    /// For the polyglot API.
    public AshlarFileDetector() {}

    @Override
    public String findMimeType(TruffleFile file) {
        String name = file.getName();
        return name != null && name.endsWith(".ashlar") ? AshlarLanguage.MIME_TYPE : null;
    }

    @Override
    public Charset findEncoding(TruffleFile file) {
        return StandardCharsets.UTF_8;
    }
}
