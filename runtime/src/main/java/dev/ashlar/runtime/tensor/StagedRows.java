// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import java.lang.foreign.Arena;
import java.lang.ref.Reference;

/// Brings rows whose blocks lie apart into row-major order, some at a time.
final class StagedRows {
    /// What stays in a level-2 cache until it is used.
    private static final int STAGED_BYTES = 512 * 1024;

    private StagedRows() {}

    /// Takes rows.
    interface User {
        /// Takes some rows.
        ///
        /// @param rows a row-major view, valid during the call
        /// @param position of their first element in the whole view, in row-major order of its axes
        void take(TensorView rows, long position);
    }

    /// Tells whether the rows of a view are worth it: several, off-heap, their blocks not one after the other. Memory
    /// that this thread may not read is left to the other way, which says so.
    static boolean pay(TensorView view) {
        Layout layout = view.layout();
        int last = view.rank() - 1;
        return last >= 1
                && view.storage().isNative()
                && view.storage().scope().isAlive()
                && view.storage().isAccessibleBy(Thread.currentThread())
                && layout.blockCount() > 0
                && (!layout.isPacked() || layout.blockAxis() == last)
                && layout.blocks(last) > 1
                && layout.blocks(last - 1) > 1
                && (layout.stride(last) != 1 || layout.rowTile() > 1);
    }

    /// Hands over all rows of a view, in order.
    static void each(TensorView view, User user) {
        long columns = view.dim(-1);
        long rowBytes = view.format().bytesOf(columns);
        int most = Math.clamp(STAGED_BYTES / rowBytes, 1, BlockMover.ROWS);
        long out = view.dim(-2);
        long all = Relayout.rows(view);
        try (Arena arena = Arena.ofConfined()) {
            TensorView staged = TensorView.allocate(view.format(), arena, most, columns);
            BlockMover mover = BlockMover.between(view, staged);
            for (long row = 0; row < all; ) {
                int count = (int) Math.min(most - row % out % most, out - row % out);
                mover.move(Relayout.rowSlot(view, row), 0, count);
                user.take(count == most ? staged : staged.narrow(0, 0, count), row * columns);
                row += count;
            }
        }
        Reference.reachabilityFence(view.storage());
    }
}
