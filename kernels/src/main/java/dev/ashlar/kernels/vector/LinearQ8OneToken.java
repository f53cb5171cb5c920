// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import static dev.ashlar.kernels.vector.TiledRows.PANEL;
import static dev.ashlar.kernels.vector.Width.bounded;
import static dev.ashlar.kernels.vector.Width.offset;

import dev.ashlar.kernels.common.Sizes;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

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

    /// Accumulates in the result itself; only the rows of an incomplete last panel have their place in the
    /// scratch.
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
        int ahead = panelsAhead(blocks);
        for (int panel = from; panel < to; panel++) {
            if (ahead > 0 && (panel - from) % ahead == 0) {
                touch(call, panel, Math.min(panel + ahead, to), sums);
            }
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

    /// Returns how many panels are read from memory at once before they are multiplied.
    private int panelsAhead(int blocks) {
        if (tile.bytesAhead() == 0) {
            return 0;
        }
        long panelBytes = (long) PANEL / TiledRows.TILE * blocks * rows.tileBytes();
        return (int) Math.max(1, tile.bytesAhead() / panelBytes);
    }

    /// Reads a byte of every cache line of panels, from one end to the other.
    private void touch(KernelCall call, int panel, int end, long dst) {
        long from = bounded(rows.tile(call, panel, 0));
        long last = rows.tile(call, end - 1, 3) + (long) rows.blocks(call) * rows.tileBytes();
        int bytes = (int) (last - from);
        int sum = 0;
        for (int at = 0; at < bytes; at += 64) {
            sum += Memory.i8(from + offset(at));
        }
        Memory.putI32(dst, sum);
    }
}
