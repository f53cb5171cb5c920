// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import com.oracle.truffle.api.source.Source;
import dev.ashlar.graph.ir.Graph;
import dev.ashlar.graph.ir.Node;
import dev.ashlar.graph.ir.Printer;
import dev.ashlar.graph.pass.Compiled;
import dev.ashlar.graph.pass.Decision;
import dev.ashlar.graph.pass.Pipeline;
import dev.ashlar.graph.syntax.Diagnostic;
import dev.ashlar.graph.syntax.Script;
import dev.ashlar.graph.syntax.ScriptException;
import dev.ashlar.language.interop.GraphValue;
import dev.ashlar.language.interop.ModuleValue;
import dev.ashlar.language.node.AshlarException;
import dev.ashlar.language.node.GraphPlan;
import dev.ashlar.language.node.Instance;
import dev.ashlar.language.node.Rehearsal;
import dev.ashlar.runtime.trace.TraceEvent;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The graphs of a script with certain weights and options, in one context. Graphs are compiled, and their weights
/// relaid out, as soon as it is known what they are built against; memory is allocated when a graph is asked for.
final class ScriptGraphs implements ModuleValue.Graphs {
    /// A smaller model is there before a kernel is compiled.
    private static final long REHEARSAL_BYTES = 64 << 20;

    private final AshlarContext context;
    private final Source source;
    private final Script script;
    private final Weights weights;
    private final Map<String, Object> options;
    private final Loader loader;
    private final Map<String, Lowered> lowered = new HashMap<>();
    private final Map<String, GraphValue> built = new HashMap<>();

    private record Lowered(GraphPlan plan, String text) {}

    private ScriptGraphs(
            AshlarContext context, Source source, Script script, Weights weights, Map<String, Object> options) {
        this.context = context;
        this.source = source;
        this.script = script;
        this.weights = weights;
        this.options = options;
        this.loader = new Loader(context, weights);
    }

    /// Makes the graphs of a script that no weights are loaded for. Errors of graphs that need none are thrown here.
    static ScriptGraphs of(AshlarContext context, Source source, Script script) {
        ScriptGraphs graphs = new ScriptGraphs(context, source, script, Weights.NONE, Map.of());
        if (!script.readsWeights()) {
            graphs.lowerOnce(graphs.names(), LoadListener.NONE);
        }
        return graphs;
    }

    @Override
    public List<String> names() {
        return script.graphNames();
    }

    @Override
    public ModuleValue.Graphs load(Object[] arguments) {
        if (arguments.length < 1 || arguments.length > 3) {
            throw new AshlarException("load: found %d arguments, expected weights, and perhaps options and a function"
                    .formatted(arguments.length));
        }
        LoadListener listener = arguments.length == 3 ? LoadListener.of(arguments[2]) : LoadListener.NONE;
        Weights bound = Weights.of(context, arguments[0]);
        Map<String, Object> overrides = arguments.length >= 2 ? ScriptOptions.read(arguments[1], script) : Map.of();
        ScriptGraphs graphs = new ScriptGraphs(context, source, script, bound, overrides);
        context.exclusively(() -> {
            graphs.lowerOnce(graphs.names(), listener);
            return graphs;
        });
        return graphs;
    }

    @Override
    public GraphValue graph(String name) {
        return context.exclusively(() -> {
            GraphValue graph = built.get(name);
            if (graph == null) {
                graph = build(name);
                built.put(name, graph);
            }
            return graph;
        });
    }

    private GraphValue build(String name) {
        lowerOnce(List.of(name), LoadListener.NONE);
        Lowered graph = lowered.get(name);
        Instance instance = context.newInstance(graph.plan());
        return new GraphValue(
                context, context.newRoot(instance), instance, () -> context.newInstance(graph.plan()), graph.text());
    }

    private void lowerOnce(List<String> names, LoadListener listener) {
        Map<String, Compiled> compiled = new LinkedHashMap<>();
        for (String name : names) {
            if (!lowered.containsKey(name)) {
                compiled.put(name, compile(name));
            }
        }
        List<Rehearsal> rehearsals = compiled.values().stream()
                .flatMap(result -> rehearse(result.graph()).stream())
                .toList();
        compiled.values().forEach(result -> loader.load(result.graph(), listener));
        compiled.forEach((name, result) -> lowered.put(
                name,
                new Lowered(plan(result.graph(), loader.addresses(result.graph())), Printer.print(result.graph()))));
        rehearsals.forEach(Rehearsal::awaitReady);
    }

    private GraphPlan plan(Graph graph, Map<String, Long> addresses) {
        return new Lowering(graph, source, context.registry(), addresses).plan();
    }

    /// Lets the compiler begin while weights are loaded that take a while.
    private Optional<Rehearsal> rehearse(Graph graph) {
        if (graph.body().size() <= GraphPlan.SMALL_OPERATIONS) {
            return Optional.empty();
        }
        GraphPlan plan = plan(graph, graph.load().stream().collect(Collectors.toMap(Node::name, _ -> 0L)));
        return plan.weightBytes() < REHEARSAL_BYTES ? Optional.empty() : context.rehearse(plan);
    }

    private Compiled compile(String name) {
        try {
            Compiled compiled = Pipeline.compile(script, name, context.compileContext(weights.source(), options));
            for (Diagnostic warning : compiled.warnings()) {
                context.warn(warning.render(script.source()).lines().findFirst().orElseThrow());
            }
            if (context.trace().isEnabled()) {
                compiled.decisions().forEach(decision -> context.trace().emit(chosen(decision)));
            }
            return compiled;
        } catch (ScriptException e) {
            throw Errors.ofCompiler(e, source);
        }
    }

    private static TraceEvent chosen(Decision decision) {
        List<String> rejected = decision.rejected().stream()
                .map(other -> other.kernel() + ": " + other.reason())
                .toList();
        return new TraceEvent.KernelChosen(System.nanoTime(), decision.node(), decision.kernel(), rejected);
    }
}
