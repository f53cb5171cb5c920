// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import dev.ashlar.runtime.format.Codec;
import dev.ashlar.runtime.format.Format;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Decodes blocks of one view, each once.
///
/// Blocks are copied to a heap buffer first, so that a codec meets one kind of memory only: fed heap, off-heap and
/// mapped segments alike, its loop would be many times slower.
final class BlockReader {
    static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int STAGED_BYTES = 16 * 1024;

    private final TensorView view;
    private final Codec codec;
    private final int blockBytes;
    private final int blockElements;
    private final int stagedBlocks;
    private final MemorySegment staged;

    BlockReader(TensorView view) {
        this.view = view;
        Format format = view.format();
        codec = format.codec();
        blockBytes = format.blockBytes();
        blockElements = format.blockElements();
        long slots = Math.clamp(view.layout().slotCount(), 1, STAGED_BYTES / blockBytes);
        stagedBlocks = (int) slots;
        staged = MemorySegment.ofArray(new byte[stagedBlocks * blockBytes]);
    }

    /// Decodes the block in one slot.
    void decode(long slot, float[] dst, int dstOffset) {
        RowTile.get(view, slot, staged);
        codec.decode(staged, 0, dst, dstOffset);
    }

    /// Decodes blocks at equal distances.
    ///
    /// @return how many elements
    int decode(long slot, long stride, int count, float[] dst, int dstOffset) {
        if (stride != 1 || view.layout().rowTile() != 1) {
            for (int i = 0; i < count; i++) {
                decode(slot + i * stride, dst, dstOffset + i * blockElements);
            }
        } else if (view.format() == Format.F32) {
            MemorySegment.copy(view.storage(), FLOAT, slot * Float.BYTES, dst, dstOffset, count);
        } else {
            for (int from = 0; from < count; from += stagedBlocks) {
                int blocks = Math.min(stagedBlocks, count - from);
                MemorySegment.copy(view.storage(), (slot + from) * blockBytes, staged, 0, (long) blocks * blockBytes);
                decodeStaged(blocks, dst, dstOffset + from * blockElements);
            }
        }
        return count * blockElements;
    }

    private void decodeStaged(int blocks, float[] dst, int dstOffset) {
        if (view.format() == Format.F16) {
            for (int i = 0; i < blocks; i++) {
                dst[dstOffset + i] = Float.float16ToFloat(staged.get(SHORT, 2L * i));
            }
        } else if (view.format() == Format.BF16) {
            for (int i = 0; i < blocks; i++) {
                dst[dstOffset + i] = Float.intBitsToFloat(staged.get(SHORT, 2L * i) << 16);
            }
        } else {
            for (int i = 0; i < blocks; i++) {
                codec.decode(staged, (long) i * blockBytes, dst, dstOffset + i * blockElements);
            }
        }
    }
}
