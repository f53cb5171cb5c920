// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.ir;

/// The size of one axis.
public sealed interface Dim {
    /// A size that is known when the graph is built.
    ///
    /// @param size elements, at least 1
    record Fixed(long size) implements Dim {
        @Override
        public String toString() {
            return Long.toString(size);
        }
    }

    /// A size that is bound at every call by the parameters that name it.
    ///
    /// @param name begins with an upper-case letter
    record Symbol(String name) implements Dim {
        @Override
        public String toString() {
            return name;
        }
    }

    /// Makes a fixed size.
    ///
    /// @param size elements
    /// @return the dim
    static Dim of(long size) {
        return new Fixed(size);
    }

    /// Makes a symbolic size.
    ///
    /// @param name of the symbol
    /// @return the dim
    static Dim of(String name) {
        return new Symbol(name);
    }
}
