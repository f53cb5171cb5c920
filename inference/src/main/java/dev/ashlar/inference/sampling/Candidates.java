// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.sampling;

import java.util.Arrays;

/// The tokens that may be chosen, likeliest first, a lower id first on a tie.
final class Candidates {
    private final int[] ids;
    private final float[] logits;
    private int size;

    private Candidates(long[] sorted) {
        size = sorted.length;
        ids = new int[size];
        logits = new float[size];
        for (int index = 0; index < size; index++) {
            ids[index] = (int) sorted[index];
            logits[index] = logitOf(sorted[index]);
        }
    }

    /// @param limit keeps the likeliest; 0 keeps all
    static Candidates of(float[] logits, int limit) {
        long[] kept = limit == 0 || limit >= logits.length ? all(logits) : likeliest(logits, limit);
        if (kept.length == 0) {
            throw none(logits.length);
        }
        Arrays.sort(kept);
        return new Candidates(kept);
    }

    static IllegalArgumentException none(int count) {
        return new IllegalArgumentException(
                "none of %d logits is a number, expected at least one; the weights may be damaged".formatted(count));
    }

    private static long[] all(float[] logits) {
        long[] keys = new long[logits.length];
        int count = 0;
        for (int id = 0; id < logits.length; id++) {
            if (logits[id] > Float.NEGATIVE_INFINITY) {
                keys[count++] = key(logits[id], id);
            }
        }
        return Arrays.copyOf(keys, count);
    }

    /// Keeps the smallest keys in a heap with the largest of them on top.
    private static long[] likeliest(float[] logits, int limit) {
        long[] heap = new long[limit];
        int count = 0;
        for (int id = 0; id < logits.length; id++) {
            if (!(logits[id] > Float.NEGATIVE_INFINITY)) {
                continue;
            }
            long key = key(logits[id], id);
            if (count < limit) {
                siftUp(heap, count++, key);
            } else if (key < heap[0]) {
                siftDown(heap, key);
            }
        }
        return Arrays.copyOf(heap, count);
    }

    private static void siftUp(long[] heap, int start, long key) {
        int slot = start;
        while (slot > 0 && heap[(slot - 1) / 2] < key) {
            heap[slot] = heap[(slot - 1) / 2];
            slot = (slot - 1) / 2;
        }
        heap[slot] = key;
    }

    private static void siftDown(long[] heap, long key) {
        int slot = 0;
        while (2 * slot + 1 < heap.length) {
            int child = 2 * slot + 1;
            if (child + 1 < heap.length && heap[child + 1] > heap[child]) {
                child++;
            }
            if (heap[child] <= key) {
                break;
            }
            heap[slot] = heap[child];
            slot = child;
        }
        heap[slot] = key;
    }

    /// Sorts by falling logit, then by rising id. Infinity counts as the largest finite number.
    private static long key(float logit, int id) {
        int bits = Float.floatToRawIntBits(Math.min(logit, Float.MAX_VALUE) + 0f);
        int rising = bits ^ (bits >> 31 & Integer.MAX_VALUE);
        return (long) ~rising << 32 | id;
    }

    private static float logitOf(long key) {
        int rising = ~(int) (key >> 32);
        return Float.intBitsToFloat(rising ^ (rising >> 31 & Integer.MAX_VALUE));
    }

    /// Drops the least likely candidates, but never all.
    void keepFirst(int count) {
        size = Math.min(size, Math.max(1, count));
    }

    int size() {
        return size;
    }

    int id(int index) {
        return ids[index];
    }

    /// @return probabilities times a common factor: the likeliest has 1
    double[] weights(double temperature) {
        double[] weights = new double[size];
        for (int index = 0; index < size; index++) {
            weights[index] = StrictMath.exp(((double) logits[index] - logits[0]) / temperature);
        }
        return weights;
    }
}
