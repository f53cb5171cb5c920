// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ExpTest {
    @Test
    void expIsWithinTwoUlpOfTheRealFunction() {
        assertTrue(worst(Exp::exp, Math::exp, -87f, 88.7f) <= 2.0);
    }

    @Test
    void expHasItsLimits() {
        assertEquals(1f, Exp.exp(0f));
        assertEquals(Float.POSITIVE_INFINITY, Exp.exp(88.8f));
        assertEquals(Float.POSITIVE_INFINITY, Exp.exp(Float.POSITIVE_INFINITY));
        assertEquals(0f, Exp.exp(-104.5f));
        assertEquals(0f, Exp.exp(Float.NEGATIVE_INFINITY));
        assertTrue(Float.isNaN(Exp.exp(Float.NaN)));
        for (float x = -103.9f; x < -87f; x += 0.01f) {
            assertEquals(Math.exp(x), Exp.exp(x), 1.01 * Float.MIN_VALUE + 2e-7 * Math.exp(x));
        }
    }

    @Test
    void whatIsBuiltOnItStaysClose() {
        DoubleUnaryOperator sigmoid = x -> 1 / (1 + Math.exp(-x));
        assertTrue(worst(Exp::sigmoid, sigmoid, -80f, 80f) <= 3.0);
        assertTrue(worst(Exp::silu, x -> x * sigmoid.applyAsDouble(x), -80f, 80f) <= 3.0);
        assertTrue(worst(Exp::tanh, Math::tanh, -20f, 20f) <= 3.0);
        assertEquals(-0f, Exp.silu(-200f));
        assertEquals(200f, Exp.gelu(200f));
        assertEquals(-0f, Exp.gelu(-200f));
        for (float x = -8f; x < 8f; x += 0.001f) {
            double u = Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x);
            assertEquals(0.5 * x * (1 + Math.tanh(u)), Exp.gelu(x), 1e-6 * Math.abs(x));
        }
    }

    @Test
    void sineAndCosineHoldForLargePositions() {
        for (double x = -1e6; x < 1e6; x += 617.317) {
            assertEquals(StrictMath.sin(x), Trig.sin(x), 2e-14);
            assertEquals(StrictMath.cos(x), Trig.cos(x), 2e-14);
        }
    }

    private static double worst(FloatFunction ours, DoubleUnaryOperator real, float from, float to) {
        double worst = 0;
        float step = (to - from) / 2_000_000;
        for (int i = 0; i < 2_000_000; i++) {
            float x = from + i * step;
            double expected = real.applyAsDouble(x);
            double error = Math.abs(ours.apply(x) - expected) / Math.ulp((float) expected);
            if (error > worst) {
                worst = error;
            }
        }
        return worst;
    }
}
