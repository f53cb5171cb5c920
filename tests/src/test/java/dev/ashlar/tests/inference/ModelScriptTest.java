// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.inference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.inference.KvFormat;
import dev.ashlar.inference.Model;
import dev.ashlar.inference.Session;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.GgufValue;
import dev.ashlar.runtime.gguf.GgufWriter;
import dev.ashlar.runtime.gguf.TensorInfo;
import dev.ashlar.runtime.kernel.Numerics;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the model scripts do beyond the recorded models, on rewritten copies of a small one.
class ModelScriptTest {
    private static final Model.Options EXACT =
            Model.Options.DEFAULT.withNumerics(Numerics.EXACT).withKv(KvFormat.F32);
    private static final int[] TOKENS = {1, 403, 407, 261, 378, 33, 18};
    private static final int HEAD_SIZE = 8;
    private static final int LAYERS = 5;

    @TempDir
    private Path folder;

    private record Weight(long[] shape, float[] values) {}

    private static Map<String, Weight> weights(GgufFile source) {
        Map<String, Weight> weights = new LinkedHashMap<>();
        for (TensorInfo info : source.tensors()) {
            assertEquals(Format.F32, info.format());
            float[] values = new float[(int) info.elementCount()];
            source.bytes(info.name())
                    .asByteBuffer()
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asFloatBuffer()
                    .get(values);
            weights.put(info.name(), new Weight(info.shape(), values));
        }
        return weights;
    }

    private float[] logits(GgufFile source, String architecture, Map<String, Weight> weights) {
        try (Model model = Model.load(write(source, architecture, weights), EXACT)) {
            return model.session().evaluate(TOKENS);
        }
    }

    private Path write(GgufFile source, String architecture, Map<String, Weight> weights) {
        Path file = folder.resolve(architecture + ".gguf");
        GgufWriter writer = new GgufWriter(file);
        for (Map.Entry<String, GgufValue> entry : source.metadata().values().entrySet()) {
            writer.put(entry.getKey().replaceFirst("^llama\\.", architecture + "."), entry.getValue());
        }
        writer.putString("general.architecture", architecture).putUint32(architecture + ".context_length", 1024);
        weights.forEach((name, weight) -> {
            ByteBuffer bytes =
                    ByteBuffer.allocate(Float.BYTES * weight.values().length).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asFloatBuffer().put(weight.values());
            writer.tensor(name, Format.F32, weight.shape(), out -> out.write(bytes.rewind()));
        });
        writer.write();
        return file;
    }

    private static GgufFile stories() {
        return GgufFile.open(Shared.file("models/stories260K/stories260K-F32.gguf"));
    }

    /// Rows of interleaved pairs become rows of halves.
    private static Weight halves(Weight weight) {
        int rows = (int) weight.shape()[0];
        int size = weight.values().length / rows;
        float[] values = new float[weight.values().length];
        for (int row = 0; row < rows; row++) {
            int inHead = row % HEAD_SIZE;
            int target = row - inHead + inHead / 2 + inHead % 2 * (HEAD_SIZE / 2);
            System.arraycopy(weight.values(), row * size, values, target * size, size);
        }
        return new Weight(weight.shape(), values);
    }

    private static void addBiases(Map<String, Weight> weights) {
        Random random = new Random(11);
        for (int layer = 0; layer < LAYERS; layer++) {
            for (String part : new String[] {"attn_q", "attn_k", "attn_v"}) {
                String name = "blk." + layer + "." + part;
                int rows = (int) weights.get(name + ".weight").shape()[0];
                float[] bias = new float[rows];
                for (int row = 0; row < rows; row++) {
                    bias[row] = random.nextFloat() - 0.5f;
                }
                weights.put(name + ".bias", new Weight(new long[] {rows}, bias));
            }
        }
    }

    @Test
    void qwen2IsALlamaWithRotatedHalvesAndBiases() {
        try (GgufFile source = stories()) {
            Map<String, Weight> weights = weights(source);
            float[] plain = logits(source, "llama", weights);
            addBiases(weights);
            float[] llama = logits(source, "llama", weights);
            assertTrue(Golden.distance(plain, llama) > 0.1, "biases have no effect");
            weights.replaceAll(
                    (name, weight) -> name.contains("attn_q") || name.contains("attn_k") ? halves(weight) : weight);
            float[] qwen2 = logits(source, "qwen2", weights);
            assertTrue(Golden.distance(llama, qwen2) < 1e-4, "logits differ by " + Golden.distance(llama, qwen2));
        }
    }

    @Test
    void aPromptLongerThanABatchGivesTheBitsOfItsParts() {
        int[] tokens = IntStream.range(0, 700).map(i -> 259 + i * 7 % 250).toArray();
        try (GgufFile source = stories();
                Model model = Model.load(write(source, "llama", weights(source)), EXACT)) {
            float[] whole = model.session().evaluate(tokens);
            Session parts = model.session();
            parts.evaluate(Arrays.copyOf(tokens, 350));
            assertArrayEquals(whole, parts.evaluate(Arrays.copyOfRange(tokens, 350, 700)));
        }
    }

    @Test
    void frequencyFactorsOfOneChangeNothingAndOthersDo() {
        try (GgufFile source = stories()) {
            Map<String, Weight> weights = weights(source);
            float[] plain = logits(source, "llama", weights);
            float[] factors = new float[HEAD_SIZE / 2];
            Arrays.fill(factors, 1);
            weights.put("rope_freqs.weight", new Weight(new long[] {factors.length}, factors));
            assertArrayEquals(plain, logits(source, "llama", weights));
            Arrays.fill(factors, 2);
            assertTrue(Golden.distance(plain, logits(source, "llama", weights)) > 1e-3);
        }
    }

    @Test
    void aTiedOutputIsTheEmbedding() {
        try (GgufFile source = stories()) {
            Map<String, Weight> weights = weights(source);
            float[] plain = logits(source, "llama", weights);
            weights.remove("output.weight");
            assertArrayEquals(plain, logits(source, "llama", weights));
        }
    }
}
