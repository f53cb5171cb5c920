// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.kernel;

/// What a kernel needs of the JVM or the machine, outside its key; checked once, when a registry is made.
public enum Requirement {
    /// Nothing.
    NONE("nothing"),
    /// The module `jdk.incubator.vector` and a machine with vectors of at least 128 bits.
    VECTOR_API("the module jdk.incubator.vector (start the JVM with --add-modules jdk.incubator.vector)"
            + " and vectors of at least 128 bits"),
    /// The library of the native kernels, loaded.
    NATIVE("the library of the native kernels");

    private final String description;

    Requirement(String description) {
        this.description = description;
    }

    /// Returns what is needed, and how it is had.
    ///
    /// @return words that follow `needs`
    public String description() {
        return description;
    }
}
