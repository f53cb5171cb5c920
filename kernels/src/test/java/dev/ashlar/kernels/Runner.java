// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import com.sun.management.ThreadMXBean;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Runs a kernel on bytes, in one part or several, with every operand at an address that is aligned to nothing.
final class Runner {
    private Runner() {}

    /// Runs a kernel and returns the bytes of the operands, which it may have changed, and of the result last.
    static List<byte[]> run(KernelDescriptor descriptor, Case test, int parts) {
        Kernel kernel = descriptor.factory().create(test.signature());
        List<Kernel> kernels = Collections.nCopies(parts, kernel);
        return run(kernels, test);
    }

    /// Lets one kernel compute the first half of the units and another the rest.
    static List<byte[]> handOver(KernelDescriptor first, KernelDescriptor rest, Case test) {
        return run(
                List.of(first.factory().create(test.signature()), rest.factory().create(test.signature())), test);
    }

    /// Returns what a call of a kernel allocates on the heap, once it has run: the least of some calls, since
    /// the JVM may allocate in the middle of one, where it goes on with code that was compiled meanwhile.
    static long allocatedBytes(KernelDescriptor descriptor, Case test) {
        Kernel kernel = descriptor.factory().create(test.signature());
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Arena arena = Arena.ofConfined()) {
            KernelCall call = call(test.signature(), test.dims());
            addresses(memory(test, arena), call);
            long scratch =
                    arena.allocate(Math.max(1, kernel.scratchBytes(call)), 64).address();
            int units = kernel.units(call);
            long least = Long.MAX_VALUE;
            for (int i = 0; i < 5; i++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                kernel.run(call, 0, units, scratch);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            return least;
        }
    }

    private static List<byte[]> run(List<Kernel> parts, Case test) {
        try (Arena arena = Arena.ofConfined()) {
            List<MemorySegment> memory = memory(test, arena);
            KernelCall call = call(test.signature(), test.dims());
            addresses(memory, call);
            split(parts, call, arena);
            return memory.stream()
                    .map(segment -> segment.toArray(ValueLayout.JAVA_BYTE))
                    .toList();
        }
    }

    /// Copies the operands to memory, and reserves some for the result.
    private static List<MemorySegment> memory(Case test, Arena arena) {
        List<MemorySegment> memory = new ArrayList<>();
        for (byte[] operand : test.operands()) {
            MemorySegment segment = arena.allocate(operand.length + 1L, 64).asSlice(1);
            MemorySegment.copy(operand, 0, segment, ValueLayout.JAVA_BYTE, 0, operand.length);
            memory.add(segment);
        }
        memory.add(arena.allocate(Math.max(1, test.resultBytes()), 64).fill((byte) 0x5a));
        return memory;
    }

    private static void addresses(List<MemorySegment> memory, KernelCall call) {
        for (int i = 0; i < memory.size(); i++) {
            call.setAddress(i, memory.get(i).address());
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

    private static void split(List<Kernel> kernels, KernelCall call, Arena arena) {
        int units = kernels.getFirst().units(call);
        int grain = kernels.stream().mapToInt(Kernel::grain).max().orElseThrow();
        int grains = (units + grain - 1) / grain;
        int parts = kernels.size();
        for (int part = parts - 1; part >= 0; part--) {
            Kernel kernel = kernels.get(part);
            if (kernel.units(call) != units || grain % kernel.grain() != 0) {
                throw new IllegalStateException("kernels of one key count %d and %d units, in grains of %d and %d"
                        .formatted(units, kernel.units(call), grain, kernel.grain()));
            }
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
