// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ashlar.inference.EmbeddedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileCommandsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    private EmbeddedModel embedded;
    private String model;

    @BeforeEach
    void open() {
        embedded = EmbeddedModel.open();
        model = embedded.file().toString();
    }

    @AfterEach
    void close() {
        embedded.close();
    }

    @Test
    void inspectShowsShapesOutIn() throws IOException {
        String text = Invocation.of("inspect", model, "--tensors").succeeds();
        assertTrue(text.contains("blk.0.ffn_up.weight       q8_0    [768, 256]"), text);
        assertTrue(text.contains("llama.block_count"), text);
        JsonNode json = JSON.readTree(
                Invocation.of("inspect", model, "--tensors", "--json").succeeds());
        assertEquals(38, json.get("tensors").size());
        assertEquals(2048, json.get("metadata").get("tokenizer.ggml.tokens").size());
    }

    @Test
    void layoutDrawsBothOrders() throws IOException {
        String text = Invocation.of("layout", model, "--tensor", "blk.0.ffn_up.weight")
                .succeeds();
        assertTrue(text.contains("ROW_MAJOR, strides [8, 1]"), text);
        assertTrue(text.contains("INPUT_BLOCK_MAJOR, strides [1, 768]"), text);
        Path svg = directory.resolve("grid.svg");
        Invocation.of("layout", model, "--tensor", "blk.0.ffn_up.weight", "--svg", svg.toString())
                .succeeds();
        assertTrue(Files.readString(svg).startsWith("<svg "));
        assertTrue(
                Invocation.of("layout", model, "--tensor", "nothing").fails(1).contains("no tensor 'nothing'"));
        String missing = Invocation.of("layout", model).fails(2);
        assertTrue(missing.contains("'ashlar inspect " + model + " --tensors' lists the names"), missing);
    }

    @Test
    void whatRunsNoGraphHasNothingToTrace() {
        String trace = directory.resolve("trace.json").toString();
        String refused = Invocation.of("inspect", model, "--trace", trace).fails(2);
        assertTrue(refused.startsWith("option '--trace': 'inspect' runs no graph, expected run"), refused);
        assertTrue(Invocation.of("--trace", trace, "explain").fails(2).contains("'explain' runs no graph"));
    }

    @Test
    void whatChoosesNoKernelCannotBeStrict() {
        String strict = Invocation.of("inspect", model, "--strict").fails(2);
        assertTrue(strict.startsWith("option '--strict': 'inspect' chooses no kernel, expected run"), strict);
    }

    @Test
    void checkLayoutNamesTheFirstWrongBlock() {
        String bytes = directory.resolve("bytes").toString();
        Invocation.of("check-layout", bytes, "--encoding", "Q4_K", "--order", "kernel", "--write");
        Invocation.of("check-layout", bytes, "--encoding", "Q4_K", "--order", "kernel")
                .succeeds();
        String wrong = Invocation.of("check-layout", bytes, "--encoding", "Q4_K", "--order", "canonical")
                .fails(1);
        assertTrue(wrong.contains("block (0, 1)"), wrong);
        assertTrue(Invocation.of("check-layout", bytes, "--encoding", "Q4_K", "--order", "any")
                .fails(2)
                .contains("'any'"));
    }

    @Test
    void quantizeWritesAFileThatGenerates() {
        String target = directory.resolve("small.gguf").toString();
        Invocation said = Invocation.of("quantize", model, target, "Q4_0");
        assertEquals(0, said.code());
        assertTrue(said.out().contains("q4_0"), said.out());
        assertEquals(
                "ashlar: the source has tensors in q8_0: to quantize them again loses more than to quantize the f32, f16 or"
                        + " bf16 original",
                said.err().strip());
        String text = Invocation.of("generate", "--model", target, "--prompt", "Once", "--max-tokens", "4")
                .succeeds();
        assertTrue(!text.isBlank());
        assertTrue(Invocation.of("quantize", model, target, "Q99").fails(2).contains("'Q99'"));
    }

    @Test
    void tokenizesAndBack() throws IOException {
        JsonNode json = JSON.readTree(
                Invocation.of("tokenize", "Once upon a time", "--json").succeeds());
        assertEquals("[\"Once\",\" upon\",\" a\",\" time\"]", json.get("pieces").toString());
        String ids = json.get("tokens").toString().replaceAll("[\\[\\]]", "");
        assertEquals(
                "Once upon a time",
                Invocation.of("tokenize", "--decode", ids).succeeds().strip());
        assertTrue(Invocation.of("tokenize", "--decode", "1,-5").fails(1).contains("'-5'"));
    }

    @Test
    void aTruncatedFileFailsEverywhereInOneLine() throws IOException {
        byte[] whole = Files.readAllBytes(embedded.file());
        for (int length : new int[] {0, 3, 20, 5000, whole.length - 1}) {
            Path cut = Files.write(directory.resolve("cut.gguf"), Arrays.copyOf(whole, length));
            assertTrue(Invocation.of("inspect", cut.toString()).fails(1).startsWith(cut.toString()));
        }
        String message = Invocation.of("generate", "--model", directory + "/cut.gguf", "--prompt", "a")
                .fails(1);
        assertTrue(message.startsWith(directory + "/cut.gguf"), message);
    }
}
