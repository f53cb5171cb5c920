// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/// Which model a file is: two files with equal identities hold the same tensors.
///
/// @param files names without folders, in the order of the parts
/// @param stamp sizes and times of the last change of the files
/// @param header digest of all headers: metadata, and names, formats, shapes and places of the tensors
public record ModelIdentity(List<String> files, String stamp, String header) {
    /// Copies the names.
    public ModelIdentity {
        files = List.copyOf(files);
    }

    static ModelIdentity of(List<GgufPart> parts) {
        List<String> files = new ArrayList<>();
        MessageDigest headers = sha256();
        for (GgufPart part : parts) {
            files.add(String.valueOf(part.path().getFileName()));
            long end = part.tensors().stream()
                    .mapToLong(TensorInfo::offsetBytes)
                    .min()
                    .orElse(part.bytes().byteSize());
            long chunk = 1 << 20;
            for (long at = 0; at < end; at += chunk) {
                headers.update(
                        part.bytes().asSlice(at, Math.min(chunk, end - at)).asByteBuffer());
            }
        }
        return new ModelIdentity(files, stamp(parts), HexFormat.of().formatHex(headers.digest()));
    }

    static String stamp(List<GgufPart> parts) {
        return parts.stream().map(part -> stamp(part.path())).collect(Collectors.joining(";"));
    }

    private static String stamp(Path path) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            return attributes.size() + " " + attributes.lastModifiedTime().toInstant();
        } catch (IOException e) {
            throw GgufException.ofFile(path, "cannot be read: %s".formatted(IoProblem.describe(e)), e);
        }
    }

    /// Returns a digest of this identity and of something more.
    ///
    /// @param what a tensor and its form, for example
    /// @return 32 bytes
    public byte[] digest(String what) {
        String all = String.join("\0", String.join("/", files), stamp, header, what);
        return sha256().digest(all.getBytes(StandardCharsets.UTF_8));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
