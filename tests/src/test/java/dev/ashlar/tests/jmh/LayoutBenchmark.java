// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.jmh;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.Relayout;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
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

/// Decoding and relayout of a weight that fits no cache, against a plain copy of as many bytes as they write.
///
/// Both sides of `relayout...` are memory that was touched before, so that no page fault hides its cost; `prepack` and
/// `copyToNewMemory` allocate, as users do.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class LayoutBenchmark {
    private static final long ROWS = 8192;
    private static final long COLUMNS = 8192;

    /// Spelling of the weight's format.
    @Param({"q8_0", "q4_k"})
    public String format;

    private Arena arena;
    private TensorView weight;
    private TensorView inputMajor;
    private TensorView tiled;
    private float[] decoded;

    /// Fills a weight with random bytes and touches all memory.
    @Setup
    public void fill() {
        arena = Arena.ofConfined();
        weight = TensorView.allocate(Format.ofSpelling(format).orElseThrow(), arena, ROWS, COLUMNS);
        Random random = new Random(1);
        for (long at = 0; at + Long.BYTES <= weight.byteSize(); at += Long.BYTES) {
            weight.storage().set(ValueLayout.JAVA_LONG_UNALIGNED, at, random.nextLong());
        }
        inputMajor = weight.prepack(LayoutClass.BLOCKED_INPUT_MAJOR, arena, TraceSink.NONE);
        tiled = weight.prepack(LayoutClass.BLOCKED_INPUT_MAJOR_X32, arena, TraceSink.NONE);
        decoded = weight.toFloatArray();
    }

    /// Frees the weight.
    @TearDown
    public void free() {
        arena.close();
    }

    /// The bytes of the weight, copied.
    @Benchmark
    public MemorySegment copyOfBytes() {
        return inputMajor.storage().copyFrom(weight.storage());
    }

    /// Row-major to input-block-major.
    @Benchmark
    public TensorView relayoutToInputMajor() {
        Relayout.copyRows(weight, inputMajor, 0, ROWS);
        return inputMajor;
    }

    /// The bytes of the weight, copied to new memory.
    @Benchmark
    public long copyToNewMemory() {
        try (Arena fresh = Arena.ofConfined()) {
            return fresh.allocate(weight.byteSize(), 64)
                    .copyFrom(weight.storage())
                    .address();
        }
    }

    /// Row-major to input-block-major, in new memory.
    @Benchmark
    public long prepack() {
        try (Arena fresh = Arena.ofConfined()) {
            return weight.prepack(LayoutClass.BLOCKED_INPUT_MAJOR, fresh, TraceSink.NONE)
                    .address();
        }
    }

    /// Row-major to tiles of 32 rows.
    @Benchmark
    public TensorView relayoutToTiles() {
        Relayout.copyRows(weight, tiled, 0, ROWS);
        return tiled;
    }

    /// The decoded values, copied to a new array.
    @Benchmark
    public float[] copyOfFloats() {
        return decoded.clone();
    }

    /// The weight, decoded to a new array.
    @Benchmark
    public float[] toFloatArray() {
        return weight.toFloatArray();
    }

    /// The relaid-out weight, decoded to a new array.
    @Benchmark
    public float[] toFloatArrayOfInputMajor() {
        return inputMajor.toFloatArray();
    }
}
