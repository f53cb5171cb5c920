// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import com.oracle.truffle.api.TruffleLanguage;
import java.util.Optional;
import java.util.function.Supplier;

/// What the values need of the context that they belong to.
public interface Host {
    /// Returns the class that identifies the language.
    ///
    /// @return the same for all contexts
    Class<? extends TruffleLanguage<?>> language();

    /// Unwraps an object of the embedding Java program, if that is what a value is.
    ///
    /// @param value any value of a guest language
    /// @return a Java object; empty for values of guest languages
    Optional<Object> hostObject(Object value);

    /// Runs an action while no other thread runs one.
    ///
    /// @param action may run a graph
    /// @param <T> what it returns
    /// @return what the action returns
    <T> T exclusively(Supplier<T> action);
}
