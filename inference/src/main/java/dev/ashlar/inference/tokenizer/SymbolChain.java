// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

/// The symbols of a text while neighbours are merged: a doubly linked list in arrays.
///
/// Merging takes `O(n log n)` for `n` symbols, because every merge adds at most two candidates.
final class SymbolChain {
    /// Says which neighbours merge.
    @FunctionalInterface
    interface Rule {
        /// Two neighbours that do not merge.
        int NEVER = Integer.MAX_VALUE;

        /// @param left index of a symbol
        /// @param right index of the symbol behind it
        /// @return the priority of merging them, the smaller the earlier, or [#NEVER]
        int priority(int left, int right);

        /// Takes note that a symbol took up the one behind it.
        ///
        /// @param left index of the symbol that grew
        /// @param right index of the symbol that is empty now
        default void merged(int left, int right) {}
    }

    private static final int NONE = -1;

    private final int[] starts;
    private final int[] ends;
    private final int[] previous;
    private final int[] next;
    private int size;

    SymbolChain(int capacity) {
        starts = new int[capacity];
        ends = new int[capacity];
        previous = new int[capacity];
        next = new int[capacity];
    }

    /// Appends a symbol.
    ///
    /// @param start where it starts in the text
    /// @param length its length in the text
    void append(int start, int length) {
        starts[size] = start;
        ends[size] = start + length;
        previous[size] = size - 1;
        next[size] = NONE;
        if (size > 0) {
            next[size - 1] = size;
        }
        size++;
    }

    void merge(Rule rule) {
        MergeQueue queue = new MergeQueue();
        for (int left = 0; left < size; left++) {
            offer(queue, rule, left);
        }
        while (!queue.isEmpty()) {
            int left = queue.poll();
            int right = next[left];
            // Out of date when the left symbol was merged away (it is empty) or a symbol has grown.
            if (starts[left] == ends[left] || right == NONE || ends[right] - starts[left] != queue.polledLength()) {
                continue;
            }
            rule.merged(left, right);
            ends[left] = ends[right];
            ends[right] = starts[right];
            next[left] = next[right];
            if (next[left] != NONE) {
                previous[next[left]] = left;
            }
            offer(queue, rule, left);
            if (previous[left] != NONE) {
                offer(queue, rule, previous[left]);
            }
        }
    }

    private void offer(MergeQueue queue, Rule rule, int left) {
        int right = next[left];
        if (right == NONE) {
            return;
        }
        int priority = rule.priority(left, right);
        if (priority != Rule.NEVER) {
            queue.add(priority, left, ends[right] - starts[left]);
        }
    }

    /// @return the index of the first symbol, or -1 when there is none
    int first() {
        return size == 0 ? NONE : 0;
    }

    /// @return the index of the symbol behind, or -1 at the end
    int next(int symbol) {
        return next[symbol];
    }

    int start(int symbol) {
        return starts[symbol];
    }

    int end(int symbol) {
        return ends[symbol];
    }
}
