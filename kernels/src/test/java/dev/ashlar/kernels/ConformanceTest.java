// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ashlar.kernels.Case.Tensor;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConformanceTest {
    private static final KernelRegistry REGISTRY = StandardKernels.registry(NativeKernels.INCLUDED);

    @Test
    void activationsAreQuantizedByteForByteAsGgmlDoesOnX86() {
        int checked = 0;
        for (Path file : Shared.goldens("activations")) {
            JsonNode golden = Shared.json(file);
            Format format = Format.valueOf(golden.get("type").asText());
            int[] dims = {golden.get("rows").asInt(), golden.get("cols").asInt()};
            Case test = Case.of(
                    file.toString(),
                    "quantize",
                    Attributes.NONE.with("to", format.spelling()),
                    Tensor.result(format, dims),
                    new Tensor(Format.F32, dims, Shared.bytes(golden, "input_f32_le_base64")));
            for (KernelDescriptor kernel : REGISTRY.ofOp("quantize")) {
                if (kernel.precondition().apply(test.signature()).isEmpty()) {
                    byte[] result = Runner.run(kernel, test, 2).getLast();
                    assertArrayEquals(Shared.bytes(golden, "bytes_cpu_x86_avx2_base64"), result, kernel.name());
                    checked++;
                }
            }
        }
        assertTrue(checked >= 3, "checked " + checked);
    }

    @Test
    void dotProductsAgreeWithFloat64OfGgmlsNumbers() {
        int checked = 0;
        for (Path file : Shared.goldens("dot")) {
            JsonNode golden = Shared.json(file);
            String type = golden.get("type").asText();
            for (KernelDescriptor kernel : REGISTRY.ofOp("linear")) {
                if (kernel.key().operands().get(1).format().name().equals(type)) {
                    check(kernel, golden);
                    checked++;
                }
            }
        }
        assertTrue(checked >= 20, "checked " + checked);
    }

    private static void check(KernelDescriptor kernel, JsonNode golden) {
        Format activations = kernel.key().operands().getFirst().format();
        LayoutClass layout = kernel.key().operands().get(1).layout();
        boolean exact = activations == Format.F32;
        int in = golden.get("in").asInt();
        int out = golden.get("out").asInt();
        int tokens = golden.get("tokens").asInt();
        Format format = kernel.key().operands().get(1).format();
        byte[] weight = Relayout.of(format, layout, out, in, Shared.bytes(golden, "weight_base64"));
        byte[] x = Shared.bytes(golden, exact ? "x_f32_le_base64" : "activation_cpu_base64");
        Case test = Case.of(
                "golden",
                "linear",
                Attributes.NONE,
                Tensor.result(Format.F32, tokens, out),
                new Tensor(activations, new int[] {tokens, in}, x),
                new Tensor(format, layout, new int[] {out, in}, weight));
        double[] expected = Shared.doubles(golden, exact ? "y_f64_le_base64" : "y_int8_f64_le_base64");
        double[] scale = Shared.doubles(golden, "sum_abs_wx_f64_le_base64");
        ByteBuffer result =
                ByteBuffer.wrap(Runner.run(kernel, test, 2).getLast()).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], result.getFloat(4 * i), 1e-6 * scale[i], kernel.name() + " at " + i);
        }
    }

    @Test
    void everyFormatOfTheFirstSetIsThere() {
        for (String format : List.of("f32", "f16", "bf16", "q4_0", "q8_0", "q4_k", "q6_k")) {
            assertTrue(REGISTRY.ofOp("linear").stream()
                    .anyMatch(kernel -> kernel.name().startsWith("linear." + format)));
        }
    }
}
