// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import java.util.Arrays;
import java.util.List;

/// The merges of a byte-level vocabulary: a hash table from two token ids to rank and merged id.
final class MergeTable {
    private static final long FREE = -1;
    private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

    private final long[] pairs;
    private final int[] ranks;
    private final int[] merged;
    private final int shift;

    /// @param merges `left right`, the first has rank 0; one whose pieces are no tokens never applies
    MergeTable(Vocabulary vocabulary, List<String> merges) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(2L * merges.size() + 1);
        shift = Long.SIZE - bits;
        pairs = new long[1 << bits];
        ranks = new int[1 << bits];
        merged = new int[1 << bits];
        Arrays.fill(pairs, FREE);
        for (int rank = 0; rank < merges.size(); rank++) {
            String merge = merges.get(rank);
            int space = merge.indexOf(' ', 1);
            if (space < 0) {
                throw new TokenizerException("'tokenizer.ggml.merges' has '%s' at %d, expected two pieces with a space"
                        .formatted(merge, rank));
            }
            String left = merge.substring(0, space);
            String right = merge.substring(space + 1);
            put(vocabulary.idOf(left), vocabulary.idOf(right), rank, vocabulary.idOf(left + right));
        }
    }

    private void put(int left, int right, int rank, int result) {
        if (left < 0 || right < 0 || result < 0) {
            return;
        }
        int slot = slot(left, right);
        if (pairs[slot] == FREE) {
            pairs[slot] = pair(left, right);
            ranks[slot] = rank;
            merged[slot] = result;
        }
    }

    private static long pair(int left, int right) {
        return (long) left << 32 | right;
    }

    /// Finds where a pair is, or would be: the table is never full.
    private int slot(int left, int right) {
        long pair = pair(left, right);
        int slot = (int) (pair * MULTIPLIER >>> shift);
        while (pairs[slot] != FREE && pairs[slot] != pair) {
            slot = slot + 1 & pairs.length - 1;
        }
        return slot;
    }

    /// @return the rank of a merge, or [SymbolChain.Rule#NEVER]
    int rank(int left, int right) {
        if (left < 0 || right < 0) {
            return SymbolChain.Rule.NEVER;
        }
        int slot = slot(left, right);
        return pairs[slot] == FREE ? SymbolChain.Rule.NEVER : ranks[slot];
    }

    /// @return the token that a merge of which there is a rank makes
    int merged(int left, int right) {
        return merged[slot(left, right)];
    }
}
