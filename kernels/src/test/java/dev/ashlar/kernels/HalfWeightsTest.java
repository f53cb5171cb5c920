// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.kernels.Case.Tensor;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelRegistry;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One token times F16 weights: the vector kernel has loops for common numbers, and must give the same bits
/// as the scalar one for all others.
class HalfWeightsTest {
    private static final KernelRegistry REGISTRY = StandardKernels.registry();

    /// A multiple of no panel of rows.
    private static final int ROWS = 31;

    private static final short INFINITY = 0x7c00;
    private static final short NOT_A_NUMBER = 0x7e01;

    @ParameterizedTest
    @MethodSource("columns")
    void oneWeightThatIsNotFinite(int columns) {
        for (short special : new short[] {INFINITY, (short) (INFINITY | Short.MIN_VALUE), NOT_A_NUMBER}) {
            for (int column : new int[] {0, columns / 2 + 5, columns - 1}) {
                byte[] weight = new Data(columns).dense(Format.F16, ROWS * columns);
                int row = column % ROWS;
                little(weight).putShort(2 * (row * columns + column), special);
                float[] result = bothGive(columns, weight, new Data(3).dense(Format.F32, columns));
                for (int i = 0; i < ROWS; i++) {
                    assertEquals(i != row, Float.isFinite(result[i]), "row " + i);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("columns")
    void largestAndSmallestWeights(int columns) {
        Data data = new Data(columns);
        bothGive(columns, data.extremeWeight(Format.F16, ROWS * columns), data.dense(Format.F32, columns));
    }

    @ParameterizedTest
    @MethodSource("activations")
    void oneActivationOfAnySize(float special) {
        for (int columns : new int[] {64, 2112}) {
            for (int column : new int[] {0, columns - 1}) {
                Data data = new Data(columns + column);
                byte[] x = data.dense(Format.F32, columns);
                little(x).putFloat(4 * column, special);
                bothGive(columns, data.extremeWeight(Format.F16, ROWS * columns), x);
            }
        }
    }

    @Test
    void activationsThatAreNoNumbers() {
        byte[] x = new Data(1).dense(Format.F32, 64);
        little(x).putFloat(4 * 17, Float.NaN);
        float[] result = bothGive(64, new Data(2).dense(Format.F16, ROWS * 64), x);
        for (float value : result) {
            assertEquals(Float.NaN, value);
        }
    }

    static IntStream columns() {
        return IntStream.of(64, 200, 1024, 2048, 2112, 2500);
    }

    static Stream<Float> activations() {
        return Stream.of(65535.996f, 65536f, -65536f, 1e30f, Float.POSITIVE_INFINITY, Float.MIN_VALUE, 1e-40f);
    }

    /// Runs every case, for a JVM without a test engine.
    static void allCases() {
        HalfWeightsTest test = new HalfWeightsTest();
        columns().forEach(test::oneWeightThatIsNotFinite);
        columns().forEach(test::largestAndSmallestWeights);
        activations().forEach(test::oneActivationOfAnySize);
        test.activationsThatAreNoNumbers();
    }

    /// Runs the vector and the scalar kernel and returns what they agree on.
    private static float[] bothGive(int columns, byte[] weight, byte[] x) {
        Case test = Case.of(
                "halves",
                "linear",
                Attributes.NONE,
                Tensor.result(Format.F32, 1, ROWS),
                new Tensor(Format.F32, new int[] {1, columns}, x),
                new Tensor(Format.F16, new int[] {ROWS, columns}, weight));
        float[] expected = run("scalar", test);
        assertArrayEquals(bits(expected), bits(run("vector", test)));
        return expected;
    }

    private static float[] run(String family, Case test) {
        KernelDescriptor kernel =
                REGISTRY.byName("linear.f16.contiguous." + family).orElseThrow();
        float[] result = new float[ROWS];
        little(Runner.run(kernel, test, 2).getLast()).asFloatBuffer().get(result);
        return result;
    }

    private static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        Arrays.setAll(bits, i -> Float.floatToIntBits(values[i]));
        return bits;
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
