// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.common;

import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.OperandType;

/// Sizes of the operands of a call.
public final class Sizes {
    private Sizes() {}

    /// Returns an axis as an index from 0.
    ///
    /// @param axis may count from the end, -1 for the last
    /// @param rank number of axes
    /// @return 0 to rank - 1
    public static int axis(long axis, int rank) {
        return Math.toIntExact(axis < 0 ? axis + rank : axis);
    }

    /// Returns the size of the last axis.
    ///
    /// @param call sizes
    /// @param operand its index
    /// @param rank number of its axes
    /// @return 1 for a scalar
    public static int last(KernelCall call, int operand, int rank) {
        return rank == 0 ? 1 : call.dim(operand, rank - 1);
    }

    /// Returns the product of a range of axes.
    ///
    /// @param call sizes
    /// @param operand its index
    /// @param from first axis
    /// @param to end
    /// @return 1 for an empty range
    public static int product(KernelCall call, int operand, int from, int to) {
        int product = 1;
        for (int axis = from; axis < to; axis++) {
            product *= call.dim(operand, axis);
        }
        return product;
    }

    /// Returns the size of an axis: the constant where the type has one, else that of the call.
    ///
    /// @param type of the operand
    /// @param axis 0 is the outermost, -1 the innermost
    /// @return elements, or [OperandType#DYNAMIC]
    public static int constant(OperandType type, int axis) {
        return Math.toIntExact(type.dim(axis));
    }

    /// Rounds up to whole cache lines.
    ///
    /// @param bytes any size
    /// @return a multiple of 64
    public static long aligned(long bytes) {
        return bytes + 63 & ~63L;
    }

    /// Returns where a `narrow` begins.
    ///
    /// @param call sizes of the operand and of the result
    /// @param axis that is narrowed
    /// @param from attribute of the op; negative counts from the end
    /// @return index on the axis
    /// @throws IllegalArgumentException if the range leaves the axis
    public static int narrowFrom(KernelCall call, int axis, int from) {
        int size = call.dim(0, axis);
        int begin = from < 0 ? size + from : from;
        if (begin < 0 || (long) begin + call.dim(1, axis) > size) {
            throw new IllegalArgumentException("narrow: %d elements from %d of axis %d, which has %d"
                    .formatted(call.dim(1, axis), from, axis, size));
        }
        return begin;
    }
}
