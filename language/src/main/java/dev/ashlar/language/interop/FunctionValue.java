// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.util.function.Function;

/// A method of a value, as a member that can be called.
@ExportLibrary(InteropLibrary.class)
@SuppressWarnings("static-method")
final class FunctionValue implements TruffleObject {
    private final Function<Object[], Object> body;

    FunctionValue(Function<Object[], Object> body) {
        this.body = body;
    }

    @ExportMessage
    boolean isExecutable() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object execute(Object[] arguments) {
        return body.apply(arguments);
    }
}
