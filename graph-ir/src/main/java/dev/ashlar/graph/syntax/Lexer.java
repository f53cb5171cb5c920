// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Splits a range of a text into tokens. What is no token is reported and skipped.
final class Lexer {
    private final String text;
    private final int end;
    private final Diagnostics diagnostics;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line;
    private int lineStart;
    private boolean startsLine = true;

    private Lexer(String text, Position range, Diagnostics diagnostics) {
        this.text = text;
        this.at = range.offset();
        this.end = range.offset() + range.length();
        this.line = range.line();
        this.lineStart = range.offset() - (range.column() - 1);
        this.diagnostics = diagnostics;
    }

    /// Returns the tokens of a range, the last one being [TokenKind#END].
    static List<Token> tokens(String text, Position range, Diagnostics diagnostics) {
        return new Lexer(text, range, diagnostics).scan();
    }

    private List<Token> scan() {
        skipBlanks();
        while (at < end) {
            int start = at;
            char c = text.charAt(at);
            if (isNameStart(c)) {
                name(start);
            } else if (isDigit(c)) {
                number(start);
            } else if (c == '"') {
                string(start);
            } else {
                symbol(start);
            }
            skipBlanks();
        }
        add(TokenKind.END, "", at);
        return tokens;
    }

    private void skipBlanks() {
        while (at < end) {
            char c = text.charAt(at);
            if (c == '\n') {
                at++;
                line++;
                lineStart = at;
                startsLine = true;
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\uFEFF') {
                at++;
            } else if (text.startsWith("//", at)) {
                int lineEnd = text.indexOf('\n', at);
                at = lineEnd < 0 || lineEnd > end ? end : lineEnd;
            } else {
                return;
            }
        }
    }

    private void name(int start) {
        do {
            at++;
            while (at < end && isNamePart(text.charAt(at))) {
                at++;
            }
        } while (at + 1 < end && text.charAt(at) == '.' && isNamePart(text.charAt(at + 1)));
        String word = text.substring(start, at);
        add(TokenKind.keyword(word).orElse(TokenKind.NAME), word, start);
    }

    private void number(int start) {
        digits();
        TokenKind kind = TokenKind.INTEGER;
        if (at + 1 < end && text.charAt(at) == '.' && isDigit(text.charAt(at + 1))) {
            kind = TokenKind.FLOAT;
            at++;
            digits();
        }
        if (at < end && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            int exponent = at + 1;
            if (exponent < end && (text.charAt(exponent) == '-' || text.charAt(exponent) == '+')) {
                exponent++;
            }
            if (exponent < end && isDigit(text.charAt(exponent))) {
                kind = TokenKind.FLOAT;
                at = exponent;
                digits();
            }
        }
        if (at < end && isNamePart(text.charAt(at))) {
            while (at < end && isNamePart(text.charAt(at))) {
                at++;
            }
            report(start, "'%s' is no number".formatted(text.substring(start, at)), "digits");
        }
        add(kind, text.substring(start, at).replace("_", ""), start);
    }

    private void digits() {
        while (at < end && (isDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
    }

    private void string(int start) {
        at++;
        while (at < end && text.charAt(at) != '"' && text.charAt(at) != '\n') {
            at += text.charAt(at) == '\\' && at + 1 < end && text.charAt(at + 1) != '\n' ? 2 : 1;
        }
        String content = text.substring(start + 1, at);
        if (at < end && text.charAt(at) == '"') {
            at++;
        } else {
            report(start, "string has no end on its line", "'\"'");
        }
        add(TokenKind.STRING, content, start);
    }

    private void symbol(int start) {
        Optional<TokenKind> symbol = longestSymbol();
        if (symbol.isPresent()) {
            at += symbol.get().text().length();
            add(symbol.get(), symbol.get().text(), start);
            return;
        }
        at += Character.charCount(text.codePointAt(at));
        String found = text.substring(start, at);
        String instead = switch (found) {
            case "&" -> "'and'";
            case "|" -> "'or'";
            case "!" -> "'not'";
            case "#" -> "'//' before a comment";
            default -> "a name, a number, a string or an operator";
        };
        report(start, "'%s' is no part of the language".formatted(found), instead);
        if (at < end && text.charAt(at) == found.charAt(0)) {
            at++;
        }
    }

    private Optional<TokenKind> longestSymbol() {
        for (TokenKind kind : TokenKind.values()) {
            if (kind.isSymbol() && text.startsWith(kind.text(), at)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    private void add(TokenKind kind, String word, int start) {
        tokens.add(new Token(kind, word, position(start), startsLine));
        startsLine = false;
    }

    private void report(int start, String message, String expected) {
        diagnostics.add(position(start), message, expected);
    }

    private Position position(int start) {
        return new Position(line, start - lineStart + 1, start, at - start);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNameStart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }

    private static boolean isNamePart(char c) {
        return isNameStart(c) || isDigit(c);
    }
}
