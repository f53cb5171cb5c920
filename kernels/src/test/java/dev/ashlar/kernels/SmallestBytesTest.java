// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.kernels.Case.Tensor;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.OperandKey;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Activations of -128, which our quantizer does not make but a script may bring, times weights of -128: the
/// largest sums of products of bytes.
class SmallestBytesTest {
    private static final int ROWS = 37;
    private static final int COLUMNS = 96;

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void productOfTheSmallestBytes(int tokens) {
        List<KernelDescriptor> kernels = StandardKernels.registry().ofOp("linear").stream()
                .filter(kernel -> kernel.name().endsWith(".vector"))
                .filter(kernel ->
                        kernel.key().operands().stream().map(OperandKey::format).allMatch(Format.Q8_0::equals))
                .toList();
        assertEquals(1, kernels.size());
        for (KernelDescriptor kernel : kernels) {
            LayoutClass layout = kernel.key().operands().get(1).layout();
            Case test = Case.of(
                    "smallest",
                    "linear",
                    Attributes.NONE,
                    Tensor.result(Format.F32, tokens, ROWS),
                    new Tensor(Format.Q8_0, new int[] {tokens, COLUMNS}, smallest(tokens)),
                    new Tensor(
                            Format.Q8_0,
                            layout,
                            new int[] {ROWS, COLUMNS},
                            Relayout.of(Format.Q8_0, layout, ROWS, COLUMNS, smallest(ROWS))));
            ByteBuffer result = ByteBuffer.wrap(Runner.run(kernel, test, 1).getLast());
            result.order(ByteOrder.LITTLE_ENDIAN);
            while (result.hasRemaining()) {
                assertEquals(COLUMNS * 128f * 128f, result.getFloat(), kernel.name());
            }
        }
    }

    /// Returns rows of Q8_0 blocks of scale 1.
    private static byte[] smallest(int rows) {
        byte[] bytes = new byte[(int) Format.Q8_0.bytesOf(rows * COLUMNS)];
        Arrays.fill(bytes, (byte) -128);
        for (int at = 0; at < bytes.length; at += Format.Q8_0.blockBytes()) {
            bytes[at] = 0;
            bytes[at + 1] = 0x3c;
        }
        return bytes;
    }
}
