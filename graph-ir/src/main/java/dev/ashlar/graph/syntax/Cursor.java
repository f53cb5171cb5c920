// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.io.Serial;
import java.util.List;

/// A place among tokens, with what a parser asks and demands of it.
final class Cursor {
    /// Leaves the construct that is wrong, after it was reported.
    static final class SyntaxFailure extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;

        SyntaxFailure() {
            super(null, null, false, false);
        }
    }

    private static final int DEEPEST = 100;

    private final List<Token> tokens;
    private final Diagnostics diagnostics;
    private int at;
    private int depth;

    Cursor(List<Token> tokens, Diagnostics diagnostics, int depth) {
        this.tokens = tokens;
        this.diagnostics = diagnostics;
        this.depth = depth;
    }

    Token token() {
        return tokens.get(at);
    }

    Token after() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    Token previous() {
        return tokens.get(Math.max(0, at - 1));
    }

    boolean is(TokenKind kind) {
        return token().kind() == kind;
    }

    boolean isOneOf(TokenKind... kinds) {
        for (TokenKind kind : kinds) {
            if (is(kind)) {
                return true;
            }
        }
        return false;
    }

    Token next() {
        Token token = token();
        if (token.kind() != TokenKind.END) {
            at++;
        }
        return token;
    }

    boolean take(TokenKind kind) {
        if (is(kind)) {
            next();
            return true;
        }
        return false;
    }

    Token expect(TokenKind kind) {
        return is(kind) ? next() : fail(kind.described());
    }

    /// Reports what is found against what is expected, and leaves the construct.
    Token fail(String expected) {
        Token token = token();
        String hint = token.kind().isKeyword() && expected.equals(TokenKind.NAME.described())
                ? "%s is a keyword".formatted(token.described())
                : "found %s".formatted(token.described());
        diagnostics.add(token.position(), hint, expected);
        throw new SyntaxFailure();
    }

    /// Reports an error that is not about the kind of a token, and leaves the construct.
    SyntaxFailure failure(Position position, String message) {
        diagnostics.add(position, message);
        return new SyntaxFailure();
    }

    /// Goes one level deeper, or refuses to: deep recursion would end in a stack overflow.
    void enter() {
        if (++depth > DEEPEST) {
            throw failure(token().position(), "nested more than %d levels deep".formatted(DEEPEST));
        }
    }

    void leave() {
        depth--;
    }

    int depth() {
        return depth;
    }

    void resetDepth(int value) {
        depth = value;
    }

    Diagnostics diagnostics() {
        return diagnostics;
    }
}
