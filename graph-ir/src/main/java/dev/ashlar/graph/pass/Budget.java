// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.syntax.Position;
import java.io.Serial;

/// Bounds what building a graph may cost, so that an absurd script is an error and not a hang.
final class Budget {
    /// The whole build is over; going on with the next statement is of no use.
    static final class Exhausted extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;

        private final transient EvaluationFailure failure;

        Exhausted(EvaluationFailure failure) {
            super(null, null, false, false);
            this.failure = failure;
        }

        EvaluationFailure failure() {
            return failure;
        }
    }

    static final int MOST_STEPS = 1_000_000;
    static final int MOST_NODES = 50_000;
    static final int MOST_ITERATIONS = 100_000;
    static final int LONGEST_TEXT = 10_000;
    private static final int DEEPEST = 300;

    private int steps;
    private int nodes;
    private int depth;

    void step(Position position) {
        if (++steps > MOST_STEPS) {
            throw exhausted(position, "building the graph takes more than %d steps", MOST_STEPS);
        }
    }

    void node(Position position) {
        if (++nodes > MOST_NODES) {
            throw exhausted(position, "the graph has more than %d operations", MOST_NODES);
        }
    }

    void enter(Position position) {
        if (++depth > DEEPEST) {
            throw exhausted(position, "expressions and calls nest more than %d levels deep", DEEPEST);
        }
    }

    void leave() {
        depth--;
    }

    int depth() {
        return depth;
    }

    /// Returns to the depth of a statement that was left by a failure.
    void restore(int earlier) {
        depth = earlier;
    }

    void iterations(Position position, long count) {
        if (count > MOST_ITERATIONS) {
            throw new EvaluationFailure(position, "loop of %d iterations, expected at most %d", count, MOST_ITERATIONS);
        }
    }

    private static Exhausted exhausted(Position position, String message, Object... arguments) {
        return new Exhausted(new EvaluationFailure(position, message, arguments));
    }
}
