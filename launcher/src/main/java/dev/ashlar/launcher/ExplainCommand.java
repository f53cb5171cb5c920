// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.graph.pass.CompileContext;
import dev.ashlar.graph.pass.Compiled;
import dev.ashlar.graph.pass.Decision;
import dev.ashlar.graph.pass.GgufWeightSource;
import dev.ashlar.graph.pass.Pipeline;
import dev.ashlar.graph.pass.PrepackPolicy;
import dev.ashlar.graph.pass.Snapshot;
import dev.ashlar.graph.pass.Strictness;
import dev.ashlar.graph.pass.WeightSource;
import dev.ashlar.graph.syntax.Script;
import dev.ashlar.inference.EmbeddedModel;
import dev.ashlar.inference.ModelScript;
import dev.ashlar.kernels.StandardKernels;
import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.kernel.Numerics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `ashlar explain`: what becomes of a graph, and why.
@Command(
        name = "explain",
        description = "Print a graph after the passes, with the kernel of every operation and its relayouts.",
        footer = {
            "  ashlar explain examples/mlp.ashlar",
            "  ashlar explain --model model.gguf --op linear",
            "  ashlar explain --model model.gguf --pass resolve",
        })
final class ExplainCommand implements Callable<Integer> {
    @ParentCommand
    private AshlarCommand parent;

    @Parameters(
            arity = "0..1",
            paramLabel = "GRAPH.ashlar",
            description = "A script; the one of the model's architecture without this.")
    private Path script;

    @Option(names = "--graph", paramLabel = "NAME", description = "Which graph of the script; the last without this.")
    private String graphName;

    @Option(names = "--weights", paramLabel = "FILE.gguf", description = "The weights of the script.")
    private Path weights;

    @Option(names = "--model", paramLabel = "FILE.gguf", description = "A model; the embedded one without a script.")
    private Path model;

    @Option(
            names = "--pass",
            paramLabel = "NAME",
            description = "Print the graph after this pass; 'all' is every pass.")
    private String pass;

    @Option(
            names = "--op",
            paramLabel = "NAME",
            description = "Print instead why these operations, or this value, got their kernels.")
    private String op;

    @Option(names = "--numerics", paramLabel = "exact|q8", description = "q8 is the default.")
    private Numerics numerics = Numerics.Q8;

    @Option(names = "--prepack", paramLabel = "auto|off", description = "Whether weights may be relaid out.")
    private PrepackPolicy prepack = PrepackPolicy.AUTO;

    @Option(names = "--threads", paramLabel = "N", description = "What the cost is estimated for; 0 is all cores.")
    private int threads;

    @Option(
            names = "--calls",
            paramLabel = "N",
            description = "How many calls of one row pay for a relayout; 1000 is the default.")
    private int calls = CompileContext.DEFAULT_CALLS;

    @Option(names = "--option", paramLabel = "NAME=VALUE", description = "Override an option of the script.")
    private Map<String, String> options = Map.of();

    @Option(names = "--json", description = "Print one line of JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (threads < 0) {
            throw new ParameterException(
                    spec.commandLine(), "threads is '%d', expected 0 (one for each core) or more".formatted(threads));
        }
        if (calls < 1) {
            throw new ParameterException(spec.commandLine(), "calls is '%d', expected 1 or more".formatted(calls));
        }
        if (script != null) {
            explain(ScriptFile.read(script), weights == null ? model : weights);
        } else if (model != null) {
            explain(Script.parse(modelScript(model).name(), modelScript(model).text()), model);
        } else {
            try (EmbeddedModel embedded = EmbeddedModel.open()) {
                ModelScript text = modelScript(embedded.file());
                explain(Script.parse(text.name(), text.text()), embedded.file());
            }
        }
        return 0;
    }

    private static ModelScript modelScript(Path file) {
        return ModelScript.forFile(file);
    }

    private void explain(Script parsed, Path file) {
        if (file == null) {
            print(compile(parsed, WeightSource.NONE));
            return;
        }
        try (GgufFile gguf = GgufFile.open(file)) {
            print(compile(parsed, new GgufWeightSource(gguf)));
        }
    }

    private Compiled compile(Script parsed, WeightSource source) {
        CompileContext context = new CompileContext(
                source,
                ScriptFile.options(options),
                StandardKernels.registry(),
                numerics,
                prepack,
                parent.strict() ? Strictness.STRICT : Strictness.WARN,
                threads == 0 ? Runtime.getRuntime().availableProcessors() : threads,
                calls);
        Compiled compiled = Pipeline.compile(parsed, ScriptFile.graph(parsed, graphName), context);
        compiled.warnings().forEach(warning -> parent.note(warning.render(parsed.source())));
        return compiled;
    }

    private void print(Compiled compiled) {
        List<Snapshot> snapshots = snapshots(compiled);
        List<Decision> decisions = decisions(compiled);
        Console console = parent.console();
        if (json) {
            console.println(Json.line(Explanation.json(snapshots, decisions)));
        } else if (op != null) {
            console.println(Explanation.reasons(decisions));
        } else {
            console.println(Explanation.text(snapshots, decisions));
        }
    }

    private List<Snapshot> snapshots(Compiled compiled) {
        if (pass == null) {
            return List.of(new Snapshot(compiled.snapshots().getLast().pass(), compiled.graph()));
        }
        List<Snapshot> chosen = compiled.snapshots().stream()
                .filter(snapshot -> pass.equals("all") || snapshot.pass().equals(pass))
                .toList();
        if (chosen.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no pass '%s', expected 'all' or one of %s"
                            .formatted(
                                    pass,
                                    compiled.snapshots().stream()
                                            .map(Snapshot::pass)
                                            .toList()));
        }
        return chosen;
    }

    private List<Decision> decisions(Compiled compiled) {
        if (op == null) {
            return compiled.decisions();
        }
        List<Decision> chosen = compiled.decisions().stream()
                .filter(decision -> decision.op().equals(op) || decision.node().equals(op))
                .toList();
        if (chosen.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no operation or value '%s', expected one of %s"
                            .formatted(
                                    op,
                                    compiled.decisions().stream()
                                            .map(Decision::op)
                                            .distinct()
                                            .sorted()
                                            .toList()));
        }
        return chosen;
    }
}
