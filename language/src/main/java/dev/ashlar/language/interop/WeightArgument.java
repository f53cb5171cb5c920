// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.interop;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import dev.ashlar.language.node.AshlarException;
import dev.ashlar.language.node.MemoryPool;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.Layout;
import dev.ashlar.runtime.tensor.TensorView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/// A value of any language as a weight: an array, a buffer, a tensor, or a mapping `{data, shape, dtype}` that gives a
/// buffer a shape, and bytes a format.
public final class WeightArgument {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
    private static final Set<String> KEYS = Set.of("data", "shape", "dtype");

    private WeightArgument() {}

    /// Copies a weight off-heap: a tensor in its own format, everything else as `f32` unless a `dtype` says otherwise.
    /// A buffer without a shape becomes a vector.
    ///
    /// @param host the context
    /// @param name of the weight
    /// @param value an array, a buffer, a tensor or a mapping
    /// @param scope owns the copy
    /// @return the weight in row-major order
    public static TensorView copy(Host host, String name, Object value, Arena scope) {
        if (isDescription(value)) {
            Map<String, Object> parts = Mapping.read(value);
            if (!KEYS.containsAll(parts.keySet()) || !parts.containsKey("data")) {
                throw new AshlarException("weight '%s': found a mapping of %s, expected one of data, shape and dtype"
                        .formatted(name, parts.keySet()));
            }
            Argument argument = Argument.of(host, "weight '" + name + "'", parts.get("data"));
            Format format = parts.containsKey("dtype") ? format(name, parts.get("dtype")) : argument.naturalFormat();
            int[] shape = parts.containsKey("shape") ? shape(name, parts.get("shape")) : shape(argument, format);
            return copy(name, argument, format, shape, scope);
        }
        Argument argument = Argument.of(host, "weight '" + name + "'", value);
        Format format = argument.naturalFormat();
        return copy(name, argument, format, shape(argument, format), scope);
    }

    private static boolean isDescription(Object value) {
        return !(value instanceof TensorValue)
                && !INTEROP.hasArrayElements(value)
                && !INTEROP.hasBufferElements(value)
                && !INTEROP.isNumber(value)
                && Mapping.is(value);
    }

    private static int[] shape(Argument argument, Format format) {
        return argument.isFlat() ? new int[] {Math.toIntExact(argument.elements(format))} : argument.shape();
    }

    private static TensorView copy(String name, Argument argument, Format format, int[] shape, Arena scope) {
        if (shape.length == 0 || shape.length > Layout.MAX_RANK) {
            throw new AshlarException(
                    "weight '%s': found %d axes, expected 1 to %d".formatted(name, shape.length, Layout.MAX_RANK));
        }
        long[] sizes = Arrays.stream(shape).asLongStream().toArray();
        long elements = Arrays.stream(sizes).reduce(1, Math::multiplyExact);
        if (elements == 0 || sizes[sizes.length - 1] % format.blockElements() != 0) {
            throw new AshlarException("weight '%s': found shape %s, expected rows of a multiple of %d elements (%s)"
                    .formatted(name, Arrays.toString(shape), format.blockElements(), format.spelling()));
        }
        boolean fits =
                argument.isFlat() ? argument.elements(format) == elements : Arrays.equals(argument.shape(), shape);
        if (!fits) {
            throw new AshlarException("weight '%s': found %s, expected shape %s"
                    .formatted(
                            name,
                            argument.isFlat()
                                    ? argument.elements(format) + " elements"
                                    : "shape " + Arrays.toString(argument.shape()),
                            Arrays.toString(shape)));
        }
        MemorySegment memory = scope.allocate(format.bytesOf(elements), MemoryPool.ALIGNMENT);
        argument.store(memory.address(), format, shape);
        return TensorView.of(format, memory, sizes);
    }

    private static Format format(String name, Object value) {
        try {
            String spelling = INTEROP.asString(value);
            return Format.ofSpelling(spelling)
                    .orElseThrow(() -> new AshlarException(
                            "weight '%s': dtype is '%s', expected f32, q8_0 or the like".formatted(name, spelling)));
        } catch (InteropException e) {
            throw new AshlarException("weight '%s': dtype is no text".formatted(name));
        }
    }

    private static int[] shape(String name, Object value) {
        try {
            int[] shape = new int[Math.toIntExact(INTEROP.getArraySize(value))];
            for (int axis = 0; axis < shape.length; axis++) {
                shape[axis] = INTEROP.asInt(INTEROP.readArrayElement(value, axis));
                if (shape[axis] < 1) {
                    throw new AshlarException("weight '%s': shape has a size of %d".formatted(name, shape[axis]));
                }
            }
            return shape;
        } catch (InteropException | ArithmeticException e) {
            throw new AshlarException("weight '%s': shape is no array of sizes".formatted(name));
        }
    }
}
