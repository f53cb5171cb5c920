// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.PANEL;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;

/// `y[t, o] = sum_k x[t, k] * w[o, k]` with int8 activations and weights whose rows are interleaved by 32.
///
/// One token is multiplied with the packed weights, which are read from one end to the other, a stream for each
/// vector of a panel; for more tokens each block of a panel is unpacked once for [#CHUNK] tokens.
final class LinearQ8Tiled implements Kernel {
    /// Tokens whose accumulators stay in the cache.
    private static final int CHUNK = 64;

    private static final long ROW_BYTES = 4L * PANEL;

    private final TiledRows rows;
    private final Q8Tile tile;
    private final int activationBytes;

    LinearQ8Tiled(Signature signature, Q8Tile tile) {
        this.rows = new TiledRows(signature);
        this.tile = tile;
        this.activationBytes = signature.operand(0).format().blockBytes();
    }

    @Override
    public int units(KernelCall call) {
        return rows.rows(call);
    }

    @Override
    public int grain() {
        return PANEL;
    }

    @Override
    public long scratchBytes(KernelCall call) {
        if (call.rows(0) == 1) {
            return ROW_BYTES + Sizes.aligned(tile.multiplyBytes()) + (long) tile.preparedBytes() * rows.blocks(call);
        }
        int chunk = Math.min(call.rows(0), CHUNK);
        return ROW_BYTES * (chunk + 1) + Sizes.aligned(tile.panelBytes()) + tile.productBytes(chunk);
    }

    @Override
    public long work(KernelCall call) {
        return (long) call.rows(0) * rows.rows(call) * rows.columns(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int tokens = call.rows(0);
        int firstPanel = from / PANEL;
        int endPanel = (to + PANEL - 1) / PANEL;
        if (tokens == 1) {
            runOne(call, firstPanel, endPanel, scratch);
            return;
        }
        for (int panel = firstPanel; panel < endPanel; panel++) {
            for (int token = 0; token < tokens; token += CHUNK) {
                runMany(call, panel, token, Math.min(CHUNK, tokens - token), scratch);
            }
        }
    }

    /// Accumulates in the result itself; only the rows of an incomplete last panel have their place in the scratch.
    private void runOne(KernelCall call, int from, int to, long scratch) {
        int blocks = rows.blocks(call);
        int complete = Math.min(to, rows.rows(call) / PANEL);
        long x = call.address(0);
        long y = call.result();
        long sums = scratch + ROW_BYTES;
        long prepared = sums + Sizes.aligned(tile.multiplyBytes());
        for (int block = 0; block < blocks; block++) {
            tile.prepare(x + (long) block * activationBytes, prepared + (long) block * tile.preparedBytes());
        }
        clear(y + from * ROW_BYTES, complete - from);
        clear(scratch, 1);
        for (int panel = from; panel < to; panel++) {
            long accumulators = panel < complete ? y + panel * ROW_BYTES : scratch;
            long tile0 = rows.tile(call, panel, 0);
            long tile1 = rows.tile(call, panel, 1);
            long tile2 = rows.tile(call, panel, 2);
            long tile3 = rows.tile(call, panel, 3);
            for (int block = 0; block < blocks; block++) {
                long at = (long) block * rows.tileBytes();
                tile.multiply(
                        tile0 + at,
                        tile1 + at,
                        tile2 + at,
                        tile3 + at,
                        x + (long) block * activationBytes,
                        prepared + (long) block * tile.preparedBytes(),
                        accumulators,
                        sums);
            }
        }
        if (complete < to) {
            copy(scratch, y + complete * ROW_BYTES, rows.rows(call) - complete * PANEL);
        }
    }

    private void runMany(KernelCall call, int panel, int token, int tokens, long accumulators) {
        int blocks = rows.blocks(call);
        long tokenBytes = (long) blocks * activationBytes;
        long x = call.address(0) + token * tokenBytes;
        long unpacked = accumulators + ROW_BYTES * (tokens + 1);
        long scratch = unpacked + Sizes.aligned(tile.panelBytes());
        clear(accumulators, tokens + 1);
        for (int block = 0; block < blocks; block++) {
            long at = (long) block * rows.tileBytes();
            for (int vector = 0; vector < 4; vector++) {
                tile.unpack(rows.tile(call, panel, vector) + at, TiledRows.row(vector), vector, unpacked);
            }
            tile.multiplyAll(unpacked, x + (long) block * activationBytes, tokenBytes, tokens, accumulators, scratch);
        }
        int out = rows.rows(call);
        int count = Math.min(PANEL, out - panel * PANEL);
        for (int t = 0; t < tokens; t++) {
            copy(accumulators + t * ROW_BYTES, call.result() + 4L * ((long) (token + t) * out + panel * PANEL), count);
        }
    }

    private static void clear(long address, int panels) {
        for (long offset = 0; offset < panels * ROW_BYTES; offset += 4L * Width.FLOAT_LANES) {
            FloatVector.zero(Width.FLOATS).intoMemorySegment(Memory.ALL, address + offset, Width.ORDER);
        }
    }

    private static void copy(long src, long dst, int count) {
        MemorySegment.copy(Memory.ALL, src, Memory.ALL, dst, 4L * count);
    }
}
