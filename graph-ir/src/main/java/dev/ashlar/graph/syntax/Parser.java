// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Parses the declarations of a script. After an error it goes on with the next declaration.
final class Parser {
    private final Cursor cursor;
    private final ExpressionParser expressions;
    private final StatementParser statements;
    private final List<Declaration> declarations = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    Parser(SourceText source, Diagnostics diagnostics) {
        Position all = new Position(1, 1, 0, source.text().length());
        this.cursor = new Cursor(Lexer.tokens(source.text(), all, diagnostics), diagnostics, 0);
        this.expressions = new ExpressionParser(cursor, source.text());
        this.statements = new StatementParser(cursor, expressions);
    }

    List<Declaration> script() {
        while (!cursor.is(TokenKind.END)) {
            try {
                Declaration declaration = declaration();
                if (!names.add(declaration.name())) {
                    cursor.diagnostics()
                            .add(declaration.position(), "'%s' is declared twice".formatted(declaration.name()));
                }
                declarations.add(declaration);
            } catch (Cursor.SyntaxFailure e) {
                cursor.resetDepth(0);
                skipToDeclaration();
            }
        }
        return declarations;
    }

    private void skipToDeclaration() {
        while (!cursor.isOneOf(TokenKind.END, TokenKind.GRAPH, TokenKind.FN, TokenKind.OPTION)) {
            cursor.next();
        }
    }

    private Declaration declaration() {
        return switch (cursor.token().kind()) {
            case GRAPH -> graph();
            case FN -> function();
            case OPTION -> option();
            case NAME -> constant();
            default -> {
                cursor.fail("a declaration: 'graph', 'fn', 'option' or 'name = value'");
                throw new IllegalStateException("unreachable");
            }
        };
    }

    private Declaration option() {
        cursor.next();
        Token name = cursor.expect(TokenKind.NAME);
        cursor.expect(TokenKind.ASSIGN);
        return new Declaration.Option(name.text(), expressions.expression(), name.position());
    }

    private Declaration constant() {
        Token name = cursor.next();
        cursor.expect(TokenKind.ASSIGN);
        return new Declaration.Constant(name.text(), expressions.expression(), name.position());
    }

    private Declaration function() {
        cursor.next();
        Token name = cursor.expect(TokenKind.NAME);
        cursor.expect(TokenKind.OPEN);
        List<String> parameters = new ArrayList<>();
        while (!cursor.is(TokenKind.CLOSE)) {
            Token parameter = cursor.expect(TokenKind.NAME);
            if (parameters.contains(parameter.text())) {
                throw cursor.failure(
                        parameter.position(), "parameter '%s' is declared twice".formatted(parameter.text()));
            }
            parameters.add(parameter.text());
            if (!cursor.take(TokenKind.COMMA)) {
                break;
            }
        }
        cursor.expect(TokenKind.CLOSE);
        return new Declaration.Function(name.text(), parameters, statements.block(), name.position());
    }

    private Declaration graph() {
        cursor.next();
        Token name = cursor.expect(TokenKind.NAME);
        cursor.expect(TokenKind.OPEN);
        List<Declaration.Parameter> parameters = new ArrayList<>();
        while (!cursor.is(TokenKind.CLOSE)) {
            Token parameter = cursor.expect(TokenKind.NAME);
            cursor.expect(TokenKind.COLON);
            TypeExpression type = statements.type();
            parameters.add(new Declaration.Parameter(parameter.text(), type, parameter.position()));
            if (!cursor.take(TokenKind.COMMA)) {
                break;
            }
        }
        cursor.expect(TokenKind.CLOSE);
        cursor.expect(TokenKind.ARROW);
        List<TypeExpression> results = results();
        return new Declaration.GraphDeclaration(name.text(), parameters, results, statements.block(), name.position());
    }

    private List<TypeExpression> results() {
        if (!cursor.take(TokenKind.OPEN)) {
            return List.of(statements.type());
        }
        List<TypeExpression> results = new ArrayList<>();
        do {
            results.add(statements.type());
        } while (cursor.take(TokenKind.COMMA));
        cursor.expect(TokenKind.CLOSE);
        return results;
    }
}
