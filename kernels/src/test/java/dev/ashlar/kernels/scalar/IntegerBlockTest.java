// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ashlar.kernels.Shared;
import dev.ashlar.kernels.scalar.IntegerBlock.Form;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.memory.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class IntegerBlockTest {
    @Test
    void integerSumsOfBlocksEqualGgmls() {
        int checked = 0;
        for (Path file : Shared.goldens("dot")) {
            JsonNode golden = Shared.json(file);
            Format format = Format.valueOf(golden.get("type").asText());
            if (golden.has("isum_i32_le_base64")) {
                check(golden, format, (IntegerBlock) ScalarWeights.reader(format));
                checked++;
            }
        }
        assertTrue(checked >= 14, "checked " + checked);
    }

    private static void check(JsonNode golden, Format format, IntegerBlock reader) {
        Int8Block activations =
                Int8Block.of(Format.valueOf(golden.get("activation_type").asText()));
        int[] sums = Shared.ints(golden, "isum_i32_le_base64");
        boolean minima = golden.has("msum_i32_le_base64");
        assertEquals(minima, reader.form() == Form.MINIMUM, format.name());
        int[] minimumSums = minima ? Shared.ints(golden, "msum_i32_le_base64") : new int[0];
        int blocks = golden.get("in").asInt() / format.blockElements();
        int out = golden.get("out").asInt();
        try (Arena arena = Arena.ofConfined()) {
            long weights = copy(arena, Shared.bytes(golden, "weight_base64"));
            long x = copy(arena, Shared.bytes(golden, "activation_cpu_base64"));
            long scratch = arena.allocate(1024).address();
            for (int i = 0; i < sums.length; i++) {
                int row = i / blocks % out;
                long block = weights + (long) (row * blocks + i % blocks) * format.blockBytes();
                long activation = x + (long) (i / blocks / out * blocks + i % blocks) * activations.bytes();
                reader.unpack(block, scratch);
                assertEquals(
                        sums[i], dot(scratch, activation + activations.quants(), reader.elements()), format.name());
                if (minima) {
                    reader.unpackMins(block, scratch);
                    assertEquals(minimumSums[i], minimum(scratch, activation + activations.sums()), format.name());
                }
            }
        }
    }

    private static long copy(Arena arena, byte[] bytes) {
        MemorySegment segment = arena.allocate(bytes.length);
        MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return segment.address();
    }

    private static int dot(long w, long x, int elements) {
        int sum = 0;
        for (int k = 0; k < elements; k++) {
            sum += Memory.i16(w + 2L * k) * Memory.i8(x + k);
        }
        return sum;
    }

    private static int minimum(long mins, long sums) {
        int sum = 0;
        for (int k = 0; k < 16; k++) {
            sum += Memory.i16(mins + 2L * k) * Memory.i16(sums + 2L * k);
        }
        return sum;
    }
}
