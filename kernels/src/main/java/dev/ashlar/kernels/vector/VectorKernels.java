// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

import dev.ashlar.kernels.common.Descriptors;
import dev.ashlar.kernels.scalar.Attention;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.KernelDescriptor;
import dev.ashlar.runtime.kernel.Requirement;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.List;

/// Lists the vector kernels. Reading the list loads no class of the Vector API.
public final class VectorKernels {
    private static final Descriptors NAMES = new Descriptors("vector", Requirement.VECTOR_API);
    private static final LayoutClass TILED = LayoutClass.BLOCKED_INPUT_MAJOR_X32;

    private VectorKernels() {}

    /// Returns all vector kernels.
    ///
    /// @return in order of preference
    public static List<KernelDescriptor> all() {
        List<KernelDescriptor> all = new ArrayList<>();
        all.add(NAMES.linear(
                Format.Q8_0, Format.Q4_0, TILED, 46, signature -> new LinearQ8Tiled(signature, new Q4_0Tile())));
        all.add(NAMES.linear(
                Format.Q8_0, Format.Q8_0, TILED, 25, signature -> new LinearQ8Tiled(signature, new Q8_0Tile())));
        all.add(NAMES.linear(
                Format.Q8_K, Format.Q4_K, TILED, 30, signature -> new LinearQ8Tiled(signature, new Q4_KTile())));
        all.add(NAMES.linear(
                Format.Q8_K, Format.Q6_K, TILED, 20, signature -> new LinearQ8Tiled(signature, new Q6_KTile())));
        all.add(attention("attention", Format.F32, Format.F32, Format.F32));
        all.add(attention("attention.f32", cached(Format.F32)));
        all.add(attention("attention.f16", cached(Format.F16)));
        return all;
    }

    private static Format[] cached(Format cache) {
        return new Format[] {Format.F32, Format.F32, Format.F32, cache, cache, Format.I32};
    }

    private static KernelDescriptor attention(String name, Format... operands) {
        return NAMES.dense(
                name,
                signature -> VectorAttentionLoops.refusal(signature),
                5,
                signature -> new Attention(signature, new VectorAttentionLoops()),
                operands);
    }
}
