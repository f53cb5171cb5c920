// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Parses expressions by recursive descent, one method per level of precedence climbing.
final class ExpressionParser {
    private static final int LONGEST_CHAIN = 200;
    private static final int UNARY = 6;
    private static final int NOT = 3;
    private static final Map<TokenKind, Integer> PRECEDENCE = Map.ofEntries(
            Map.entry(TokenKind.OR, 1),
            Map.entry(TokenKind.AND, 2),
            Map.entry(TokenKind.EQUAL, 4),
            Map.entry(TokenKind.NOT_EQUAL, 4),
            Map.entry(TokenKind.LESS, 4),
            Map.entry(TokenKind.LESS_EQUAL, 4),
            Map.entry(TokenKind.GREATER, 4),
            Map.entry(TokenKind.GREATER_EQUAL, 4),
            Map.entry(TokenKind.PLUS, 5),
            Map.entry(TokenKind.MINUS, 5),
            Map.entry(TokenKind.TIMES, UNARY),
            Map.entry(TokenKind.DIVIDE, UNARY),
            Map.entry(TokenKind.REMAINDER, UNARY));

    private final Cursor cursor;
    private final StringParser strings;

    ExpressionParser(Cursor cursor, String text) {
        this.cursor = cursor;
        this.strings = new StringParser(cursor, text);
    }

    Expression expression() {
        return expression(1);
    }

    private Expression expression(int lowest) {
        cursor.enter();
        Expression left = unary();
        int chained = 0;
        while (true) {
            int precedence = PRECEDENCE.getOrDefault(cursor.token().kind(), 0);
            if (precedence < lowest) {
                cursor.leave();
                return left;
            }
            Token operator = cursor.next();
            if (++chained > LONGEST_CHAIN) {
                throw cursor.failure(operator.position(), "more than %d operators in a row".formatted(LONGEST_CHAIN));
            }
            Expression right = expression(precedence + 1);
            left = new Expression.Binary(
                    operator.text(), left, right, left.position().to(right.position()));
        }
    }

    private Expression unary() {
        if (cursor.is(TokenKind.NOT)) {
            Token operator = cursor.next();
            Expression operand = expression(NOT);
            return new Expression.Unary(
                    operator.text(), operand, operator.position().to(operand.position()));
        }
        if (!cursor.is(TokenKind.MINUS)) {
            return postfix();
        }
        Token operator = cursor.next();
        if (cursor.isOneOf(TokenKind.INTEGER, TokenKind.FLOAT)) {
            return number(cursor.next(), Optional.of(operator));
        }
        Expression operand = expression(UNARY + 1);
        return new Expression.Unary(
                operator.text(), operand, operator.position().to(operand.position()));
    }

    private Expression postfix() {
        Expression value = primary();
        int chained = 0;
        while (cursor.is(TokenKind.OPEN_BRACKET) && !cursor.token().startsLine()) {
            Token open = cursor.next();
            if (++chained > LONGEST_CHAIN) {
                throw cursor.failure(open.position(), "more than %d indices in a row".formatted(LONGEST_CHAIN));
            }
            Expression index = expression();
            Token close = cursor.expect(TokenKind.CLOSE_BRACKET);
            value = new Expression.Index(value, index, value.position().to(close.position()));
        }
        return value;
    }

    private Expression primary() {
        Token token = cursor.token();
        return switch (token.kind()) {
            case INTEGER, FLOAT -> number(cursor.next(), Optional.empty());
            case STRING -> strings.string(cursor.next());
            case TRUE, FALSE -> new Expression.BooleanLiteral(cursor.next().kind() == TokenKind.TRUE, token.position());
            case NAME -> nameOrCall();
            case OPEN -> {
                cursor.next();
                Expression inner = expression();
                cursor.expect(TokenKind.CLOSE);
                yield inner;
            }
            case OPEN_BRACKET -> list();
            default -> {
                cursor.fail("an expression");
                throw new IllegalStateException("unreachable");
            }
        };
    }

    private Expression number(Token token, Optional<Token> sign) {
        Position position =
                sign.map(minus -> minus.position().to(token.position())).orElse(token.position());
        String text = sign.map(Token::text).orElse("") + token.text();
        try {
            if (token.kind() == TokenKind.INTEGER) {
                return new Expression.IntegerLiteral(Long.parseLong(text), position);
            }
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return new Expression.FloatLiteral(value, position);
            }
        } catch (NumberFormatException e) {
            // Also a token that the lexer has reported; the message below then yields to that one.
        }
        throw cursor.failure(position, "number '%s' is out of range".formatted(text));
    }

    private Expression nameOrCall() {
        Token name = cursor.next();
        if (!cursor.is(TokenKind.OPEN) || cursor.token().startsLine()) {
            return new Expression.Name(name.text(), name.position());
        }
        cursor.next();
        List<Expression.Argument> arguments = arguments(TokenKind.CLOSE);
        Token close = cursor.expect(TokenKind.CLOSE);
        return new Expression.Call(
                name.text(), arguments, name.position(), name.position().to(close.position()));
    }

    /// Parses arguments up to a closing token, which is left to the caller.
    List<Expression.Argument> arguments(TokenKind close) {
        List<Expression.Argument> arguments = new ArrayList<>();
        while (!cursor.is(close)) {
            Position start = cursor.token().position();
            Optional<String> name = Optional.empty();
            if (cursor.is(TokenKind.NAME) && cursor.after().kind() == TokenKind.ASSIGN) {
                name = Optional.of(cursor.next().text());
                cursor.next();
            } else if (!arguments.isEmpty() && arguments.getLast().name().isPresent()) {
                cursor.fail("another named argument or " + close.described());
            }
            Expression value = expression();
            arguments.add(new Expression.Argument(name, value, start.to(value.position())));
            if (!cursor.take(TokenKind.COMMA)) {
                break;
            }
        }
        return arguments;
    }

    private Expression list() {
        Token open = cursor.next();
        List<Expression> elements = expressions(TokenKind.CLOSE_BRACKET);
        Token close = cursor.expect(TokenKind.CLOSE_BRACKET);
        return new Expression.ListLiteral(elements, open.position().to(close.position()));
    }

    /// Parses expressions up to a closing token, which is left to the caller.
    List<Expression> expressions(TokenKind close) {
        List<Expression> elements = new ArrayList<>();
        while (!cursor.is(close)) {
            elements.add(expression());
            if (!cursor.take(TokenKind.COMMA)) {
                break;
            }
        }
        return elements;
    }
}
