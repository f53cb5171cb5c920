// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.syntax.Declaration.GraphDeclaration;
import dev.ashlar.graph.syntax.Diagnostic;
import dev.ashlar.graph.syntax.Diagnostics;
import dev.ashlar.graph.syntax.Script;
import java.util.ArrayList;
import java.util.List;

/// What passes read besides the graph, and what they report.
final class PassContext {
    private final Script script;
    private final GraphDeclaration declaration;
    private final CompileContext compile;
    private final Diagnostics diagnostics;
    private final List<Decision> decisions = new ArrayList<>();
    private final List<Diagnostic> warnings = new ArrayList<>();

    PassContext(Script script, GraphDeclaration declaration, CompileContext compile) {
        this.script = script;
        this.declaration = declaration;
        this.compile = compile;
        this.diagnostics = new Diagnostics(script.source());
    }

    Script script() {
        return script;
    }

    GraphDeclaration declaration() {
        return declaration;
    }

    CompileContext compile() {
        return compile;
    }

    Diagnostics diagnostics() {
        return diagnostics;
    }

    List<Decision> decisions() {
        return decisions;
    }

    List<Diagnostic> warnings() {
        return warnings;
    }
}
