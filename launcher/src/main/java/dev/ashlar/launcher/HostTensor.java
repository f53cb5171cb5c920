// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

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

    /// Returns the values as nested lists; a number alone if there is no axis.
    Object toNested() {
        return nested(0, 0);
    }

    private Object nested(int axis, int offset) {
        if (axis == shape.length) {
            return integers ? (Object) (long) values[offset] : (Object) (float) values[offset];
        }
        int stride = (int) count(Arrays.copyOfRange(shape, axis + 1, shape.length));
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < shape[axis]; i++) {
            list.add(nested(axis + 1, offset + i * stride));
        }
        return list;
    }
}
