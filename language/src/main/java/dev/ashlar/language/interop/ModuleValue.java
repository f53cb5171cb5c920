// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import dev.ashlar.language.node.ListValue;
import java.util.ArrayList;
import java.util.List;

/// A script as other languages see it: its graphs are members, and `load(weights)`, `load(weights, options)` or
/// `load(weights, options, progress)` returns the same script with weights.
@ExportLibrary(InteropLibrary.class)
@SuppressWarnings("static-method")
public final class ModuleValue implements TruffleObject {
    private static final String LOAD = "load";

    private final Host host;
    private final Graphs graphs;

    /// The graphs of a script.
    public interface Graphs {
        /// Returns their names.
        ///
        /// @return in the order of the script
        List<String> names();

        /// Returns a graph, built when it is asked for first.
        ///
        /// @param name one of the names
        /// @return the graph
        GraphValue graph(String name);

        /// Binds weights.
        ///
        /// @param arguments weights, and perhaps options and a function that is told of progress
        /// @return the graphs of the same script with these weights
        Graphs load(Object[] arguments);
    }

    /// Makes a module.
    ///
    /// @param host the context
    /// @param graphs of the script
    public ModuleValue(Host host, Graphs graphs) {
        this.host = host;
        this.graphs = graphs;
    }

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        List<String> members = new ArrayList<>(graphs.names());
        members.add(LOAD);
        return new ListValue(members);
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberReadable(String member) {
        return member.equals(LOAD) || graphs.names().contains(member);
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberInvocable(String member) {
        return isMemberReadable(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        if (graphs.names().contains(member)) {
            return graphs.graph(member);
        }
        if (member.equals(LOAD)) {
            return new FunctionValue(this::load);
        }
        throw UnknownIdentifierException.create(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object invokeMember(String member, Object[] arguments) throws UnknownIdentifierException {
        if (graphs.names().contains(member)) {
            return graphs.graph(member).call(arguments, GraphValue.Ownership.COPY);
        }
        if (member.equals(LOAD)) {
            return load(arguments);
        }
        throw UnknownIdentifierException.create(member);
    }

    private Object load(Object[] arguments) {
        return new ModuleValue(host, graphs.load(arguments));
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
        return "module " + String.join(", ", graphs.names());
    }
}
