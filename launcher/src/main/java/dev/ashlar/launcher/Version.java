// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/// What `--version` prints: the versions of Ashlar and of what it runs on.
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        Properties build = build();
        return new String[] {
            "ashlar %s (Graal %s, JDK %s, %s %s)"
                    .formatted(
                            build.getProperty("version"),
                            build.getProperty("graal"),
                            Runtime.version(),
                            System.getProperty("os.name"),
                            System.getProperty("os.arch"))
        };
    }

    /// Returns what the build wrote down: `version`, and `graal`, the version of the compiler that belongs to it.
    static Properties build() throws IOException {
        Properties properties = new Properties();
        try (InputStream stream = Version.class.getResourceAsStream("build.properties")) {
            properties.load(stream);
        }
        return properties;
    }
}
