// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Runs a kernel on bytes, in one part or several, with every operand at an address that is aligned to nothing.
final class Runner {
    private Runner() {}

    /// Runs a kernel and returns the bytes of the operands, which it may have changed, and of the result last.
    static List<byte[]> run(KernelDescriptor descriptor, Case test, int parts) {
        Signature signature = test.signature();
        try (Arena arena = Arena.ofConfined()) {
            List<MemorySegment> memory = new ArrayList<>();
            for (byte[] operand : test.operands()) {
                MemorySegment segment = arena.allocate(operand.length + 1L, 64).asSlice(1);
                MemorySegment.copy(operand, 0, segment, ValueLayout.JAVA_BYTE, 0, operand.length);
                memory.add(segment);
            }
            memory.add(arena.allocate(Math.max(1, test.resultBytes()), 64).fill((byte) 0x5a));
            KernelCall call = call(signature, test.dims());
            for (int i = 0; i < memory.size(); i++) {
                call.setAddress(i, memory.get(i).address());
            }
            split(descriptor.factory().create(signature), call, parts, arena);
            return memory.stream()
                    .map(segment -> segment.toArray(ValueLayout.JAVA_BYTE))
                    .toList();
        }
    }

    static KernelCall call(Signature signature, List<int[]> dims) {
        List<OperandType> types = new ArrayList<>(signature.operands());
        types.add(signature.result());
        KernelCall call =
                new KernelCall(types.stream().mapToInt(OperandType::rank).toArray());
        for (int i = 0; i < dims.size(); i++) {
            for (int axis = 0; axis < dims.get(i).length; axis++) {
                call.setDim(i, axis, dims.get(i)[axis]);
            }
        }
        return call;
    }

    private static void split(Kernel kernel, KernelCall call, int parts, Arena arena) {
        int units = kernel.units(call);
        int grain = kernel.grain();
        int grains = (units + grain - 1) / grain;
        for (int part = parts - 1; part >= 0; part--) {
            int from = (int) ((long) grains * part / parts) * grain;
            int to = Math.min(units, (int) ((long) grains * (part + 1) / parts) * grain);
            long bytes = kernel.scratchBytes(call);
            MemorySegment scratch = arena.allocate(Math.max(1, bytes), 64).fill((byte) 0x77);
            if (from < to) {
                kernel.run(call, from, to, scratch.address());
            }
        }
    }
}
