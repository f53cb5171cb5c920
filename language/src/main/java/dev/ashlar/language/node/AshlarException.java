// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.ExceptionType;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.source.SourceSection;
import java.io.Serial;
import java.util.List;
import java.util.Optional;

/// What a script did wrong, or a caller, as the languages that call it see it: a message, a source location, and the
/// members `message`, `source`, `line`, `column` (the latter absent where there is no location).
@ExportLibrary(InteropLibrary.class)
@SuppressWarnings("static-method")
public final class AshlarException extends AbstractTruffleException {
    @Serial
    private static final long serialVersionUID = 1L;

    private static final List<String> LOCATED = List.of("message", "source", "line", "column");
    private static final List<String> UNLOCATED = List.of("message");

    private final transient Optional<SourceSection> section;
    private final ExceptionType type;

    /// Makes an error of a caller, without a place in a script.
    ///
    /// @param message what is wrong
    public AshlarException(String message) {
        this(message, Optional.empty(), ExceptionType.RUNTIME_ERROR);
    }

    /// Makes an error with a place in a script.
    ///
    /// @param message what is wrong
    /// @param section where; empty if no script is to blame
    /// @param type a parse error if the script cannot be used at all
    public AshlarException(String message, Optional<SourceSection> section, ExceptionType type) {
        super(message);
        this.section = section;
        this.type = type;
    }

    /// Makes an error of an operation that runs.
    ///
    /// @param message what is wrong
    /// @param location node of the operation
    public AshlarException(String message, Node location) {
        super(message, location);
        this.section = Optional.ofNullable(location.getEncapsulatingSourceSection());
        this.type = ExceptionType.RUNTIME_ERROR;
    }

    @ExportMessage
    ExceptionType getExceptionType() {
        return type;
    }

    @ExportMessage
    boolean hasSourceLocation() {
        return section.isPresent();
    }

    @ExportMessage(name = "getSourceLocation")
    @TruffleBoundary
    SourceSection sourceLocation() throws UnsupportedMessageException {
        return section.orElseThrow(UnsupportedMessageException::create);
    }

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        return new ListValue(section.isPresent() ? LOCATED : UNLOCATED);
    }

    @ExportMessage
    boolean isMemberReadable(String member) {
        return (section.isPresent() ? LOCATED : UNLOCATED).contains(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        if (member.equals("message")) {
            return getMessage();
        }
        SourceSection where = section.orElseThrow(() -> UnknownIdentifierException.create(member));
        return switch (member) {
            case "source" -> where.getSource().getName();
            case "line" -> where.getStartLine();
            case "column" -> where.getStartColumn();
            default -> throw UnknownIdentifierException.create(member);
        };
    }
}
