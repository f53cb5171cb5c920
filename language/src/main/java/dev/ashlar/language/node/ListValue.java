// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.util.List;

/// A list of texts or integers, as the member names or the shape of a value, that other languages can read.
@ExportLibrary(InteropLibrary.class)
@SuppressWarnings("static-method")
public final class ListValue implements TruffleObject {
    private final Object[] elements;

    /// Makes a list.
    ///
    /// @param elements strings or integers
    public ListValue(List<?> elements) {
        this.elements = elements.toArray();
    }

    @ExportMessage
    boolean hasArrayElements() {
        return true;
    }

    @ExportMessage
    long getArraySize() {
        return elements.length;
    }

    @ExportMessage
    boolean isArrayElementReadable(long index) {
        return index >= 0 && index < elements.length;
    }

    @ExportMessage
    Object readArrayElement(long index) throws InvalidArrayIndexException {
        if (!isArrayElementReadable(index)) {
            throw InvalidArrayIndexException.create(index);
        }
        return elements[(int) index];
    }
}
