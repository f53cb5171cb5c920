// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.jmh;

import dev.ashlar.kernels.StandardKernels;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.OperandKey;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// One thread through a whole `linear` of 2048 rows and columns: 4,194,304 multiply-adds a token.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
public class LinearBenchmark {
    private static final int SIZE = 2048;

    /// Name of the kernel.
    @Param({
        "linear.q4_0.input_block_major_x32.q8.vector",
        "linear.q8_0.input_block_major_x32.q8.vector",
        "linear.q4_k.input_block_major_x32.q8.vector",
        "linear.q6_k.input_block_major_x32.q8.vector",
        "linear.q4_0.input_block_major_x32.vector",
        "linear.q4_0.row_major.q8.scalar"
    })
    String name;

    /// Rows of the activations.
    @Param({"1", "64"})
    int tokens;

    private Arena arena;
    private Kernel kernel;
    private KernelCall call;
    private long scratch;

    /// Makes operands of any bytes whose scales are small numbers.
    @Setup
    public void setUp() {
        KernelDescriptor descriptor =
                StandardKernels.registry().byName(name).orElseThrow(() -> new IllegalStateException(name));
        arena = Arena.ofShared();
        OperandKey x = descriptor.key().operands().getFirst();
        OperandKey w = descriptor.key().operands().get(1);
        List<Long> dims = List.of((long) tokens, (long) SIZE);
        OperandType activations = new OperandType(x.format(), x.layout(), dims);
        OperandType weight = new OperandType(w.format(), w.layout(), List.of((long) SIZE, (long) SIZE));
        OperandType result = new OperandType(Format.F32, x.layout(), dims);
        kernel = descriptor
                .factory()
                .create(new Signature("linear", List.of(activations, weight), result, Attributes.NONE));
        call = new KernelCall(2, 2, 2);
        bind(0, activations, (byte) 0x12);
        bind(1, weight, (byte) 0x11);
        bind(2, result, (byte) 0);
        scratch = allocate(kernel.scratchBytes(call), (byte) 0);
    }

    private void bind(int index, OperandType type, byte fill) {
        long rows = type.dim(0);
        call.setDim(index, 0, Math.toIntExact(rows));
        call.setDim(index, 1, SIZE);
        call.setAddress(index, allocate(type.format().bytesOf(rows * SIZE), fill));
    }

    private long allocate(long bytes, byte fill) {
        MemorySegment memory = arena.allocate(Math.max(64, bytes), 64).fill(fill);
        return memory.address();
    }

    /// Frees the operands.
    @TearDown
    public void tearDown() {
        arena.close();
    }

    /// Runs the kernel once.
    @Benchmark
    public void linear() {
        kernel.run(call, 0, kernel.units(call), scratch);
    }
}
