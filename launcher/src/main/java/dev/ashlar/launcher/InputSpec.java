// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/// One `--input NAME=VALUE`: where the numbers of a parameter come from.
///
/// @param name of the parameter
/// @param source of the numbers
record InputSpec(String name, Source source) {
    private static final String RANDOM = "random:";

    /// Where numbers come from.
    sealed interface Source {
        /// They are given, with their shape.
        record Given(HostTensor tensor) implements Source {}

        /// As many as the parameter has, all alike.
        record Zeros() implements Source {}

        /// As many as the parameter has, between -1 and 1, always the same for a seed.
        record Noise(long seed) implements Source {}
    }

    /// Reads `NAME=VALUE`, and the file that it names.
    static InputSpec parse(String text) throws IOException {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new UserException(
                    "input '%s': expected NAME=VALUE with a value like [1, 2], @file.npy, @file.json, zeros or random:7"
                            .formatted(text));
        }
        String name = text.substring(0, equals).strip();
        return new InputSpec(
                name,
                source("input '%s'".formatted(name), text.substring(equals + 1).strip()));
    }

    private static Source source(String origin, String value) throws IOException {
        if (value.equals("zeros")) {
            return new Source.Zeros();
        }
        if (value.startsWith(RANDOM)) {
            return new Source.Noise(seed(origin, value.substring(RANDOM.length())));
        }
        if (!value.startsWith("@")) {
            return new Source.Given(HostTensor.ofNested(origin, Json.parse(origin, value)));
        }
        Path file = Path.of(value.substring(1));
        if (file.toString().endsWith(".npy")) {
            return new Source.Given(NpyReader.read(file));
        }
        if (file.toString().endsWith(".json")) {
            String json = ScriptFile.text(file);
            return new Source.Given(HostTensor.ofNested(file.toString(), Json.parse(file.toString(), json)));
        }
        throw new UserException(
                "%s: file is '%s', expected a name that ends with .npy or .json".formatted(origin, file));
    }

    private static long seed(String origin, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new UserException("%s: seed is '%s', expected a whole number".formatted(origin, text), e);
        }
    }

    /// Returns the numbers.
    ///
    /// @param shape of the parameter, for those that have none of their own
    HostTensor tensor(long[] shape) {
        return switch (source) {
            case Source.Given given -> given.tensor();
            case Source.Zeros _ -> new HostTensor(shape, new double[size(shape)], false);
            case Source.Noise noise -> {
                Random random = new Random(noise.seed());
                double[] values = new double[size(shape)];
                for (int i = 0; i < values.length; i++) {
                    values[i] = 2 * random.nextFloat() - 1;
                }
                yield new HostTensor(shape, values, false);
            }
        };
    }

    private int size(long[] shape) {
        try {
            return Math.toIntExact(HostTensor.count(shape));
        } catch (ArithmeticException e) {
            throw new UserException("input '%s': shape %s is too large".formatted(name, Plain.shape(shape)), e);
        }
    }
}
