// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.PANEL;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;

/// `y[t, o] = sum_k x[t, k] * w[o, k]` for many tokens, with int8 activations and weights whose rows are
/// interleaved by 32: each block of a panel is unpacked once for [#CHUNK] tokens.
final class LinearQ8ManyTokens extends LinearTiled {
    /// Tokens whose accumulators stay in the cache.
    private static final int CHUNK = 128;

    private final Q8Tile tile;
    private final int activationBytes;

    LinearQ8ManyTokens(Signature signature, Q8Tile tile) {
        super(signature);
        this.tile = tile;
        this.activationBytes = signature.operand(0).format().blockBytes();
    }

    @Override
    public long scratchBytes(KernelCall call) {
        int chunk = Math.min(call.rows(0), CHUNK);
        return TiledRows.PANEL_BYTES * (chunk + 1)
                + Sizes.aligned(tile.panelBytes())
                + Sizes.aligned(tile.productBytes(chunk))
                + (long) chunk * rows.blocks(call) * tile.summaryBytes();
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int tokens = call.rows(0);
        for (int token = 0; token < tokens; token += CHUNK) {
            runChunk(call, from, to, token, Math.min(CHUNK, tokens - token), scratch);
        }
    }

    private void runChunk(KernelCall call, int from, int to, int token, int tokens, long accumulators) {
        long unpacked = accumulators + TiledRows.PANEL_BYTES * (tokens + 1);
        long scratch = unpacked + Sizes.aligned(tile.panelBytes());
        long summaries = scratch + Sizes.aligned(tile.productBytes(tokens));
        long x = call.address(0) + (long) token * rows.blocks(call) * activationBytes;
        summarize(call, x, tokens, summaries, scratch);
        int out = rows.rows(call);
        for (int panel = from / PANEL; panel * PANEL < to; panel++) {
            multiply(call, panel, x, summaries, tokens, accumulators, unpacked, scratch);
            int count = Math.min(PANEL, out - panel * PANEL);
            for (int t = 0; t < tokens; t++) {
                TiledRows.copy(
                        accumulators + t * TiledRows.PANEL_BYTES,
                        call.result() + 4L * ((long) (token + t) * out + panel * PANEL),
                        count);
            }
        }
    }

    /// Summarizes the activations of a chunk, block column by block column.
    private void summarize(KernelCall call, long x, int tokens, long summaries, long scratch) {
        int blocks = rows.blocks(call);
        int bytes = tile.summaryBytes();
        for (int block = 0; bytes > 0 && block < blocks; block++) {
            for (int token = 0; token < tokens; token++) {
                tile.summarize(
                        x + ((long) token * blocks + block) * activationBytes,
                        summaries + ((long) block * tokens + token) * bytes,
                        scratch);
            }
        }
    }

    private void multiply(
            KernelCall call,
            int panel,
            long x,
            long summaries,
            int tokens,
            long accumulators,
            long unpacked,
            long scratch) {
        int blocks = rows.blocks(call);
        TiledRows.clear(accumulators, tokens + 1);
        for (int block = 0; block < blocks; block++) {
            long at = (long) block * rows.tileBytes();
            for (int vector = 0; vector < 4; vector++) {
                tile.unpack(rows.tile(call, panel, vector) + at, TiledRows.row(vector), vector, unpacked);
            }
            tile.multiplyAll(
                    unpacked,
                    x + (long) block * activationBytes,
                    (long) blocks * activationBytes,
                    summaries + (long) block * tokens * tile.summaryBytes(),
                    tokens,
                    accumulators,
                    scratch);
        }
    }
}
