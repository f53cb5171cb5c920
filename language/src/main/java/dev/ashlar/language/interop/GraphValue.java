// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.source.SourceSection;
import dev.ashlar.language.node.GraphPlan;
import dev.ashlar.language.node.GraphRoot;
import dev.ashlar.language.node.Instance;
import dev.ashlar.language.node.ListValue;
import dev.ashlar.language.node.ValuePlan;
import dev.ashlar.runtime.format.Format;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// A graph with its weights and its own states, as other languages see it: a function of its parameters.
///
/// Members: `fork()` makes another one with fresh states and the same weights; `view(...)` calls the graph and returns
/// tensors that share its memory, valid until the next call; `text` is the final IR, `signature` its first line.
@ExportLibrary(InteropLibrary.class)
@SuppressWarnings("static-method")
public final class GraphValue implements TruffleObject {
    private static final List<String> MEMBERS = List.of("fork", "view", "text", "signature");

    private final Host host;
    private final GraphRoot root;
    private final Instance instance;
    private final Supplier<Instance> another;
    private final String text;
    private final String[] labels;
    private final Binding binding;

    /// Makes a graph that can be called.
    ///
    /// @param host the context
    /// @param root runs it
    /// @param instance its memory
    /// @param another makes memory for a fork
    /// @param text the final IR
    public GraphValue(Host host, GraphRoot root, Instance instance, Supplier<Instance> another, String text) {
        this.host = host;
        this.root = root;
        this.instance = instance;
        this.another = another;
        this.text = text;
        GraphPlan plan = instance.plan();
        binding = new Binding(plan);
        labels = plan.values().subList(0, plan.parameters()).stream()
                .map(parameter -> "parameter '" + parameter.name() + "'")
                .toArray(String[]::new);
    }

    /// Calls the graph.
    ///
    /// @param arguments in the order of the parameters, or one mapping of parameter names
    /// @param ownership whether the results are copies or views of the graph's memory
    /// @return a tensor, a number for a result without axes, or an array of these if there are several results
    @TruffleBoundary
    Object call(Object[] arguments, Ownership ownership) {
        return host.exclusively(() -> {
            GraphPlan plan = instance.plan();
            Object[] ordered = NamedArguments.order(plan, arguments);
            Argument[] inputs = new Argument[ordered.length];
            for (int i = 0; i < inputs.length; i++) {
                inputs[i] = Argument.of(host, labels[i], ordered[i]);
            }
            instance.begin(binding.bind(inputs));
            for (int i = 0; i < inputs.length; i++) {
                inputs[i].store(instance.address(i), plan.values().get(i).format(), instance.shape(i));
            }
            root.run(instance);
            return results(plan, ownership);
        });
    }

    /// Whose memory a result is.
    enum Ownership {
        /// A copy that the caller owns.
        COPY,
        /// The graph's memory, valid until its next call.
        VIEW
    }

    private Object results(GraphPlan plan, Ownership ownership) {
        List<Integer> indices = plan.results();
        if (indices.size() == 1) {
            return result(indices.getFirst(), ownership);
        }
        List<Object> values = new ArrayList<>();
        indices.forEach(index -> values.add(result(index, ownership)));
        return new ListValue(values);
    }

    private Object result(int index, Ownership ownership) {
        ValuePlan value = instance.plan().values().get(index);
        int[] shape = instance.shape(index);
        MemorySegment memory = instance.result(index);
        if (shape.length == 0) {
            float number = Elements.read(memory, value.format(), 0);
            return value.format() == Format.I32 ? (Object) memory.get(Elements.INT, 0) : number;
        }
        if (ownership == Ownership.COPY) {
            MemorySegment copy = MemorySegment.ofArray(new byte[Math.toIntExact(memory.byteSize())])
                    .copyFrom(memory);
            return new TensorValue(host, value.format(), shape, copy.asReadOnly(), Validity.ALWAYS);
        }
        long epoch = instance.epoch();
        return new TensorValue(host, value.format(), shape, memory, () -> instance.epoch() == epoch);
    }

    private Object fork(Object[] arguments) {
        NamedArguments.requireCount("fork", 0, arguments);
        return host.exclusively(() -> new GraphValue(host, root, another.get(), another, text));
    }

    private String signature() {
        return text.lines().findFirst().orElseThrow().replaceFirst("\\s*\\{$", "");
    }

    @ExportMessage
    boolean isExecutable() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object execute(Object[] arguments) {
        return call(arguments, Ownership.COPY);
    }

    @ExportMessage
    boolean hasExecutableName() {
        return true;
    }

    @ExportMessage
    Object getExecutableName() {
        return instance.plan().name();
    }

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        return new ListValue(MEMBERS);
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberReadable(String member) {
        return MEMBERS.contains(member);
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberInvocable(String member) {
        return member.equals("fork") || member.equals("view");
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        return switch (member) {
            case "fork" -> new FunctionValue(this::fork);
            case "view" -> new FunctionValue(arguments -> call(arguments, Ownership.VIEW));
            case "text" -> text;
            case "signature" -> signature();
            default -> throw UnknownIdentifierException.create(member);
        };
    }

    @ExportMessage
    @TruffleBoundary
    Object invokeMember(String member, Object[] arguments) throws UnknownIdentifierException {
        return switch (member) {
            case "fork" -> fork(arguments);
            case "view" -> call(arguments, Ownership.VIEW);
            default -> throw UnknownIdentifierException.create(member);
        };
    }

    @ExportMessage
    boolean hasSourceLocation() {
        return true;
    }

    @ExportMessage
    SourceSection getSourceLocation() throws UnsupportedMessageException {
        SourceSection source = root.getSourceSection();
        if (source == null) {
            throw UnsupportedMessageException.create();
        }
        return source;
    }

    @ExportMessage
    boolean hasLanguage() {
        return true;
    }

    @ExportMessage
    Class<? extends TruffleLanguage<?>> getLanguage() {
        return host.language();
    }

    @ExportMessage
    @TruffleBoundary
    String toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return signature();
    }
}
