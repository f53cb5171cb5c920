// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.Optional;

/// The kinds of tokens.
enum TokenKind {
    NAME("a name"),
    INTEGER("an integer"),
    FLOAT("a number"),
    STRING("a string"),
    GRAPH("graph"),
    FN("fn"),
    OPTION("option"),
    STATE("state"),
    LOAD("load"),
    RETURN("return"),
    FOR("for"),
    IN("in"),
    IF("if"),
    ELSE("else"),
    TRUE("true"),
    FALSE("false"),
    AND("and"),
    OR("or"),
    NOT("not"),
    ARROW("->"),
    RANGE(".."),
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS_EQUAL("<="),
    GREATER_EQUAL(">="),
    LESS("<"),
    GREATER(">"),
    ASSIGN("="),
    PLUS("+"),
    MINUS("-"),
    TIMES("*"),
    DIVIDE("/"),
    REMAINDER("%"),
    COLON(":"),
    COMMA(","),
    OPEN("("),
    CLOSE(")"),
    OPEN_BRACKET("["),
    CLOSE_BRACKET("]"),
    OPEN_BRACE("{"),
    CLOSE_BRACE("}"),
    END("the end of the text");

    private final String text;

    TokenKind(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    boolean isKeyword() {
        return ordinal() >= GRAPH.ordinal() && ordinal() <= NOT.ordinal();
    }

    boolean isSymbol() {
        return ordinal() >= ARROW.ordinal() && this != END;
    }

    /// Returns how errors speak of this kind: `'('`, `a name`.
    String described() {
        return isKeyword() || isSymbol() ? "'" + text + "'" : text;
    }

    static Optional<TokenKind> keyword(String word) {
        for (TokenKind kind : values()) {
            if (kind.isKeyword() && kind.text.equals(word)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
