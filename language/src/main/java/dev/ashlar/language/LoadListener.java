// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import dev.ashlar.language.node.AshlarException;

/// Is told how far the weights of a module are loaded, on the thread that loads them.
interface LoadListener {
    /// Tells nobody.
    LoadListener NONE = (done, total) -> {};

    /// Some more is done.
    ///
    /// @param doneBytes how much
    /// @param totalBytes of how much
    void at(long doneBytes, long totalBytes);

    /// Makes a listener of the third argument of `load`: a function of two numbers.
    static LoadListener of(Object function) {
        InteropLibrary interop = InteropLibrary.getUncached();
        if (!interop.isExecutable(function)) {
            throw new AshlarException("load: found %s, expected a function of two numbers"
                    .formatted(interop.toDisplayString(function, false)));
        }
        return (done, total) -> {
            try {
                interop.execute(function, done, total);
            } catch (InteropException e) {
                throw new AshlarException("load: the function of two numbers cannot be called: " + e.getMessage());
            }
        };
    }
}
