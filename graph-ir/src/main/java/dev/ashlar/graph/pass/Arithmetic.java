// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.syntax.Position;

/// Operators on staged values. Integers are 64 bits and checked; `/` and `%` on integers round down.
final class Arithmetic {
    private Arithmetic() {}

    static Staged binary(String operator, Staged left, Staged right, Position position) {
        if (left instanceof Staged.Sym || right instanceof Staged.Sym) {
            Staged symbol = left instanceof Staged.Sym ? left : right;
            throw new EvaluationFailure(position, "'%s' on %s", operator, symbol.described());
        }
        if (operator.equals("==") || operator.equals("!=")) {
            return new Staged.Flag(equal(left, right, position) == operator.equals("=="));
        }
        if (!Staged.isNumber(left) || !Staged.isNumber(right)) {
            throw new EvaluationFailure(
                    position, "'%s' on %s and %s, expected numbers", operator, left.described(), right.described());
        }
        if (left instanceof Staged.Int a && right instanceof Staged.Int b) {
            return integers(operator, a.value(), b.value(), position);
        }
        return reals(operator, number(left), number(right), position);
    }

    static Staged negate(Staged value, Position position) {
        return switch (value) {
            case Staged.Int integer -> integers("-", 0, integer.value(), position);
            case Staged.Real real -> new Staged.Real(-real.value());
            default -> throw new EvaluationFailure(position, "'-' on %s, expected a number", value.described());
        };
    }

    static double number(Staged value) {
        return switch (value) {
            case Staged.Int integer -> integer.value();
            case Staged.Real real -> real.value();
            default -> throw new IllegalStateException("no number: " + value.described());
        };
    }

    static Staged finite(double value, Position position) {
        if (!Double.isFinite(value)) {
            throw new EvaluationFailure(position, "the value is %s, expected a finite number", value);
        }
        return new Staged.Real(value);
    }

    private static boolean equal(Staged left, Staged right, Position position) {
        if (Staged.isNumber(left) && Staged.isNumber(right)) {
            return left instanceof Staged.Int a && right instanceof Staged.Int b
                    ? a.value() == b.value()
                    : number(left) == number(right);
        }
        boolean comparable = left instanceof Staged.Text && right instanceof Staged.Text
                || left instanceof Staged.Flag && right instanceof Staged.Flag;
        if (!comparable) {
            throw new EvaluationFailure(
                    position,
                    "%s compared with %s, expected two numbers, strings or booleans",
                    left.described(),
                    right.described());
        }
        return left.equals(right);
    }

    private static Staged integers(String operator, long a, long b, Position position) {
        if (b == 0 && (operator.equals("/") || operator.equals("%"))) {
            throw new EvaluationFailure(position, "division of %d by zero", a);
        }
        try {
            return switch (operator) {
                case "+" -> new Staged.Int(Math.addExact(a, b));
                case "-" -> new Staged.Int(Math.subtractExact(a, b));
                case "*" -> new Staged.Int(Math.multiplyExact(a, b));
                case "/" -> new Staged.Int(Math.floorDivExact(a, b));
                case "%" -> new Staged.Int(Math.floorMod(a, b));
                default -> new Staged.Flag(holds(operator, Long.compare(a, b)));
            };
        } catch (ArithmeticException e) {
            throw new EvaluationFailure(position, "%d %s %d exceeds 64 bits", a, operator, b);
        }
    }

    private static Staged reals(String operator, double a, double b, Position position) {
        return switch (operator) {
            case "+" -> finite(a + b, position);
            case "-" -> finite(a - b, position);
            case "*" -> finite(a * b, position);
            case "/" -> finite(a / b, position);
            case "%" -> finite(a - Math.floor(a / b) * b, position);
            default -> new Staged.Flag(holds(operator, Double.compare(a, b)));
        };
    }

    private static boolean holds(String operator, int comparison) {
        return switch (operator) {
            case "<" -> comparison < 0;
            case "<=" -> comparison <= 0;
            case ">" -> comparison > 0;
            case ">=" -> comparison >= 0;
            default -> throw new IllegalStateException("no operator '" + operator + "'");
        };
    }
}
