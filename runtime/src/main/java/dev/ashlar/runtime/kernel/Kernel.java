// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.kernel;

/// One loop nest over memory, bound to one [Signature].
///
/// A kernel is key, preconditions, loop, tail: it never allocates, converts, logs or picks another kernel, and holds
/// no state but constants of its signature. Its result does not depend on how a call is split.
///
/// An operand value that only data can tell wrong (a token id, a cache position) is checked by the kernel, which
/// throws [IllegalArgumentException] naming value and bound; a split may have run in part by then.
public interface Kernel {
    /// Returns how many independent units a call has, e.g. output rows; [#run] covers any range of them.
    ///
    /// All kernels of one key count the same units, so that one may take over from another between two ranges.
    ///
    /// @param call sizes of this call
    /// @return at least 0
    int units(KernelCall call);

    /// Returns where a range may begin: a multiple of this many units.
    ///
    /// @return at least 1
    default int grain() {
        return 1;
    }

    /// Returns the size of the scratch memory that one worker needs.
    ///
    /// @param call sizes of this call
    /// @return bytes, 0 for none
    default long scratchBytes(KernelCall call) {
        return 0;
    }

    /// Estimates the work of a call, for the decision to split it.
    ///
    /// @param call sizes of this call
    /// @return multiply-adds, or elements touched, whichever is more
    long work(KernelCall call);

    /// Returns the kernel that runs calls of so many rows of the first operand. A kernel with one loop nest for
    /// one row and another for many is compiled as two; [#run] of the kernel itself takes any call. Such a kernel
    /// makes each row of the result from the same row of the first operand, and from the other operands as a whole.
    ///
    /// @param rows of the first operand, at least 1
    /// @return the kernel itself where its loops are the same for all; the same object for 2 rows and more
    default Kernel forRows(int rows) {
        return this;
    }

    /// Computes the units `[from, to)` of a call.
    ///
    /// @param call addresses and sizes
    /// @param from first unit, a multiple of [#grain]
    /// @param to end, a multiple of [#grain] or the number of units
    /// @param scratch address of this worker's [#scratchBytes], 64-byte aligned
    void run(KernelCall call, int from, int to, long scratch);
}
