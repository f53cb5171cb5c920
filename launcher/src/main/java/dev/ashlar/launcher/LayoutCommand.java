// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.TensorInfo;
import dev.ashlar.runtime.tensor.BlockOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `ashlar layout`: where the blocks of a weight lie, in both block orders.
@Command(
        name = "layout",
        description = "Draw the grid of blocks of a weight with the place of each block in memory, in both orders.",
        footer = {
            "  ashlar layout model.gguf --tensor blk.0.ffn_up.weight",
            "  ashlar layout model.gguf --tensor blk.0.ffn_up.weight --svg grid.svg",
        })
final class LayoutCommand implements Callable<Integer> {
    @ParentCommand
    private AshlarCommand parent;

    @Parameters(paramLabel = "FILE.gguf", description = "The model.")
    private Path file;

    @Option(names = "--tensor", paramLabel = "NAME", description = "The weight; 'ashlar inspect --tensors' lists them.")
    private String tensor;

    @Option(names = "--svg", paramLabel = "FILE", description = "Draw there instead.")
    private Path svg;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (tensor == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "missing option '--tensor NAME'; 'ashlar inspect %s --tensors' lists the names".formatted(file));
        }
        BlockGrid grid;
        try (GgufFile gguf = GgufFile.open(file)) {
            TensorInfo info = gguf.find(tensor)
                    .orElseThrow(() -> new UserException("%s: no tensor '%s'; 'ashlar inspect %s --tensors' lists them"
                            .formatted(file, tensor, file)));
            grid = BlockGrid.of(tensor, info.format(), info.shape());
        }
        if (svg != null) {
            Files.writeString(svg, GridSvg.draw(grid));
            return 0;
        }
        Console console = parent.console();
        console.println(grid.caption());
        for (BlockOrder order : BlockOrder.values()) {
            console.println("");
            console.println(order + ", strides " + grid.strides(order) + ":");
            grid.draw(order).forEach(line -> console.println("  " + line));
        }
        return 0;
    }
}
