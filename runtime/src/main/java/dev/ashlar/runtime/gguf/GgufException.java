// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// A GGUF file that cannot be used, or cannot be written: names the file, the place, and what was expected.
///
/// The message reads `FILE @ 0xOFFSET: tensor 'NAME': what is wrong, expected what`; parts that do not apply are left
/// out.
public final class GgufException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final long NOWHERE = -1;

    private final String file;
    private final long offset;
    private final String tensor;
    private final String key;

    private GgufException(String file, long offset, String tensor, String key, String problem, Throwable cause) {
        super(render(file, offset, tensor, key, problem), cause);
        this.file = file;
        this.offset = offset;
        this.tensor = tensor;
        this.key = key;
    }

    /// Makes an exception about a file as a whole.
    ///
    /// @param file the file at fault
    /// @param problem what is wrong, lower case, and what was expected
    /// @return the exception
    public static GgufException unusable(Path file, String problem) {
        return ofFile(file, problem);
    }

    /// Makes an exception about a tensor of a file.
    ///
    /// @param file the file at fault
    /// @param tensor the name of the tensor at fault
    /// @param problem what is wrong, lower case, and what was expected
    /// @return the exception
    public static GgufException unusableTensor(Path file, String tensor, String problem) {
        return ofTensor(file, tensor, problem);
    }

    static GgufException ofFile(Path file, String problem) {
        return new GgufException(file.toString(), NOWHERE, "", "", problem, null);
    }

    static GgufException ofFile(Path file, String problem, Throwable cause) {
        return new GgufException(file.toString(), NOWHERE, "", "", problem, cause);
    }

    static GgufException at(Path file, long offset, String problem) {
        return new GgufException(file.toString(), offset, "", "", problem, null);
    }

    static GgufException ofKey(String file, long offset, String key, String problem) {
        return new GgufException(file, offset, "", key, problem, null);
    }

    static GgufException ofKey(String file, String key, String problem) {
        return new GgufException(file, NOWHERE, "", key, problem, null);
    }

    static GgufException ofTensor(Path file, long offset, String tensor, String problem) {
        return new GgufException(file.toString(), offset, tensor, "", problem, null);
    }

    static GgufException ofTensor(Path file, String tensor, String problem) {
        return new GgufException(file.toString(), NOWHERE, tensor, "", problem, null);
    }

    /// Returns the file that is at fault.
    ///
    /// @return its path as it was given
    public String file() {
        return file;
    }

    /// Returns where in the file the fault is.
    ///
    /// @return bytes from the beginning; empty if no place is to blame
    public OptionalLong offset() {
        return offset == NOWHERE ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    /// Returns the tensor that is at fault.
    ///
    /// @return its name, if it is a tensor
    public Optional<String> tensor() {
        return tensor.isEmpty() ? Optional.empty() : Optional.of(tensor);
    }

    /// Returns the metadata key that is at fault.
    ///
    /// @return the key, if it is a key
    public Optional<String> key() {
        return key.isEmpty() ? Optional.empty() : Optional.of(key);
    }

    private static String render(String file, long offset, String tensor, String key, String problem) {
        StringBuilder text = new StringBuilder(file);
        if (offset != NOWHERE) {
            text.append(" @ 0x").append(Long.toHexString(offset));
        }
        text.append(": ");
        if (!tensor.isEmpty()) {
            text.append("tensor '").append(printable(tensor)).append("': ");
        }
        if (!key.isEmpty()) {
            text.append("key '").append(printable(key)).append("': ");
        }
        return text.append(problem).toString();
    }

    /// Makes a name from a file fit for a terminal: no control characters, at most 120 characters.
    static String printable(String name) {
        StringBuilder text = new StringBuilder();
        name.codePoints().limit(120).forEach(c -> {
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                text.append("\\u%04x".formatted(c));
            } else {
                text.appendCodePoint(c);
            }
        });
        return name.codePointCount(0, name.length()) > 120 ? text.append("...").toString() : text.toString();
    }
}
