// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.inference.Model;
import dev.ashlar.inference.Session;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `ashlar bench`: how many tokens a second a model takes in at once (pp) and puts out one by one (tg).
@Command(
        name = "bench",
        description = "Measure tokens per second: a prompt at once (pp), then one by one (tg).",
        footer = {
            "  ashlar bench --model model.gguf --threads 2",
            "  ashlar bench --prompt 128 --gen 24 --reps 10 --json"
        })
final class BenchCommand implements Callable<Integer>, RunsGraphs {
    private static final long SECOND = 1_000_000_000;

    @ParentCommand
    private AshlarCommand parent;

    @Mixin
    private ModelOptions modelOptions;

    @Option(names = "--prompt", paramLabel = "N", description = "Tokens of the prompt; 128 is the default.")
    private int prompt = 128;

    @Option(names = "--gen", paramLabel = "N", description = "Tokens one by one; 24 is the default.")
    private int gen = 24;

    @Option(names = "--reps", paramLabel = "N", description = "How often to measure; 5 is the default.")
    private int reps = 5;

    @Option(
            names = "--warmup",
            paramLabel = "SECONDS",
            description = "How long to run before, at least once, so that the kernels are compiled; 10 is the default.")
    private int warmup = 10;

    @Option(names = "--json", description = "Print one line of JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        requireAtLeast("--prompt", 1, prompt);
        requireAtLeast("--gen", 1, gen);
        requireAtLeast("--reps", 1, reps);
        requireAtLeast("--warmup", 0, warmup);
        double roofline = ReadBandwidth.measure(modelOptions.threads());
        try (Model model = modelOptions.load(parent)) {
            double[] promptRates = new double[reps];
            double[] genRates = new double[reps];
            measure(model.session(), promptRates, genRates);
            BenchResult result = new BenchResult(
                    modelOptions.name(),
                    modelOptions.threads(),
                    prompt,
                    gen,
                    promptRates,
                    genRates,
                    BenchResult.bytesOfStep(model.path()),
                    roofline);
            parent.console().println(json ? result.json() : result.table());
        }
        return 0;
    }

    private void requireAtLeast(String option, int least, int value) {
        if (value < least) {
            throw new ParameterException(
                    spec.commandLine(), "%s is '%d', expected %d or more".formatted(option, value, least));
        }
    }

    private void measure(Session session, double[] promptRates, double[] genRates) {
        int vocabulary = session.evaluate(1).length;
        int[] tokens = new int[prompt + gen];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = (int) ((i * 7919L + 1) % vocabulary);
        }
        try (Progress _ = Progress.of(parent.console(), "warming up")) {
            long end = System.nanoTime() + warmup * SECOND;
            do {
                run(session, tokens, promptRates, genRates, 0);
            } while (System.nanoTime() < end);
        }
        try (Progress progress = Progress.of(parent.console(), "measuring", "", reps)) {
            for (int rep = 0; rep < reps; rep++) {
                run(session, tokens, promptRates, genRates, rep);
                progress.at(rep + 1L, reps);
            }
        }
    }

    private void run(Session session, int[] tokens, double[] promptRates, double[] genRates, int rep) {
        session.reset();
        long start = System.nanoTime();
        session.evaluate(Arrays.copyOf(tokens, prompt));
        long prompted = System.nanoTime();
        for (int i = 0; i < gen; i++) {
            session.evaluate(tokens[prompt + i]);
        }
        promptRates[rep] = (double) prompt * SECOND / (prompted - start);
        genRates[rep] = (double) gen * SECOND / (System.nanoTime() - prompted);
    }
}
