// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.GraphReader;
import dev.ashlar.graph.syntax.Script;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `ashlar run`: calls one graph of a script once.
@Command(
        name = "run",
        description = "Run a graph of a script and print its result.",
        footer = {
            "  ashlar run examples/mlp.ashlar --weights examples/mlp.json --input \"x=[[0, 1]]\"",
            "  ashlar run net.ashlar --weights net.gguf --input x=@x.npy --output npy:y.npy",
            "  ashlar run net.ashlar --weights net.gguf --input x=random:7 --dim T=32 --output json",
        })
final class RunCommand implements Callable<Integer>, RunsGraphs {
    @ParentCommand
    private AshlarCommand parent;

    @Parameters(paramLabel = "GRAPH.ashlar", description = "The script.")
    private Path script;

    @Option(names = "--graph", paramLabel = "NAME", description = "Which graph of the script; the last without this.")
    private String graphName;

    @Option(
            names = "--weights",
            paramLabel = "FILE",
            description = "The weights: a GGUF file, or a JSON file with nested lists by name.")
    private Path weights;

    @Option(
            names = "--input",
            paramLabel = "NAME=VALUE",
            description = "A parameter: [1, 2], @file.npy, @file.json, zeros or random:SEED (between -1 and 1).")
    private List<String> inputs = new ArrayList<>();

    @Option(
            names = "--dim",
            paramLabel = "NAME=N",
            description = "The size of a symbolic axis for zeros and random; 1 without this, if no other input tells.")
    private Map<String, Long> dims = new HashMap<>();

    @Option(names = "--option", paramLabel = "NAME=VALUE", description = "Override an option of the script.")
    private Map<String, String> options = new HashMap<>();

    @Option(
            names = "--output",
            paramLabel = "text|json|npy:FILE",
            description = "How to give the result; text without this.")
    private String output = "text";

    @Mixin
    private LanguageOptions language;

    @Override
    public Integer call() throws IOException {
        Output target = Output.parse(output);
        List<InputSpec> specs = new ArrayList<>();
        for (String input : inputs) {
            specs.add(InputSpec.parse(input));
        }
        String text = ScriptFile.text(script);
        String name = ScriptFile.graph(Script.parse(script.toString(), text), graphName);
        try (Context context = language.context(parent)) {
            Value module = load(context.eval(
                    Source.newBuilder("ashlar", text, script.toString()).build()));
            Value graph = module.getMember(name);
            List<HostTensor> arguments = new Inputs(signature(graph), specs, dims).tensors();
            Value result =
                    graph.execute(arguments.stream().map(HostTensor::toHost).toArray());
            target.write(parent.console(), result);
        }
        return 0;
    }

    private Value load(Value module) throws IOException {
        if (weights == null && options.isEmpty()) {
            return module;
        }
        Object bound = weights == null ? ProxyObject.fromMap(Map.of()) : WeightsFile.read(weights);
        try (Progress _ = Progress.of(parent.console(), "loading")) {
            return module.invokeMember("load", bound, ProxyObject.fromMap(ScriptFile.options(options)));
        }
    }

    private static Graph signature(Value graph) {
        Script ir = Script.parse("ir", graph.getMember("text").asString());
        return GraphReader.read(ir.graphs().getFirst()).orElseThrow();
    }
}
