// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Numbers that a file or the command line holds: `f32` values, or `i32` values that are kept exactly.
///
/// @param shape outermost axis first; empty for a single number
/// @param values row-major; owned by this tensor
/// @param integers whether all values are meant as integers
record HostTensor(long[] shape, double[] values, boolean integers) {
    HostTensor {
        if (count(shape) != values.length) {
            throw new IllegalArgumentException(
                    "%d values for shape %s".formatted(values.length, Arrays.toString(shape)));
        }
    }

    /// Returns the number of elements of a shape.
    static long count(long... shape) {
        long count = 1;
        for (long size : shape) {
            count = Math.multiplyExact(count, size);
        }
        return count;
    }

    /// Makes a tensor of nested lists of numbers, as JSON has them.
    ///
    /// @param origin names the value in an error
    static HostTensor ofNested(String origin, Object nested) {
        List<Long> shape = new ArrayList<>();
        Object first = nested;
        while (first instanceof List<?> list) {
            shape.add((long) list.size());
            first = list.isEmpty() ? null : list.getFirst();
        }
        List<Number> numbers = new ArrayList<>();
        flatten(origin, nested, shape, 0, numbers);
        boolean integers = numbers.stream().allMatch(number -> number instanceof Integer);
        return new HostTensor(
                shape.stream().mapToLong(Long::longValue).toArray(),
                numbers.stream().mapToDouble(Number::doubleValue).toArray(),
                integers);
    }

    private static void flatten(String origin, Object value, List<Long> shape, int axis, List<Number> numbers) {
        if (axis == shape.size()) {
            if (!(value instanceof Number number)) {
                throw new UserException("%s: found %s, expected a number".formatted(origin, Json.line(value)));
            }
            numbers.add(number);
            return;
        }
        if (!(value instanceof List<?> list) || list.size() != shape.get(axis)) {
            throw new UserException("%s: the lists at depth %d differ in length, expected %d elements in each"
                    .formatted(origin, axis, shape.get(axis)));
        }
        for (Object element : list) {
            flatten(origin, element, shape, axis + 1, numbers);
        }
    }

    /// Returns the same numbers as integers.
    ///
    /// @param origin names the value in an error
    HostTensor asIntegers(String origin) {
        for (double value : values) {
            if (value != (int) value) {
                throw new UserException("%s: found %s, expected an integer of 32 bits".formatted(origin, value));
            }
        }
        return new HostTensor(shape, values, true);
    }

    /// Returns the values as nested Java arrays of `float` or `int`; a number alone if there is no axis.
    Object toHost() {
        return host(0, 0);
    }

    private Object host(int axis, int offset) {
        if (axis == shape.length) {
            return integers ? (Object) (int) values[offset] : (Object) (float) values[offset];
        }
        int[] sizes = new int[shape.length - axis];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = Math.toIntExact(shape[axis + i]);
        }
        Object array = Array.newInstance(integers ? int.class : float.class, sizes);
        for (int i = 0; i < sizes[0]; i++) {
            Array.set(array, i, host(axis + 1, offset + i * stride(axis)));
        }
        return array;
    }

    /// Returns the values as nested lists; a number alone if there is no axis.
    Object toNested() {
        return nested(0, 0);
    }

    private Object nested(int axis, int offset) {
        if (axis == shape.length) {
            return integers ? (Object) (long) values[offset] : (Object) (float) values[offset];
        }
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < shape[axis]; i++) {
            list.add(nested(axis + 1, offset + i * stride(axis)));
        }
        return list;
    }

    private int stride(int axis) {
        return (int) count(Arrays.copyOfRange(shape, axis + 1, shape.length));
    }
}
