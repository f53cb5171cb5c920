// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/// What a view must mean: plain values in row-major order, every operation done by copying them.
///
/// @param values one for each element
/// @param shape sizes, outermost first
/// @param blockAxis where blocks lie, -1 for dense tensors
record ExpectedTensor(float[] values, long[] shape, int blockAxis) {
    ExpectedTensor narrow(int axis, long from, long size) {
        long[] narrowed = shape.clone();
        narrowed[axis] = size;
        return gather(narrowed, blockAxis, index -> {
            index[axis] += from;
            return index;
        });
    }

    ExpectedTensor step(int axis, long by) {
        long[] thinned = shape.clone();
        thinned[axis] = (shape[axis] + by - 1) / by;
        return gather(thinned, blockAxis, index -> {
            index[axis] *= by;
            return index;
        });
    }

    ExpectedTensor transpose(int first, int second) {
        int moved = blockAxis == first ? second : blockAxis == second ? first : blockAxis;
        return gather(swap(shape.clone(), first, second), moved, index -> swap(index, first, second));
    }

    ExpectedTensor unsqueeze(int axis) {
        long[] sizes = new long[shape.length + 1];
        sizes[axis] = 1;
        System.arraycopy(shape, 0, sizes, 0, axis);
        System.arraycopy(shape, axis, sizes, axis + 1, shape.length - axis);
        return new ExpectedTensor(values, sizes, blockAxis >= axis ? blockAxis + 1 : blockAxis);
    }

    ExpectedTensor squeeze(int axis) {
        long[] sizes = new long[shape.length - 1];
        System.arraycopy(shape, 0, sizes, 0, axis);
        System.arraycopy(shape, axis + 1, sizes, axis, sizes.length - axis);
        return new ExpectedTensor(values, sizes, blockAxis > axis ? blockAxis - 1 : blockAxis);
    }

    ExpectedTensor dense() {
        return new ExpectedTensor(values, shape, -1);
    }

    ExpectedTensor set(int position, float value) {
        float[] changed = values.clone();
        changed[position] = value;
        return new ExpectedTensor(changed, shape, blockAxis);
    }

    /// Returns the index of a position in row-major order.
    long[] index(int position) {
        long[] index = new long[shape.length];
        long rest = position;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            index[axis] = rest % shape[axis];
            rest /= shape[axis];
        }
        return index;
    }

    private ExpectedTensor gather(long[] newShape, int newBlockAxis, UnaryOperator<long[]> source) {
        int count = Math.toIntExact(Arrays.stream(newShape).reduce(1, Math::multiplyExact));
        ExpectedTensor result = new ExpectedTensor(new float[count], newShape, newBlockAxis);
        for (int i = 0; i < count; i++) {
            long at = 0;
            long[] index = source.apply(result.index(i));
            for (int axis = 0; axis < shape.length; axis++) {
                at = at * shape[axis] + index[axis];
            }
            result.values[i] = values[(int) at];
        }
        return result;
    }

    private static long[] swap(long[] array, int first, int second) {
        long kept = array[first];
        array[first] = array[second];
        array[second] = kept;
        return array;
    }
}
