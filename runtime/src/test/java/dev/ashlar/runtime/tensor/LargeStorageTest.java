// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.trace.TraceSink;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Views and relayouts beyond 2 GiB and 4 GiB, on a file that is all hole but for a few blocks.
class LargeStorageTest {
    private static final long ROWS = 40_000;
    private static final long IN = 131_072;

    @TempDir
    Path folder;

    @Test
    void readsAndRelaysOutTheEndOfALargeMappedWeight() throws IOException {
        Layout layout = Layout.rowMajor(32, ROWS, IN);
        long bytes = layout.slotCount() * Format.Q8_0.blockBytes();
        assertEquals(5_570_560_000L, bytes);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment storage = sparse("weight.bin", bytes, arena);
            TensorView weight = new TensorView(Format.Q8_0, layout, storage);
            TensorView block = Fixtures.weight(Format.Q8_0, 1, 32);
            long last = bytes - Format.Q8_0.blockBytes();
            MemorySegment.copy(block.storage(), 0, storage, last, Format.Q8_0.blockBytes());
            for (int i = 0; i < 32; i++) {
                assertEquals(block.get(0, i), weight.get(ROWS - 1, IN - 32 + i));
            }
            TensorView corner = weight.narrow(0, ROWS - 5, 5).narrow(1, IN - 96, 96);
            for (LayoutClass target : Fixtures.classes(Format.Q8_0)) {
                TensorView packed = corner.prepack(target, arena, TraceSink.NONE);
                assertEquals(target, packed.layoutClass());
                assertEquals(block.get(0, 7), packed.get(4, 64 + 7));
                assertEquals(0, packed.get(3, 64 + 7));
            }
            assertEquals(
                    block.get(0, 7),
                    weight.transpose(0, 1)
                            .narrow(0, IN - 32, 32)
                            .slice(1, ROWS - 1)
                            .get(7));
        }
    }

    @Test
    void relaidOutIntoALargeMappedCopy() throws IOException {
        long rows = 40_000_000;
        long in = 96;
        Layout rowMajor = Layout.rowMajor(32, rows, in);
        Layout inputMajor = Layout.inputBlockMajor(32, 32, rows, in);
        long bytes = rowMajor.slotCount() * Format.Q8_0.blockBytes();
        try (Arena arena = Arena.ofShared()) {
            TensorView weight = new TensorView(Format.Q8_0, rowMajor, sparse("weight.bin", bytes, arena));
            TensorView copy = new TensorView(
                    Format.Q8_0,
                    inputMajor,
                    sparse("copy.bin", inputMajor.slotCount() * Format.Q8_0.blockBytes(), arena));
            TensorView row = Fixtures.weight(Format.Q8_0, 1, in);
            long rowBytes = row.byteSize();
            MemorySegment.copy(row.storage(), 0, weight.storage(), (rows - 1) * rowBytes, rowBytes);
            Relayout.copyRows(weight, copy, rows - 1, rows);
            PrepackTest.assertBits(
                    row.toFloatArray(), copy.narrow(0, rows - 1, 1).toFloatArray(), "the last row");
        }
    }

    private MemorySegment sparse(String name, long bytes, Arena arena) throws IOException {
        try (FileChannel file = FileChannel.open(
                folder.resolve(name),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.SPARSE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        }
    }
}
