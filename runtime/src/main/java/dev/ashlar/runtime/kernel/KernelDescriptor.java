// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.kernel;

import java.util.Optional;
import java.util.function.Function;

/// A row of the registry: what a kernel is called, what it is looked up by, when it applies, what it costs.
///
/// @param name unique, `linear.q8_0.input_block_major.vector` or, with quantized activations,
///     `linear.q8_0.input_block_major.q8.vector`
/// @param family `reference`, `scalar`, `vector`, ...
/// @param key what it is looked up by
/// @param requirement what it needs beyond the key: of the machine or of the JVM
/// @param precondition the reason why it refuses a signature, or empty
/// @param unitsPerNanosecond throughput of one thread: weights, or elements, per nanosecond, as measured
/// @param factory binds it to a signature
public record KernelDescriptor(
        String name,
        String family,
        KernelKey key,
        Requirement requirement,
        Function<Signature, Optional<String>> precondition,
        double unitsPerNanosecond,
        KernelFactory factory) {
    /// Makes a descriptor of a kernel that every machine runs and no signature is refused by.
    ///
    /// @param name unique
    /// @param family its family
    /// @param key what it is looked up by
    /// @param unitsPerNanosecond throughput of one thread
    /// @param factory binds it to a signature
    /// @return the descriptor
    public static KernelDescriptor of(
            String name, String family, KernelKey key, double unitsPerNanosecond, KernelFactory factory) {
        return new KernelDescriptor(
                name, family, key, Requirement.NONE, signature -> Optional.empty(), unitsPerNanosecond, factory);
    }
}
