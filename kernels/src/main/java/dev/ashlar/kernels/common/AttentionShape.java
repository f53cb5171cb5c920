// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.common;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// Heads, sizes and positions of an `attention` op, with its operands `q, k, v` or `q, k, v, k_cache, v_cache, pos`.
public final class AttentionShape {
    /// Into how many parts one token can be split.
    private static final int PARTS = 4;

    private final int heads;
    private final int keyHeads;
    private final int headSize;
    private final float scale;
    private final boolean causal;
    private final boolean cached;
    private final boolean half;

    /// Takes the constants of a signature.
    ///
    /// @param signature of an `attention`
    public AttentionShape(Signature signature) {
        Attributes attributes = signature.attributes();
        heads = Math.toIntExact(attributes.integer("heads"));
        keyHeads = attributes.has("kv_heads") ? Math.toIntExact(attributes.integer("kv_heads")) : heads;
        long width = signature.operand(0).dim(-1);
        headSize = width == OperandType.DYNAMIC ? -1 : Math.toIntExact(width / heads);
        scale = attributes.has("scale") ? (float) attributes.number("scale") : Float.NaN;
        causal = !attributes.has("causal") || attributes.flag("causal");
        cached = signature.operands().size() == 6;
        half = cached && signature.operand(3).format() == Format.F16;
    }

    /// Returns the number of query heads.
    ///
    /// @return a multiple of [#keyHeads]
    public int heads() {
        return heads;
    }

    /// Returns the number of heads of keys and values.
    ///
    /// @return at least 1
    public int keyHeads() {
        return keyHeads;
    }

    /// Returns how many query heads share a head of keys and values.
    ///
    /// @return at least 1
    public int group() {
        return heads / keyHeads;
    }

    /// Returns the number of queries of a head of keys: those of its group for each token, the tokens being outermost.
    ///
    /// @param call sizes
    /// @return at least 1
    public int queries(KernelCall call) {
        return call.dim(0, 0) * group();
    }

    /// Returns the units of a call: unit `u` is query `u % queries` of key head `u / queries`.
    ///
    /// @param call sizes
    /// @return all queries
    public int units(KernelCall call) {
        return keyHeads * queries(call);
    }

    /// Estimates the work of a call for a position in the middle of the cache: a call is split when its sizes
    /// are bound, and later ones, at other positions, are split as it was.
    ///
    /// @param call sizes
    /// @return multiply-adds
    public long work(KernelCall call) {
        int tokens = call.dim(0, 0);
        return (long) tokens * heads * headSize(call) * ((long) capacity(call) + tokens);
    }

    /// Returns how many queries stay together: a quarter of those of a token, in whole heads of keys if there are
    /// four or more, because rows of the cache are read in pieces that wide.
    ///
    /// @return at least 1
    public int grain() {
        int parts = (PARTS + keyHeads - 1) / keyHeads;
        if (parts == 1) {
            return group() * (keyHeads / PARTS);
        }
        return group() % parts == 0 ? group() / parts : group();
    }

    /// Tells whether there is a cache.
    ///
    /// @return true with six operands
    public boolean cached() {
        return cached;
    }

    /// Tells whether keys and values are read in half precision.
    ///
    /// @return true with an F16 cache
    public boolean half() {
        return half;
    }

    /// Returns the size of a head.
    ///
    /// @param call sizes
    /// @return elements
    public int headSize(KernelCall call) {
        return headSize >= 0 ? headSize : call.dim(0, 1) / heads;
    }

    /// Returns the factor of the scores.
    ///
    /// @param call sizes
    /// @return the attribute, by default 1 / sqrt(head size)
    public float scale(KernelCall call) {
        return scale == scale ? scale : (float) (1.0 / Math.sqrt(headSize(call)));
    }

    /// Returns how many positions keys and values can have.
    ///
    /// @param call sizes
    /// @return rows of the cache, or of the keys
    public int capacity(KernelCall call) {
        return call.dim(cached ? 3 : 1, 0);
    }

    /// Returns the position of the first query, unchecked.
    ///
    /// @param call addresses
    /// @return 0 without a cache
    public int position(KernelCall call) {
        return cached ? Memory.i32(call.address(5)) : 0;
    }

    /// Returns the position of the first query.
    ///
    /// @param call addresses
    /// @return 0 without a cache
    /// @throws IllegalArgumentException if the new rows do not fit the cache
    public int checkedPosition(KernelCall call) {
        int position = position(call);
        if (cached && (position < 0 || (long) position + call.dim(0, 0) > capacity(call))) {
            throw new IllegalArgumentException("attention: %d tokens at position %d do not fit the cache of %d rows"
                    .formatted(call.dim(0, 0), position, capacity(call)));
        }
        return position;
    }

    /// Returns how many positions a query sees.
    ///
    /// @param call sizes
    /// @param position of the first query
    /// @param token index of the query
    /// @return at least 1
    public int visible(KernelCall call, int position, int token) {
        if (causal) {
            return position + token + 1;
        }
        return cached ? position + call.dim(0, 0) : call.dim(1, 0);
    }
}
