// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.ModelIdentity;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.TraceSink;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrepackCacheTest {
    private static final LayoutClass TILED = LayoutClass.BLOCKED_INPUT_MAJOR_X8;
    private static final ModelIdentity MODEL = new ModelIdentity(List.of("m.gguf"), "100 then", "abc");

    @TempDir
    private Path folder;

    private final TensorView weight = weight(1);
    private final TensorView packed = weight.prepack(TILED, Arena.ofAuto(), TraceSink.NONE);

    private static TensorView weight(int seed) {
        byte[] bytes = new byte[20 * 3 * 18];
        new Random(seed).nextBytes(bytes);
        return TensorView.of(Format.Q4_0, MemorySegment.ofArray(bytes), 20, 96);
    }

    private PrepackCache cache(ModelIdentity model) {
        return new PrepackCache(folder, model);
    }

    private Path entry() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.toList();
            assertEquals(1, all.size());
            return all.getFirst();
        }
    }

    private void assertIgnored(PrepackCache cache, String reason) {
        assertTrue(cache.find("w", weight, TILED, Arena.ofAuto()).isEmpty());
        assertTrue(
                cache.problem().orElse("").contains(reason),
                () -> cache.problem().toString());
    }

    @Test
    void whatWasPutIsFoundByTheNextStart() {
        cache(MODEL).put("w", packed, TILED);
        PrepackCache next = cache(MODEL);
        TensorView found = next.find("w", weight, TILED, Arena.ofAuto()).orElseThrow();
        assertArrayEquals(weight.toFloatArray(), found.toFloatArray());
        assertTrue(found.storage().isMapped() && found.storage().isReadOnly());
        assertTrue(next.find("v", weight, TILED, Arena.ofAuto()).isEmpty());
        assertTrue(next.find("w", weight, LayoutClass.BLOCKED_INPUT_MAJOR_X16, Arena.ofAuto())
                .isEmpty());
        assertTrue(next.problem().isEmpty());
    }

    @Test
    void anEntryOfAnotherStateOfTheFileIsStaleAndReplaced() throws IOException {
        cache(MODEL).put("w", packed, TILED);
        ModelIdentity changed = new ModelIdentity(MODEL.files(), "100 now", MODEL.header());
        PrepackCache next = cache(changed);
        assertIgnored(next, "belongs to another version");
        next.put("w", packed, TILED);
        entry();
        assertTrue(cache(changed).find("w", weight, TILED, Arena.ofAuto()).isPresent());
    }

    @Test
    void everyByteThatIsWrongIsNoticed() throws IOException {
        cache(MODEL).put("w", packed, TILED);
        byte[] good = Files.readAllBytes(entry());
        int[] places = IntStream.concat(IntStream.range(0, 44), new Random(5).ints(200, 4096, good.length))
                .toArray();
        for (int place : places) {
            byte[] bad = good.clone();
            bad[place] ^= 1;
            Files.write(entry(), bad);
            assertIgnored(cache(MODEL), place < 40 ? "belongs to another version" : "its checksum is wrong");
        }
    }

    @Test
    void entriesOfAnotherSizeAreIgnored() throws IOException {
        cache(MODEL).put("w", packed, TILED);
        byte[] good = Files.readAllBytes(entry());
        for (int size : new int[] {0, 1, 40, 4095, 4096, good.length - 1, good.length + 1}) {
            Files.write(entry(), Arrays.copyOf(good, size));
            assertIgnored(cache(MODEL), "bytes, expected");
        }
    }

    @Test
    void aFolderThatIsGoneIsAProblemButNoError() throws IOException {
        PrepackCache cache = new PrepackCache(folder.resolve("gone"), MODEL);
        cache.put("w", packed, TILED);
        assertIgnored(cache, "cannot be written");
    }

    @Test
    void manyWritersLeaveOneCompleteEntry() throws IOException {
        PrepackCache cache = cache(MODEL);
        IntStream.range(0, 40).parallel().forEach(i -> {
            cache.put("w", packed, TILED);
            TensorView found = cache.find("w", weight, TILED, Arena.ofAuto()).orElseThrow();
            assertArrayEquals(
                    packed.storage().toArray(ValueLayout.JAVA_BYTE),
                    found.storage().toArray(ValueLayout.JAVA_BYTE));
        });
        assertTrue(cache.problem().isEmpty());
        entry();
    }
}
