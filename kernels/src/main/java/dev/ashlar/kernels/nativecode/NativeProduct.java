// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.nativecode;

import dev.ashlar.kernels.common.Descriptors;
import dev.ashlar.kernels.common.WeightGrid;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/// A matrix product that the library computes. The ordinal is the number of its kernel in the tables of `entry.c`.
public enum NativeProduct {
    /// Q4_0 with int8 activations.
    Q4_0_Q8(Format.Q8_0, Format.Q4_0, 12),
    /// Q8_0 with int8 activations.
    Q8_0_Q8(Format.Q8_0, Format.Q8_0, 12),
    /// Q4_K with int8 activations.
    Q4_K_Q8(Format.Q8_K, Format.Q4_K, 25),
    /// Q6_K with int8 activations.
    Q6_K_Q8(Format.Q8_K, Format.Q6_K, 18),
    /// Q4_0 decoded.
    Q4_0_EXACT(Format.F32, Format.Q4_0, 8),
    /// Q8_0 decoded.
    Q8_0_EXACT(Format.F32, Format.Q8_0, 9),
    /// Q4_K decoded.
    Q4_K_EXACT(Format.F32, Format.Q4_K, 6),
    /// Q6_K decoded.
    Q6_K_EXACT(Format.F32, Format.Q6_K, 7),
    /// F32 as it is.
    F32_EXACT(Format.F32, Format.F32, 8);

    private final Format activations;
    private final Format weight;
    private final double unitsPerNanosecond;

    NativeProduct(Format activations, Format weight, double unitsPerNanosecond) {
        this.activations = activations;
        this.weight = weight;
        this.unitsPerNanosecond = unitsPerNanosecond;
    }

    /// Tells whether the kernel decodes rows, into scratch memory.
    boolean isExact() {
        return activations == Format.F32;
    }

    /// As measured for one token on a 2.6 GHz Zen 4 core; elements gathered from column after column are slow.
    private double throughput(LayoutClass layout) {
        return this == F32_EXACT && layout.isInputMajor() ? 0.3 : unitsPerNanosecond;
    }

    /// Lists the kernels of a family: every product in the two layouts without a row tile.
    ///
    /// @param names of the family
    /// @param path which form of the native code they run
    /// @param function how the library is called, asked for when a kernel is made
    /// @return in order of preference
    public static List<KernelDescriptor> kernels(Descriptors names, CodePath path, Supplier<NativeFunction> function) {
        List<KernelDescriptor> all = new ArrayList<>();
        for (NativeProduct product : values()) {
            Arrays.stream(LayoutClass.values())
                    .filter(layout -> layout.rowTile() == 1 && WeightGrid.covers(product.weight, layout))
                    .forEach(layout -> all.add(names.linear(
                            product.activations,
                            product.weight,
                            layout,
                            product.throughput(layout),
                            signature -> new NativeLinear(signature, product, path, function.get()))));
        }
        return List.copyOf(all);
    }
}
