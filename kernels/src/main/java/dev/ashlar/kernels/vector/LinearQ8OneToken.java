// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.PANEL;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;

/// `y[o] = sum_k x[k] * w[o, k]` for one token: multiplies with the packed weights, which are read from one end
/// to the other, a stream for each vector of a panel.
final class LinearQ8OneToken extends LinearTiled {
    private final Q8Tile tile;
    private final int activationBytes;

    LinearQ8OneToken(Signature signature, Q8Tile tile) {
        super(signature);
        this.tile = tile;
        this.activationBytes = signature.operand(0).format().blockBytes();
    }

    @Override
    public long scratchBytes(KernelCall call) {
        return TiledRows.PANEL_BYTES
                + Sizes.aligned(tile.multiplyBytes())
                + (long) tile.preparedBytes() * rows.blocks(call);
    }

    /// Accumulates in the result itself; only the rows of an incomplete last panel have their place in the scratch.
    @Override
    public void run(KernelCall call, int fromRow, int toRow, long scratch) {
        int from = fromRow / PANEL;
        int to = (toRow + PANEL - 1) / PANEL;
        int blocks = rows.blocks(call);
        int complete = Math.min(to, rows.rows(call) / PANEL);
        long x = call.address(0);
        long y = call.result();
        long sums = scratch + TiledRows.PANEL_BYTES;
        long prepared = sums + Sizes.aligned(tile.multiplyBytes());
        for (int block = 0; block < blocks; block++) {
            tile.prepare(x + (long) block * activationBytes, prepared + (long) block * tile.preparedBytes());
        }
        TiledRows.clear(y + from * TiledRows.PANEL_BYTES, complete - from);
        TiledRows.clear(scratch, 1);
        for (int panel = from; panel < to; panel++) {
            long accumulators = panel < complete ? y + panel * TiledRows.PANEL_BYTES : scratch;
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
            TiledRows.copy(scratch, y + complete * TiledRows.PANEL_BYTES, rows.rows(call) - complete * PANEL);
        }
    }
}
