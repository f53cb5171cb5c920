// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import com.oracle.truffle.api.Option;
import com.oracle.truffle.api.TruffleLanguage;
import dev.ashlar.graph.pass.CompileContext;
import dev.ashlar.graph.pass.PrepackPolicy;
import dev.ashlar.runtime.kernel.Numerics;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.graalvm.options.OptionCategory;
import org.graalvm.options.OptionDescriptors;
import org.graalvm.options.OptionKey;
import org.graalvm.options.OptionStability;
import org.graalvm.options.OptionType;

/// The options of the language, `ashlar.Threads` and so on.
@Option.Group(AshlarLanguage.ID)
final class AshlarOptions {
    private static final int MAX_THREADS = 1024;

    @Option(
            name = "Threads",
            help = "How many threads a graph runs on (0: one per processor). The results do not depend on it.",
            usageSyntax = "<n>",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE)
    static final OptionKey<Integer> THREADS =
            new OptionKey<>(0, new OptionType<>("threads", text -> number(text, 0, MAX_THREADS, "threads")));

    @Option(
            name = "Numerics",
            help = "How quantized weights are computed with: on activations quantized to 8 bits (q8, the default), or "
                    + "dequantized on activations as they are (exact).",
            usageSyntax = "q8|exact",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE)
    static final OptionKey<Numerics> NUMERICS = new OptionKey<>(Numerics.Q8, choice("numerics", Numerics.class));

    @Option(
            name = "Prepack",
            help = "Whether weights may be copied, once, into the block order that the fastest kernel reads (auto, the "
                    + "default), or are always read as the file has them (off).",
            usageSyntax = "auto|off",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE)
    static final OptionKey<PrepackPolicy> PREPACK =
            new OptionKey<>(PrepackPolicy.AUTO, choice("prepack", PrepackPolicy.class));

    @Option(
            name = "Calls",
            help = "How many calls of one row, such as a token, are expected (1000 is the default): a weight is copied "
                    + "into another block order where that pays over so many.",
            usageSyntax = "<n>",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE)
    static final OptionKey<Integer> CALLS = new OptionKey<>(
            CompileContext.DEFAULT_CALLS,
            new OptionType<>("calls", text -> number(text, 1, Integer.MAX_VALUE, "calls")));

    @Option(
            name = "Strict",
            help = "Refuse a graph that only a slow reference kernel can compute, instead of warning.",
            usageSyntax = "true|false",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE)
    static final OptionKey<Boolean> STRICT = new OptionKey<>(false);

    @Option(
            name = "Trace",
            help = "Write what happens (kernels, relayouts, memory) to a file that chrome://tracing and Perfetto show.",
            usageSyntax = "<file>",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE)
    static final OptionKey<String> TRACE = new OptionKey<>("");

    @Option(
            name = "PrepackCache",
            help = "Keep copies of weights in another block order in this folder, so that the next start maps them.",
            usageSyntax = "<folder>",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE)
    static final OptionKey<String> PREPACK_CACHE = new OptionKey<>("");

    private AshlarOptions() {}

    static OptionDescriptors descriptors() {
        return new AshlarOptionsOptionDescriptors();
    }

    static int threads(TruffleLanguage.Env env) {
        int threads = env.getOptions().get(THREADS);
        return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
    }

    private static int number(String text, int least, int most, String what) {
        String refusal = "found '%s', expected a number of %s from %d to %d".formatted(text, what, least, most);
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(refusal, e);
        }
        throw new IllegalArgumentException(refusal);
    }

    private static <E extends Enum<E>> OptionType<E> choice(String name, Class<E> type) {
        return new OptionType<>(name, text -> {
            for (E constant : type.getEnumConstants()) {
                if (spelling(constant).equals(text)) {
                    return constant;
                }
            }
            String expected = Arrays.stream(type.getEnumConstants())
                    .map(AshlarOptions::spelling)
                    .collect(Collectors.joining(" or "));
            throw new IllegalArgumentException("found '%s', expected %s".formatted(text, expected));
        });
    }

    private static String spelling(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
