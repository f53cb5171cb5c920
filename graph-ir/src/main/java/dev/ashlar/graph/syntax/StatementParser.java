// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses statements and types. After an error it goes on with the next statement.
final class StatementParser {
    private final Cursor cursor;
    private final ExpressionParser expressions;

    StatementParser(Cursor cursor, ExpressionParser expressions) {
        this.cursor = cursor;
        this.expressions = expressions;
    }

    /// Parses `{ statements }`.
    List<Statement> block() {
        cursor.enter();
        cursor.expect(TokenKind.OPEN_BRACE);
        List<Statement> statements = new ArrayList<>();
        while (!cursor.is(TokenKind.CLOSE_BRACE)) {
            if (cursor.isOneOf(TokenKind.END, TokenKind.GRAPH, TokenKind.FN, TokenKind.OPTION)) {
                cursor.fail("a statement or '}'");
            }
            int depth = cursor.depth();
            try {
                statements.add(statement());
            } catch (Cursor.SyntaxFailure e) {
                cursor.resetDepth(depth);
                skipToStatement();
            }
        }
        cursor.next();
        cursor.leave();
        return statements;
    }

    private void skipToStatement() {
        int open = 0;
        while (!cursor.is(TokenKind.END)) {
            TokenKind kind = cursor.token().kind();
            if (open <= 0 && (kind == TokenKind.CLOSE_BRACE || startsStatement())) {
                return;
            }
            if (cursor.token().startsLine() && startsDeclaration(kind)) {
                return;
            }
            open += kind == TokenKind.OPEN_BRACE ? 1 : kind == TokenKind.CLOSE_BRACE ? -1 : 0;
            cursor.next();
        }
    }

    private static boolean startsDeclaration(TokenKind kind) {
        return kind == TokenKind.GRAPH || kind == TokenKind.FN || kind == TokenKind.OPTION;
    }

    private boolean startsStatement() {
        if (!cursor.token().startsLine()) {
            return false;
        }
        return switch (cursor.token().kind()) {
            case FOR, IF, RETURN, STATE, LOAD -> true;
            case NAME ->
                cursor.after().kind() == TokenKind.ASSIGN
                        || cursor.after().kind() == TokenKind.COLON
                        || cursor.after().kind() == TokenKind.COMMA;
            default -> false;
        };
    }

    private Statement statement() {
        return switch (cursor.token().kind()) {
            case FOR -> forLoop();
            case IF -> ifElse();
            case RETURN -> returned();
            case STATE -> state();
            case LOAD -> load();
            case NAME -> binding();
            default -> {
                cursor.fail("a statement: a binding, 'for', 'if', 'state', 'load' or 'return'");
                throw new IllegalStateException("unreachable");
            }
        };
    }

    private Statement forLoop() {
        Token start = cursor.next();
        String variable = cursor.expect(TokenKind.NAME).text();
        cursor.expect(TokenKind.IN);
        Expression from = expressions.expression();
        cursor.expect(TokenKind.RANGE);
        Expression to = expressions.expression();
        Position position = start.position().to(to.position());
        return new Statement.For(variable, from, to, block(), position);
    }

    private Statement ifElse() {
        Token start = cursor.next();
        Expression condition = expressions.expression();
        Position position = start.position().to(condition.position());
        List<Statement> then = block();
        List<Statement> otherwise = List.of();
        if (cursor.take(TokenKind.ELSE)) {
            cursor.enter();
            otherwise = cursor.is(TokenKind.IF) ? List.of(ifElse()) : block();
            cursor.leave();
        }
        return new Statement.If(condition, then, otherwise, position);
    }

    private Statement returned() {
        Token start = cursor.next();
        List<Expression> values = new ArrayList<>();
        do {
            values.add(expressions.expression());
        } while (cursor.take(TokenKind.COMMA));
        return new Statement.Return(values, start.position().to(values.getLast().position()));
    }

    private Statement state() {
        Token start = cursor.next();
        Token name = cursor.expect(TokenKind.NAME);
        cursor.expect(TokenKind.COLON);
        TypeExpression type = type();
        return new Statement.State(name.text(), type, start.position().to(type.position()));
    }

    private Statement load() {
        Token start = cursor.next();
        return new Statement.Load(block(), start.position());
    }

    private Statement binding() {
        List<Expression.Name> targets = new ArrayList<>();
        do {
            Token name = cursor.expect(TokenKind.NAME);
            targets.add(new Expression.Name(name.text(), name.position()));
        } while (cursor.take(TokenKind.COMMA));
        Optional<TypeExpression> type = Optional.empty();
        if (targets.size() == 1 && cursor.take(TokenKind.COLON)) {
            type = Optional.of(type());
        }
        if (!cursor.is(TokenKind.ASSIGN)) {
            cursor.fail(type.isPresent() || targets.size() > 1 ? "'='" : "'=' or ':' after a name");
        }
        cursor.next();
        Expression value = expressions.expression();
        List<Expression.Argument> attributes = List.of();
        if (cursor.is(TokenKind.OPEN_BRACE) && !cursor.token().startsLine()) {
            attributes = attributes();
        }
        Position position = targets.getFirst().position().to(cursor.previous().position());
        return new Statement.Binding(targets, type, value, attributes, position);
    }

    private List<Expression.Argument> attributes() {
        cursor.next();
        List<Expression.Argument> attributes = expressions.arguments(TokenKind.CLOSE_BRACE);
        for (Expression.Argument attribute : attributes) {
            if (attribute.name().isEmpty()) {
                throw cursor.failure(attribute.position(), "attribute without a name: write '{name = value}'");
            }
        }
        cursor.expect(TokenKind.CLOSE_BRACE);
        return attributes;
    }

    /// Parses `format[dims] layout`; a layout is on the same line, as a name there can be nothing else.
    TypeExpression type() {
        Token format = cursor.expect(TokenKind.NAME);
        cursor.expect(TokenKind.OPEN_BRACKET);
        List<Expression> dims = expressions.expressions(TokenKind.CLOSE_BRACKET);
        Token last = cursor.expect(TokenKind.CLOSE_BRACKET);
        Optional<String> layout = Optional.empty();
        if (cursor.is(TokenKind.NAME) && !cursor.token().startsLine()) {
            last = cursor.next();
            layout = Optional.of(last.text());
        }
        return new TypeExpression(format.text(), dims, layout, format.position().to(last.position()));
    }
}
