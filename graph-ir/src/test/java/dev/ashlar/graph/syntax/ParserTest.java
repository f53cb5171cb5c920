// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ParserTest {
    private static Expression value(String text) {
        return ((Declaration.Constant)
                        Script.parse("test", "x = " + text).declarations().getFirst())
                .value();
    }

    private static ScriptException error(String text) {
        return assertThrows(ScriptException.class, () -> Script.parse("test", text));
    }

    @Test
    void operatorsBindAsInArithmetic() {
        Expression.Binary sum = (Expression.Binary) value("1 + 2 * 3 - 4");
        assertEquals("-", sum.operator());
        assertEquals("+", ((Expression.Binary) sum.left()).operator());
        Expression.Binary or = (Expression.Binary) value("not a == 1 and b or c < 2");
        assertEquals("or", or.operator());
        assertEquals("and", ((Expression.Binary) or.left()).operator());
        Expression.Binary product = (Expression.Binary) value("-a * b");
        assertEquals("*", product.operator());
    }

    @Test
    void numbersKeepTheirValue() {
        assertEquals(Long.MIN_VALUE, ((Expression.IntegerLiteral) value("-9223372036854775808")).value());
        assertEquals(1e-5, ((Expression.FloatLiteral) value("1.0E-5")).value());
        assertEquals(1_000_000, ((Expression.IntegerLiteral) value("1_000_000")).value());
        assertTrue(error("x = 9223372036854775808").getMessage().contains("out of range"));
        assertTrue(error("x = 1e999").getMessage().contains("out of range"));
        assertTrue(error("x = 12ab").getMessage().contains("'12ab' is no number"));
    }

    @Test
    void stringsAreTakenApart() {
        Expression.StringLiteral string = (Expression.StringLiteral) value("\"blk.{i + 1}.x \\{ \\\"\"");
        assertEquals(3, string.parts().size());
        Expression.Binary inner = (Expression.Binary)
                ((Expression.Part.Interpolation) string.parts().get(1)).expression();
        assertEquals(11, inner.position().column());
        assertTrue(error("x = \"a{b\"").getMessage().contains("'{' in a string without '}'"));
        assertTrue(error("x = \"a\\q\"").getMessage().contains("unknown escape"));
        assertTrue(error("x = \"open").getMessage().contains("string has no end on its line"));
        assertTrue(error("x = \"{}\"").getMessage().contains("expected an expression"));
        assertTrue(error("x = \"{1 2}\"").getMessage().contains("found '2'"));
    }

    @Test
    void findsOutWhetherWeightsAreRead() {
        assertTrue(Script.parse("t", "x = \"{meta(\\\"a\\\", 1)}\"".replace("\\\"", ""))
                        .declarations()
                        .size()
                == 1);
        assertTrue(Script.parse("t", "fn f() { if true { return [weight(\"w\")] } }")
                .readsWeights());
        assertFalse(Script.parse("t", "graph g(x: f32[2]) -> f32[2] { return silu(x) }")
                .readsWeights());
    }

    @Test
    void deepNestingIsAnErrorAndNoStackOverflow() {
        int depth = 100_000;
        for (List<String> pair : List.of(List.of("(", ")"), List.of("[", "]"), List.of("f(", ")"), List.of("-", ""))) {
            String text = "x = " + pair.get(0).repeat(depth) + "1" + pair.get(1).repeat(depth);
            assertTrue(error(text).getMessage().contains("nested more than 100 levels deep"), pair.toString());
        }
        assertTrue(error("x = 1" + " + 1".repeat(depth)).getMessage().contains("operators in a row"));
        assertTrue(error("x = 1" + "[0]".repeat(depth)).getMessage().contains("indices in a row"));
        String blocks = "fn f() { " + "if a { ".repeat(depth) + "}".repeat(depth) + "}";
        assertTrue(error(blocks).getMessage().contains("levels deep"));
        String elses = "fn f() { if a { } " + "else if a { } ".repeat(depth) + "}";
        assertTrue(error(elses).getMessage().contains("levels deep"));
    }

    @Test
    void anyMutilatedScriptIsReadOrRefused() {
        String text = "option n = 3\nfn f(a) { return a * \"{n}\" }\ngraph g(x: f32[T, n]) -> f32[T, n] {\n"
                + "  state k: f16[2]\n  for i in 0..n { if i == 1 and true { y, z = f(x) } else { x = -x } }\n"
                + "  load { w: q8_0[1, 32] row_major = weight(\"w\") {kernel = \"k\"} }\n  return x, [1, 2.5][0] }\n";
        Random random = new Random(7);
        for (int round = 0; round < 5_000; round++) {
            StringBuilder mutilated = new StringBuilder(text);
            for (int i = random.nextInt(4); i >= 0; i--) {
                int at = random.nextInt(Math.max(1, mutilated.length() - 1));
                switch (random.nextInt(3)) {
                    case 0 -> mutilated.replace(at, at + 1, "");
                    case 1 -> mutilated.insert(at, "{}()[]\"\\.,=:-\n#".charAt(random.nextInt(15)));
                    default -> mutilated.setLength(Math.max(1, at));
                }
            }
            try {
                Script.parse("seed 7, round " + round, mutilated.toString());
            } catch (ScriptException e) {
                assertFalse(e.diagnostics().isEmpty());
            }
        }
    }

    @Test
    void longLinesAreShownAroundTheCaret() {
        String text = "x = [" + "1, ".repeat(1000) + "?]";
        for (String line : error(text).getMessage().lines().toList()) {
            assertTrue(line.length() < 200, line);
        }
    }
}
