// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeMemoryTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 100, (1 << 20) - 1, 1 << 20, 5_000_001})
    void memoryIsZeroAlignedAndFreedWithItsScope(long bytes) {
        MemorySegment memory;
        try (Arena arena = Arena.ofShared()) {
            memory = NativeMemory.allocate(bytes, arena);
            NativeMemory.preferHugePages(memory);
            assertEquals(bytes, memory.byteSize());
            assertEquals(0, memory.address() % NativeMemory.ALIGNMENT);
            assertEquals(-1, memory.mismatch(MemorySegment.ofArray(new byte[(int) bytes])));
            memory.fill((byte) 7);
            assertEquals(7, memory.get(ValueLayout.JAVA_BYTE, bytes - 1));
        }
        assertThrows(IllegalStateException.class, () -> memory.get(ValueLayout.JAVA_BYTE, 0));
    }

    @Test
    void moreThanThereIsCannotBeAllocated() {
        try (Arena arena = Arena.ofShared()) {
            assertThrows(OutOfMemoryError.class, () -> NativeMemory.allocate(1L << 60, arena));
        }
    }

    @Test
    void pagesOfAFileThatWereReleasedAreReadAgain(@TempDir Path folder) throws IOException {
        byte[] bytes = new byte[300_001];
        new Random(3).nextBytes(bytes);
        Path file = Files.write(folder.resolve("file"), bytes);
        try (Arena arena = Arena.ofShared();
                FileChannel channel = FileChannel.open(file)) {
            MemorySegment mapped = channel.map(MapMode.READ_ONLY, 0, bytes.length, arena);
            assertEquals(-1, mapped.mismatch(MemorySegment.ofArray(bytes)));
            NativeMemory.release(mapped.asSlice(1_000, 200_000));
            NativeMemory.release(mapped.asSlice(100, 200));
            assertArrayEquals(bytes, mapped.toArray(ValueLayout.JAVA_BYTE));
        }
    }

    @Test
    void otherMemoryIsNotReleased() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = NativeMemory.allocate(1 << 21, arena);
            memory.fill((byte) 9);
            NativeMemory.release(memory);
            NativeMemory.release(memory.asReadOnly());
            assertEquals(9, memory.get(ValueLayout.JAVA_BYTE, 1 << 20));
        }
    }
}
