// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.kernel;

/// What a kernel needs of the JVM or the machine, outside its key; checked once, when a registry is made.
public enum Requirement {
    /// Nothing.
    NONE,
    /// The module `jdk.incubator.vector` and a machine with vectors of at least 128 bits.
    VECTOR_API
}
