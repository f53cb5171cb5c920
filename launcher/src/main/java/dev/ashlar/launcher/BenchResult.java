// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.TensorInfo;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// What `ashlar bench` measured.
///
/// @param model what it is called
/// @param threads how many worked
/// @param prompt tokens at once
/// @param gen tokens one by one
/// @param promptRates tokens a second of each run
/// @param genRates tokens a second of each run
/// @param stepBytes of the weights that one token needs
/// @param roofline bytes a second that these threads can read
record BenchResult(
        String model,
        int threads,
        int prompt,
        int gen,
        double[] promptRates,
        double[] genRates,
        long stepBytes,
        double roofline) {
    private static final double GIGABYTE = 1e9;

    /// Adds up the weights of a file, without the embedding where another matrix gives the output: of that a token
    /// reads one row.
    static long bytesOfStep(Path file) {
        try (GgufFile model = GgufFile.open(file)) {
            boolean tied = model.find("output.weight").isEmpty();
            return model.tensors().stream()
                    .filter(tensor -> tied || !tensor.name().equals("token_embd.weight"))
                    .mapToLong(TensorInfo::sizeBytes)
                    .sum();
        }
    }

    private double bandwidth() {
        return median(genRates) * stepBytes;
    }

    /// Returns the table for people.
    String table() {
        return String.format(
                Locale.ROOT,
                """
                %s, %d threads, %d runs
                tokens         median     lowest    highest   a second
                %s
                %s
                one by one, weights are read at %.1f GB/s, %.0f %% of the %.1f GB/s that these threads can read""",
                model,
                threads,
                genRates.length,
                row("pp " + prompt, promptRates),
                row("tg " + gen, genRates),
                bandwidth() / GIGABYTE,
                100 * bandwidth() / roofline,
                roofline / GIGABYTE);
    }

    private static String row(String name, double[] rates) {
        double[] sorted = rates.clone();
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT, "%-10s %10.1f %10.1f %10.1f", name, median(rates), sorted[0], sorted[sorted.length - 1]);
    }

    private static double median(double[] rates) {
        double[] sorted = rates.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /// Returns one line for programs.
    String json() {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("model", model);
        result.put("threads", threads);
        result.put("prompt", prompt);
        result.put("gen", gen);
        result.put("pp_tok_s", promptRates);
        result.put("tg_tok_s", genRates);
        result.put("pp_tok_s_median", median(promptRates));
        result.put("tg_tok_s_median", median(genRates));
        result.put("weight_bytes", stepBytes);
        result.put("tg_bytes_s_median", bandwidth());
        result.put("roofline_bytes_s", roofline);
        result.put("tg_roofline_share", bandwidth() / roofline);
        return Json.line(result);
    }
}
