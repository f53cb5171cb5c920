// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.kernels.Case.Tensor;
import dev.ashlar.kernels.nativecode.NativeLibrary;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Activations of -128, which our quantizer does not make but a script may bring, times the smallest and the
/// largest weights: the largest sums of products of bytes. Kernels that add them in 16 bits must give the same
/// bits as the scalar ones, which have 32.
class SmallestBytesTest {
    private static final int ROWS = 133;
    private static final int BLOCKS = 3;
    private static final List<Format> WEIGHTS = List.of(Format.Q4_0, Format.Q8_0, Format.Q4_K, Format.Q6_K);
    private static final short ONE = 0x3c00;

    @ParameterizedTest
    @MethodSource("tokens")
    void vectorKernelsGiveTheBitsOfTheScalarOnes(int tokens) {
        KernelRegistry registry = StandardKernels.registry();
        assertEquals(WEIGHTS.size(), same(registry, "vector", tokens));
    }

    @Test
    void nativeKernelsGiveTheBitsOfTheScalarOnes() {
        NativeLibrary.refusal().ifPresent(Assumptions::abort);
        KernelRegistry registry = StandardKernels.registry(NativeKernels.INCLUDED);
        assertEquals(2 * WEIGHTS.size(), same(registry, "ffm", 2));
        assertEquals(2 * WEIGHTS.size(), same(registry, "jni", 2));
    }

    static IntStream tokens() {
        return IntStream.of(1, 2, 3, 40);
    }

    /// Runs every case of the vector kernels, for a JVM without a test engine.
    static void allCases() {
        tokens().forEach(new SmallestBytesTest()::vectorKernelsGiveTheBitsOfTheScalarOnes);
    }

    /// Compares the kernels of a family with the scalar ones and returns their number.
    private static int same(KernelRegistry registry, String family, int tokens) {
        List<KernelDescriptor> kernels = registry.ofOp("linear").stream()
                .filter(kernel -> kernel.name().endsWith(".q8." + family))
                .filter(kernel ->
                        WEIGHTS.contains(kernel.key().operands().get(1).format()))
                .toList();
        assertAll(kernels.stream()
                .flatMap(kernel -> Stream.of((byte) -128, (byte) 127)
                        .map(quant -> () -> assertArrayEquals(
                                result(scalar(registry, kernel), tokens, quant),
                                result(kernel, tokens, quant),
                                () -> "%s, activations of %d".formatted(kernel.name(), quant)))));
        return kernels.size();
    }

    private static KernelDescriptor scalar(KernelRegistry registry, KernelDescriptor kernel) {
        String weight = kernel.key().operands().get(1).format().spelling();
        return registry.byName("linear." + weight + ".input_block_major.q8.scalar")
                .orElseThrow();
    }

    private static int[] result(KernelDescriptor kernel, int tokens, byte quant) {
        Format activations = kernel.key().operands().getFirst().format();
        Format format = kernel.key().operands().get(1).format();
        LayoutClass layout = kernel.key().operands().get(1).layout();
        int columns = BLOCKS * format.blockElements();
        Case test = Case.of(
                "smallest",
                "linear",
                Attributes.NONE,
                Tensor.result(Format.F32, tokens, ROWS),
                new Tensor(activations, new int[] {tokens, columns}, activations(activations, tokens * BLOCKS, quant)),
                new Tensor(
                        format,
                        layout,
                        new int[] {ROWS, columns},
                        Relayout.of(format, layout, ROWS, columns, weights(format))));
        int[] bits = new int[tokens * ROWS];
        ByteBuffer.wrap(Runner.run(kernel, test, 1).getLast())
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .get(bits);
        return bits;
    }

    /// Returns blocks of Q8_0 or Q8_K of scale 1 whose quants are all the same.
    private static byte[] activations(Format format, int blocks, byte quant) {
        ByteBuffer bytes = ByteBuffer.allocate(blocks * format.blockBytes()).order(ByteOrder.LITTLE_ENDIAN);
        byte[] quants = filled(format.blockElements(), quant);
        while (bytes.hasRemaining()) {
            if (format == Format.Q8_0) {
                bytes.putShort(ONE).put(quants);
            } else {
                bytes.putFloat(1f).put(quants);
                for (int group = 0; group < 16; group++) {
                    bytes.putShort((short) (16 * quant));
                }
            }
        }
        return bytes.array();
    }

    /// Returns rows of the smallest weights there are, and two of three times of the largest.
    private static byte[] weights(Format format) {
        ByteBuffer bytes = ByteBuffer.allocate(ROWS * BLOCKS * format.blockBytes());
        for (int row = 0; row < ROWS; row++) {
            byte[] block = row % 3 == 0 ? block(format, 0, -128) : block(format, 255, 127);
            for (int i = 0; i < BLOCKS; i++) {
                bytes.put(block);
            }
        }
        return bytes.array();
    }

    /// Returns a block of scale 1.
    ///
    /// @param unsigned quants that lie in their bytes without a sign
    /// @param signed bytes that have one
    private static byte[] block(Format format, int unsigned, int signed) {
        ByteBuffer bytes = ByteBuffer.allocate(format.blockBytes()).order(ByteOrder.LITTLE_ENDIAN);
        switch (format) {
            case Q4_0 -> bytes.putShort(ONE).put(filled(16, unsigned));
            case Q8_0 -> bytes.putShort(ONE).put(filled(32, signed));
            case Q4_K -> bytes.putShort(ONE).putShort(ONE).put(filled(12, 255)).put(filled(128, unsigned));
            case Q6_K ->
                bytes.put(filled(192, unsigned)).put(filled(16, signed)).putShort(ONE);
            default -> throw new IllegalArgumentException(format.spelling());
        }
        return bytes.array();
    }

    private static byte[] filled(int count, int value) {
        byte[] bytes = new byte[count];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }
}
