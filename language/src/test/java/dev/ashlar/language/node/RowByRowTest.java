// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.ashlar.kernels.StandardKernels;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Rows that are run one by one have the bits of the kernel for many.
class RowByRowTest {
    private static final int ROWS = 3;
    private static final int OUT = 200;
    private static final int IN = 768;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "linear.q4_0.input_block_major_x32.q8.vector",
                "linear.q6_k.input_block_major_x32.q8.vector",
                "linear.q4_k.input_block_major_x32.vector",
                "linear.f16.contiguous.vector"
            })
    void givesTheBitsOfTheKernelForMany(String name) {
        KernelDescriptor descriptor = StandardKernels.registry().byName(name).orElseThrow();
        Signature signature = signature(descriptor);
        Kernel kernel = descriptor.factory().create(signature);
        Kernel one = kernel.forRows(1);
        Kernel many = kernel.forRows(ROWS);
        assertNotEquals(one, many);
        KernelRoot root = new KernelRoot(null, one, one, "one row", Optional.empty());
        RowByRow rows = new RowByRow(root.getCallTarget(), signature);
        assertFalse(rows.isCompiled());
        try (Arena arena = Arena.ofConfined()) {
            KernelCall call = call(signature, arena);
            Slice slice = new Slice();
            slice.call = call;
            slice.scratch = arena.allocate(Math.max(one.scratchBytes(call), many.scratchBytes(call)), 64)
                    .address();
            slice.from = 0;
            slice.to = OUT;
            many.run(call, slice.from, slice.to, slice.scratch);
            List<Integer> expected = result(call);
            for (int grain = many.grain(); slice.from < OUT; slice.from = slice.to) {
                slice.to = Math.min(OUT, slice.from + grain);
                clear(call, slice);
                rows.run(slice);
            }
            assertArrayEquals(expected.toArray(), result(call).toArray());
        }
    }

    private static Signature signature(KernelDescriptor descriptor) {
        Format source = descriptor.key().operands().get(0).format();
        Format weight = descriptor.key().operands().get(1).format();
        LayoutClass layout = descriptor.key().operands().get(1).layout();
        OperandType x = new OperandType(source, LayoutClass.CONTIGUOUS, List.of(OperandType.DYNAMIC, (long) IN));
        OperandType w = new OperandType(weight, layout, List.of((long) OUT, (long) IN));
        OperandType y = new OperandType(Format.F32, LayoutClass.CONTIGUOUS, List.of(OperandType.DYNAMIC, (long) OUT));
        return new Signature("linear", List.of(x, w), y, Attributes.NONE);
    }

    /// Random bytes below 64 are finite numbers in every format.
    private static KernelCall call(Signature signature, Arena arena) {
        KernelCall call = new KernelCall(2, 2, 2);
        int[][] sizes = {{ROWS, IN}, {OUT, IN}, {ROWS, OUT}};
        long[] elements = {ROWS * IN, (OUT + 127L) / 128 * 128 * IN, ROWS * OUT};
        Random random = new Random(7);
        for (int i = 0; i < 3; i++) {
            call.setDim(i, 0, sizes[i][0]);
            call.setDim(i, 1, sizes[i][1]);
            Format format = i < 2 ? signature.operand(i).format() : Format.F32;
            long bytes = format.bytesOf(elements[i]);
            long address = arena.allocate(bytes, 64).address();
            for (long at = 0; at < bytes; at++) {
                Memory.putI8(address + at, (byte) random.nextInt(64));
            }
            call.setAddress(i, address);
        }
        return call;
    }

    private static void clear(KernelCall call, Slice slice) {
        for (int row = 0; row < ROWS; row++) {
            for (int i = slice.from; i < slice.to; i++) {
                Memory.putF32(call.result() + 4L * (row * OUT + i), Float.NaN);
            }
        }
    }

    private static List<Integer> result(KernelCall call) {
        List<Integer> bits = new ArrayList<>();
        for (int i = 0; i < ROWS * OUT; i++) {
            bits.add(Memory.i32(call.result() + 4L * i));
        }
        return bits;
    }
}
