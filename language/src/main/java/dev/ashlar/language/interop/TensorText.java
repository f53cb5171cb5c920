// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import java.util.Arrays;
import java.util.stream.Collectors;

/// Prints tensors for people: type and elements, the middle of long axes left out.
final class TensorText {
    private static final int SHOWN = 6;
    private static final int HALF = SHOWN / 2;

    private TensorText() {}

    static String of(TensorValue tensor) {
        int[] shape = tensor.shape();
        String type = Arrays.stream(shape)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(", ", tensor.format().spelling() + "[", "]"));
        StringBuilder text = new StringBuilder(type).append(' ');
        append(text, tensor, shape, 0, 0);
        return text.toString();
    }

    private static void append(StringBuilder text, TensorValue tensor, int[] shape, int axis, long index) {
        if (axis == shape.length) {
            text.append(tensor.element(index));
            return;
        }
        text.append('[');
        for (int i = 0; i < shape[axis]; i++) {
            if (i > 0) {
                text.append(", ");
            }
            if (shape[axis] > SHOWN && i == HALF) {
                text.append("...");
                i = shape[axis] - HALF - 1;
                continue;
            }
            append(text, tensor, shape, axis + 1, index * shape[axis] + i);
        }
        text.append(']');
    }
}
