// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.kernel;

import java.util.Arrays;
import java.util.List;

/// Where the data of one kernel call is, and how large: operands in their order, then the result.
///
/// Owned and refilled by the caller for every call, so that a call allocates nothing. All memory is off-heap and dense
/// in the layout of the [Signature]; addresses are absolute (see [dev.ashlar.runtime.memory.Memory]).
public final class KernelCall {
    private final long[] addresses;
    private final int[][] dims;

    /// Makes an empty call.
    ///
    /// @param ranks number of axes of each operand, then of the result
    public KernelCall(int... ranks) {
        addresses = new long[ranks.length];
        dims = new int[ranks.length][];
        for (int i = 0; i < ranks.length; i++) {
            dims[i] = new int[ranks[i]];
        }
    }

    /// Makes a call for some of the rows of the first operand and of the result.
    ///
    /// @param rows how many, from the first on
    /// @return a new call at the same addresses
    public KernelCall ofRows(int rows) {
        KernelCall call = new KernelCall(
                Arrays.stream(dims).mapToInt(sizes -> sizes.length).toArray());
        for (int i = 0; i < dims.length; i++) {
            call.addresses[i] = addresses[i];
            System.arraycopy(dims[i], 0, call.dims[i], 0, dims[i].length);
        }
        for (int[] sizes : List.of(call.dims[0], call.dims[dims.length - 1])) {
            Arrays.fill(sizes, 0, sizes.length - 1, 1);
            sizes[sizes.length - 2] = rows;
        }
        return call;
    }

    /// Says where an operand or the result is.
    ///
    /// @param index of the operand; the number of operands for the result
    /// @param address absolute, in bytes
    public void setAddress(int index, long address) {
        addresses[index] = address;
    }

    /// Says how large one axis is at this call.
    ///
    /// @param index of the operand; the number of operands for the result
    /// @param axis 0 is the outermost
    /// @param size elements
    public void setDim(int index, int axis, int size) {
        dims[index][axis] = size;
    }

    /// Returns where an operand or the result is.
    ///
    /// @param index of the operand; the number of operands for the result
    /// @return absolute address in bytes
    public long address(int index) {
        return addresses[index];
    }

    /// Returns how many operands there are.
    ///
    /// @return the index of the result
    public int operands() {
        return addresses.length - 1;
    }

    /// Returns where the result is.
    ///
    /// @return absolute address in bytes
    public long result() {
        return addresses[addresses.length - 1];
    }

    /// Returns the size of one axis at this call.
    ///
    /// @param index of the operand; the number of operands for the result
    /// @param axis 0 is the outermost
    /// @return elements
    public int dim(int index, int axis) {
        return dims[index][axis];
    }

    /// Returns the product of all axes but the innermost.
    ///
    /// @param index of the operand; the number of operands for the result
    /// @return 1 for a vector or a scalar
    public int rows(int index) {
        int[] sizes = dims[index];
        int rows = 1;
        for (int axis = 0; axis < sizes.length - 1; axis++) {
            rows *= sizes[axis];
        }
        return rows;
    }

    /// Returns the product of all axes.
    ///
    /// @param index of the operand; the number of operands for the result
    /// @return 1 for a scalar
    public int elements(int index) {
        int[] sizes = dims[index];
        return sizes.length == 0 ? 1 : rows(index) * sizes[sizes.length - 1];
    }
}
