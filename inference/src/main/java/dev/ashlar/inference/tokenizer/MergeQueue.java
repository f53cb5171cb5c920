// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import java.util.Arrays;

/// A binary heap of merge candidates: smallest priority first, then the leftmost.
///
/// Two plain arrays, because a text of a megabyte makes millions of candidates.
final class MergeQueue {
    private long[] keys = new long[16];
    private int[] lengths = new int[16];
    private int size;
    private int polledLength;

    boolean isEmpty() {
        return size == 0;
    }

    /// @param priority the smaller, the earlier
    /// @param left index of the left symbol
    /// @param length of both symbols together: tells a candidate that still holds from one that is out of date
    void add(int priority, int left, int length) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, Math.multiplyExact(size, 2));
            lengths = Arrays.copyOf(lengths, keys.length);
        }
        long key = (long) priority << 32 | left;
        int slot = size++;
        while (slot > 0) {
            int parent = (slot - 1) >>> 1;
            if (keys[parent] <= key) {
                break;
            }
            move(parent, slot);
            slot = parent;
        }
        keys[slot] = key;
        lengths[slot] = length;
    }

    /// Removes the first candidate.
    ///
    /// @return the index of its left symbol; [#polledLength] has the length
    int poll() {
        int left = (int) keys[0];
        polledLength = lengths[0];
        long key = keys[--size];
        int length = lengths[size];
        int slot = 0;
        while (2 * slot + 1 < size) {
            int child = 2 * slot + 1;
            if (child + 1 < size && keys[child + 1] < keys[child]) {
                child++;
            }
            if (keys[child] >= key) {
                break;
            }
            move(child, slot);
            slot = child;
        }
        keys[slot] = key;
        lengths[slot] = length;
        return left;
    }

    int polledLength() {
        return polledLength;
    }

    private void move(int from, int to) {
        keys[to] = keys[from];
        lengths[to] = lengths[from];
    }
}
