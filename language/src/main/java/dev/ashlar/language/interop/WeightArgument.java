// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import dev.ashlar.language.node.AshlarException;
import dev.ashlar.language.node.MemoryPool;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.Layout;
import dev.ashlar.runtime.tensor.TensorView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A value of any language as a weight.
public final class WeightArgument {
    private WeightArgument() {}

    /// Copies a weight off-heap: a tensor in its own format, everything else as `f32`. A buffer without a shape becomes
    /// a vector.
    ///
    /// @param host the context
    /// @param name of the weight
    /// @param value an array, a buffer or a tensor
    /// @param scope owns the copy
    /// @return the weight in row-major order
    public static TensorView copy(Host host, String name, Object value, Arena scope) {
        Argument argument = Argument.of(host, "weight '" + name + "'", value);
        Format format = argument.naturalFormat();
        int[] shape = argument.isFlat() ? new int[] {Math.toIntExact(argument.elements(format))} : argument.shape();
        if (shape.length == 0 || shape.length > Layout.MAX_RANK) {
            throw new AshlarException(
                    "weight '%s': found %d axes, expected 1 to %d".formatted(name, shape.length, Layout.MAX_RANK));
        }
        long[] sizes = Arrays.stream(shape).asLongStream().toArray();
        long elements = Arrays.stream(sizes).reduce(1, Math::multiplyExact);
        MemorySegment memory = scope.allocate(format.bytesOf(elements), MemoryPool.ALIGNMENT);
        argument.store(memory.address(), format, shape);
        return TensorView.of(format, memory, sizes);
    }
}
