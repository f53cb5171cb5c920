// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.kernel.Numerics;
import java.util.Map;

/// Everything that a compilation depends on besides the script.
///
/// @param weights types of the weights, and metadata
/// @param options overrides of the script's options: integers, floating-point numbers, texts or booleans by name
/// @param registry the kernels to choose from
/// @param numerics wanted for quantized weights
/// @param prepack whether weights may be relaid out
/// @param strictness what happens when only a reference kernel is there
/// @param threads that a step is split over, at least 1
/// @param calls how many calls of one row, such as a token, pay for a copy of a weight, at least 1
public record CompileContext(
        WeightSource weights,
        Map<String, Object> options,
        KernelRegistry registry,
        Numerics numerics,
        PrepackPolicy prepack,
        Strictness strictness,
        int threads,
        int calls) {
    /// Calls without another wish: those of a short conversation with a language model.
    public static final int DEFAULT_CALLS = 1000;

    /// Copies the options.
    public CompileContext {
        options = Map.copyOf(options);
    }

    /// Makes a context with the defaults: numerics `q8`, prepack, warnings, one thread, 1000 calls, no
    /// overrides.
    ///
    /// @param weights types of the weights, and metadata
    /// @param registry the kernels to choose from
    /// @return the context
    public static CompileContext of(WeightSource weights, KernelRegistry registry) {
        return new CompileContext(
                weights, Map.of(), registry, Numerics.Q8, PrepackPolicy.AUTO, Strictness.WARN, 1, DEFAULT_CALLS);
    }

    /// Returns a copy with other numerics.
    ///
    /// @param other wanted numerics
    /// @return the copy
    public CompileContext withNumerics(Numerics other) {
        return new CompileContext(weights, options, registry, other, prepack, strictness, threads, calls);
    }

    /// Returns a copy with another prepack policy.
    ///
    /// @param other the policy
    /// @return the copy
    public CompileContext withPrepack(PrepackPolicy other) {
        return new CompileContext(weights, options, registry, numerics, other, strictness, threads, calls);
    }

    /// Returns a copy with another strictness.
    ///
    /// @param other the strictness
    /// @return the copy
    public CompileContext withStrictness(Strictness other) {
        return new CompileContext(weights, options, registry, numerics, prepack, other, threads, calls);
    }

    /// Returns a copy with other overrides.
    ///
    /// @param other overrides by option name
    /// @return the copy
    public CompileContext withOptions(Map<String, Object> other) {
        return new CompileContext(weights, other, registry, numerics, prepack, strictness, threads, calls);
    }

    /// Returns a copy for another number of calls.
    ///
    /// @param other how many calls of one row pay for a copy of a weight
    /// @return the copy
    public CompileContext withCalls(int other) {
        return new CompileContext(weights, options, registry, numerics, prepack, strictness, threads, other);
    }
}
