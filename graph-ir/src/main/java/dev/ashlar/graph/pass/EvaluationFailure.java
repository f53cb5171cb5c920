// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.syntax.Diagnostic;
import dev.ashlar.graph.syntax.Position;
import java.io.Serial;

/// Leaves the statement that is wrong; the statement reports it and goes on with the next.
final class EvaluationFailure extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Diagnostic diagnostic;

    EvaluationFailure(Position position, String message, Object... arguments) {
        super(null, null, false, false);
        this.diagnostic = Diagnostic.of(position, arguments.length == 0 ? message : message.formatted(arguments));
    }

    Diagnostic diagnostic() {
        return diagnostic;
    }
}
