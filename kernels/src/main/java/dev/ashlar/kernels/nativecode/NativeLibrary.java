// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.nativecode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The library of the native kernels, which a build with a C compiler packs into the jar with its SHA-256 beside it.
///
/// It is loaded once, when its state is first asked for: copied to a private directory, verified, loaded, deleted.
public final class NativeLibrary {
    private static final List<String> MACHINES = List.of("x86_64", "aarch64");
    private static final Optional<String> REFUSAL = load(NativeLibrary::resource);

    private NativeLibrary() {}

    /// Tells why the native kernels cannot run here.
    ///
    /// @return empty if they can: the library is loaded
    public static Optional<String> refusal() {
        return REFUSAL;
    }

    /// Returns where the library may be, relative to this class: `linux-x86_64/libashlar_kernels.so` and the same for
    /// other machines, of which the right one is the one that can be loaded.
    static List<String> paths() {
        String name = System.mapLibraryName("ashlar_kernels");
        String system = name.endsWith(".dylib") ? "macos" : "linux";
        return MACHINES.stream()
                .map(machine -> system + "-" + machine + "/" + name)
                .toList();
    }

    /// Loads the library.
    ///
    /// @param resources gives the bytes of a path
    /// @return why it is not loaded, or empty
    static Optional<String> load(Function<String, Optional<byte[]>> resources) {
        List<String> refusals = new ArrayList<>();
        for (String path : paths()) {
            Optional<byte[]> library = resources.apply(path);
            if (library.isPresent()) {
                Optional<String> refusal = load(path, library.get(), resources.apply(path + ".sha256"));
                if (refusal.isEmpty()) {
                    return Optional.empty();
                }
                refusals.add(refusal.get());
            }
        }
        return Optional.of(
                refusals.isEmpty()
                        ? "this build has none of '%s', as it was made without a C compiler"
                                .formatted(String.join("', '", paths()))
                        : String.join("; ", refusals));
    }

    private static Optional<String> load(String path, byte[] library, Optional<byte[]> hash) {
        String expected = hash.map(bytes -> new String(bytes, StandardCharsets.US_ASCII).strip())
                .orElse("none");
        String found = sha256(library);
        if (!found.equals(expected)) {
            return Optional.of("'%s' has the SHA-256 %s, expected %s".formatted(path, found, expected));
        }
        if (!NativeLibrary.class.getModule().isNativeAccessEnabled()) {
            return Optional.of(
                    "native access is not enabled"
                            + " (start the JVM with --enable-native-access=dev.ashlar.kernels, or =ALL-UNNAMED on the class path)");
        }
        return loadBytes(path, library);
    }

    @SuppressWarnings("restricted")
    private static Optional<String> loadBytes(String path, byte[] library) {
        try {
            Path directory = Files.createTempDirectory("ashlar");
            Path file = directory.resolve(Path.of(path).getFileName());
            try {
                Files.write(file, library);
                System.load(file.toAbsolutePath().toString());
                return Optional.empty();
            } finally {
                Files.deleteIfExists(file);
                Files.delete(directory);
            }
        } catch (IOException | UnsatisfiedLinkError e) {
            return Optional.of("'%s' cannot be loaded: %s".formatted(path, e));
        }
    }

    static Optional<byte[]> resource(String path) {
        try (InputStream in = NativeLibrary.class.getResourceAsStream(path)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
