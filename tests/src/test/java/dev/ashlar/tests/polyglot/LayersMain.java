// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.polyglot;

import dev.ashlar.inference.Model;
import dev.ashlar.inference.Session;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.GgufWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Makes a Llama model of random weights for each number of layers it is given, evaluates prompts and single
/// tokens until nothing more is compiled, and then some hundred more. Prints `layers N`, what the compiler
/// logged, the line `steady`, and what it logged after that.
final class LayersMain {
    /// With a small file the tables alone are so large that the model is loaded as large ones are.
    private static final long VOCABULARY = 200_000;

    private static final int DIM = 256;
    private static final int HIDDEN = 512;
    private static final int HEADS = 4;
    private static final int KEY_HEADS = 2;
    private static final int PROMPT = 40;
    private static final int TOKENS = 30;
    private static final int STEADY_ROUNDS = 10;
    private static final ByteBuffer NOISE = noise();

    private LayersMain() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        for (int i = 1; i < arguments.length; i++) {
            int layers = Integer.parseInt(arguments[i]);
            CompilerLog log = CompilerLog.to(folder.resolve(layers + ".log"));
            Path file = write(folder.resolve(layers + ".gguf"), layers);
            System.out.println("layers " + layers);
            Model.Options options =
                    Model.Options.DEFAULT.withThreads(2).withLanguage(Map.of("engine.TraceCompilationDetails", "true"));
            try (Model model = Model.load(file, options)) {
                run(model.session(), log);
            }
            Files.delete(file);
        }
    }

    private static void run(Session session, CompilerLog log) throws IOException {
        log.untilQuiet(() -> round(session));
        int before = log.lines().size();
        for (int i = 0; i < STEADY_ROUNDS; i++) {
            round(session);
        }
        List<String> lines = log.lines();
        lines.subList(0, before).forEach(System.out::println);
        System.out.println("steady");
        lines.subList(before, lines.size()).forEach(System.out::println);
    }

    private static void round(Session session) {
        session.reset();
        int[] prompt = new int[PROMPT];
        for (int i = 0; i < PROMPT; i++) {
            prompt[i] = 17 * i;
        }
        session.evaluate(prompt);
        for (int i = 0; i < TOKENS; i++) {
            session.evaluate(31 * i);
        }
    }

    private static Path write(Path file, int layers) {
        GgufWriter writer = new GgufWriter(file)
                .putString("general.architecture", "llama")
                .putUint32("llama.context_length", 256)
                .putUint32("llama.embedding_length", DIM)
                .putUint32("llama.block_count", layers)
                .putUint32("llama.attention.head_count", HEADS)
                .putUint32("llama.attention.head_count_kv", KEY_HEADS)
                .putFloat32("llama.attention.layer_norm_rms_epsilon", 1e-5f);
        add(writer, "token_embd", Format.Q4_K, VOCABULARY, DIM);
        add(writer, "output", Format.Q6_K, VOCABULARY, DIM);
        add(writer, "output_norm", Format.F32, DIM);
        for (int i = 0; i < layers; i++) {
            String block = "blk." + i + ".";
            add(writer, block + "attn_norm", Format.F32, DIM);
            add(writer, block + "attn_q", Format.Q4_K, DIM, DIM);
            add(writer, block + "attn_k", Format.Q4_K, DIM / HEADS * KEY_HEADS, DIM);
            add(writer, block + "attn_v", Format.Q6_K, DIM / HEADS * KEY_HEADS, DIM);
            add(writer, block + "attn_output", Format.Q4_K, DIM, DIM);
            add(writer, block + "ffn_norm", Format.F32, DIM);
            add(writer, block + "ffn_gate", Format.Q4_K, HIDDEN, DIM);
            add(writer, block + "ffn_up", Format.Q4_K, HIDDEN, DIM);
            add(writer, block + "ffn_down", Format.Q6_K, DIM, HIDDEN);
        }
        writer.write();
        return file;
    }

    private static void add(GgufWriter writer, String name, Format format, long... shape) {
        long elements = 1;
        for (long size : shape) {
            elements *= size;
        }
        long bytes = format.bytesOf(elements);
        writer.tensor(name + ".weight", format, shape, out -> {
            for (long left = bytes; left > 0; left -= NOISE.capacity()) {
                out.write(NOISE.duplicate().limit((int) Math.min(left, NOISE.capacity())));
            }
        });
    }

    /// Random bytes below 64 are finite numbers in every format.
    private static ByteBuffer noise() {
        Random random = new Random(5);
        byte[] bytes = new byte[1 << 20];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt(64);
        }
        return ByteBuffer.wrap(bytes);
    }
}
