// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.packed.PackedLayoutFixtures;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `ashlar check-layout`: whether a converter put the blocks of the published fixture where they belong.
@Command(
        name = "check-layout",
        description = "Compare bytes that a converter wrote with the layout fixture, and name the first wrong block.",
        footer = {
            "  ashlar check-layout in.bin --encoding Q4_K --order canonical --write",
            "  ashlar check-layout out.bin --encoding Q4_K --order kernel",
        })
final class CheckLayoutCommand implements Callable<Integer> {
    @ParentCommand
    private AshlarCommand parent;

    @Parameters(paramLabel = "BYTES", description = "The file to check.")
    private Path file;

    @Option(names = "--encoding", required = true, paramLabel = "FORMAT", description = "Of the weight, such as Q4_K.")
    private String encoding;

    @Option(
            names = "--order",
            required = true,
            paramLabel = "ORDER",
            description = "canonical (row-major), kernel (input-block-major), or a layout class such as"
                    + " input_block_major_x8.")
    private String order;

    @Option(names = "--rows", paramLabel = "R", description = "Check the fixture of this size, and --blocks.")
    private Integer rows;

    @Option(
            names = "--blocks",
            paramLabel = "B",
            description = "Blocks in a row; without a size it is 4 rows of 3 tags.")
    private Integer blocks;

    @Option(names = "--write", description = "Write the fixture to the file instead.")
    private boolean write;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Format format = Format.ofSpelling(encoding.toLowerCase(Locale.ROOT))
                .orElseThrow(() -> usage("no encoding '%s', expected one of %s".formatted(encoding, encodings())));
        LayoutClass layout = layout();
        if ((rows == null) != (blocks == null)) {
            throw usage("--rows and --blocks go together");
        }
        if (rows != null && (rows < 1 || blocks < 1)) {
            throw usage("size is %d rows of %d blocks, expected 1 or more of each".formatted(rows, blocks));
        }
        if (write) {
            Files.write(file, fixture(format, layout));
            return 0;
        }
        byte[] bytes = Files.readAllBytes(file);
        Optional<String> wrong = rows == null
                ? PackedLayoutFixtures.disagreement(bytes, format, layout)
                : PackedLayoutFixtures.disagreement(bytes, format, layout, rows, blocks);
        if (wrong.isPresent()) {
            throw new UserException("%s: %s".formatted(file, wrong.get()));
        }
        parent.console().println("%s: every block is where %s puts it".formatted(file, layout.spelling()));
        return 0;
    }

    private byte[] fixture(Format format, LayoutClass layout) {
        return rows == null
                ? PackedLayoutFixtures.tagged(format, layout)
                : PackedLayoutFixtures.patterned(format, layout, rows, blocks);
    }

    private static String encodings() {
        return Arrays.stream(Format.values()).map(Format::spelling).collect(Collectors.joining(", "));
    }

    private LayoutClass layout() {
        return switch (order) {
            case "canonical" -> LayoutClass.BLOCKED_ROW_MAJOR;
            case "kernel" -> LayoutClass.BLOCKED_INPUT_MAJOR;
            default ->
                LayoutClass.ofSpelling(order)
                        .filter(layout -> layout == LayoutClass.BLOCKED_ROW_MAJOR || layout.isInputMajor())
                        .orElseThrow(() -> usage(
                                "no order '%s', expected canonical, kernel or a class such as input_block_major_x8"
                                        .formatted(order)));
        };
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
