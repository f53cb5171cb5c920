// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import dev.ashlar.runtime.kernel.KernelCall;

/// The argument of a [KernelRoot]: a range of the units of a call. Owned by one thread and refilled for every use.
final class Slice {
    /// The argument array that carries this slice to a call target.
    final Object[] arguments = {this};

    KernelCall call;
    int from;
    int to;
    long scratch;

    /// Whether the kernel runs from the start, compiled or not.
    boolean direct;

    /// What the slice counts for the decision to compile the kernel, in loop iterations.
    int loops = 1;

    /// Whether a call with an empty range ran in compiled code.
    boolean compiled;
}
