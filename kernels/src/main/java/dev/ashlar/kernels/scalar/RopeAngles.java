// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.memory.Memory;

/// What `rope` rotates, and how far: pairs of every head by `(pos + t) * base^(-2i / dims) / factor[i]`, the
/// angle in float64, its sine and cosine rounded to f32.
public final class RopeAngles {
    private final int headSize;
    private final int dims;
    private final boolean neox;
    private final boolean factors;
    private final double[] frequencies;

    /// Takes what is constant from a signature.
    ///
    /// @param signature of `rope`
    public RopeAngles(Signature signature) {
        Attributes attributes = signature.attributes();
        headSize = Math.toIntExact(attributes.integer("head_dim"));
        dims = attributes.has("dims") ? Math.toIntExact(attributes.integer("dims")) : headSize;
        neox = attributes.has("mode") && attributes.text("mode").equals("neox");
        factors = signature.operands().size() == 3;
        double base = attributes.has("base") ? attributes.number("base") : 10000.0;
        frequencies = new double[dims / 2];
        for (int i = 0; i < frequencies.length; i++) {
            frequencies[i] = StrictMath.pow(base, -2.0 * i / dims);
        }
    }

    /// Returns the size of a head.
    ///
    /// @return elements
    public int headSize() {
        return headSize;
    }

    /// Returns how much of a head is rotated; the rest is copied.
    ///
    /// @return elements, even
    public int dims() {
        return dims;
    }

    /// Tells which elements are a pair.
    ///
    /// @return true where `i` and `i + dims / 2` are, false where `2i` and `2i + 1` are
    public boolean isNeox() {
        return neox;
    }

    /// Returns an angle.
    ///
    /// @param call  where the position and the factors are
    /// @param row   from 0
    /// @param pair  from 0
    /// @return radians
    public double angle(KernelCall call, int row, int pair) {
        double frequency = frequencies[pair];
        if (factors) {
            frequency /= Memory.f32(call.address(2) + 4L * pair);
        }
        return ((double) Memory.i32(call.address(1)) + row) * frequency;
    }
}
