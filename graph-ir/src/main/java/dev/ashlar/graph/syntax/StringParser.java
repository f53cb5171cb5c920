// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.ArrayList;
import java.util.List;

/// Takes a string apart into texts and the expressions in braces.
final class StringParser {
    private final Cursor cursor;
    private final String text;

    StringParser(Cursor cursor, String text) {
        this.cursor = cursor;
        this.text = text;
    }

    Expression.StringLiteral string(Token token) {
        List<Expression.Part> parts = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        String content = token.text();
        int at = 0;
        while (at < content.length()) {
            char c = content.charAt(at);
            if (c == '{') {
                int close = content.indexOf('}', at);
                if (close < 0) {
                    throw cursor.failure(within(token, at, 1), "'{' in a string without '}': write '\\{' for a brace");
                }
                flush(literal, parts);
                parts.add(new Expression.Part.Interpolation(inner(within(token, at + 1, close - at - 1))));
                at = close + 1;
            } else if (c == '\\') {
                literal.append(escape(token, at));
                at += 2;
            } else {
                literal.append(c);
                at++;
            }
        }
        flush(literal, parts);
        return new Expression.StringLiteral(parts, token.position());
    }

    private static void flush(StringBuilder literal, List<Expression.Part> parts) {
        if (!literal.isEmpty()) {
            parts.add(new Expression.Part.Text(literal.toString()));
            literal.setLength(0);
        }
    }

    private char escape(Token token, int at) {
        String content = token.text();
        char escaped = at + 1 < content.length() ? content.charAt(at + 1) : ' ';
        return switch (escaped) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case '"', '\\', '{', '}' -> escaped;
            default ->
                throw cursor.failure(
                        within(token, at, 2),
                        "unknown escape '\\%s': there are \\n \\t \\r \\\" \\\\ \\{ \\}".formatted(escaped));
        };
    }

    private Expression inner(Position range) {
        List<Token> tokens = Lexer.tokens(text, range, cursor.diagnostics());
        Cursor nested = new Cursor(tokens, cursor.diagnostics(), cursor.depth());
        Expression expression = new ExpressionParser(nested, text).expression();
        nested.expect(TokenKind.END);
        return expression;
    }

    /// Returns a range of a string's content, which has no line ends.
    private static Position within(Token token, int from, int length) {
        Position position = token.position();
        return new Position(position.line(), position.column() + 1 + from, position.offset() + 1 + from, length);
    }
}
