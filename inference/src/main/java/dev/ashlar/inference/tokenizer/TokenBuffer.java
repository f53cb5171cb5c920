// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import java.util.Arrays;

/// A growing array of token ids.
final class TokenBuffer {
    private int[] ids = new int[64];
    private int size;

    void add(int id) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, Math.multiplyExact(size, 2));
        }
        ids[size++] = id;
    }

    void addAll(Iterable<Integer> tokens) {
        for (int id : tokens) {
            add(id);
        }
    }

    int[] toArray() {
        return Arrays.copyOf(ids, size);
    }
}
