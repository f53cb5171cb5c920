// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import dev.ashlar.runtime.format.Format;
import java.util.Arrays;

/// What a GGUF file says about one tensor.
///
/// @param name its name
/// @param format the encoding of its elements
/// @param shape its dimensions, outermost first: a weight is `[out, in]`, and the last one is contiguous in memory
/// @param offsetBytes where its bytes begin, from the beginning of the file that holds it
/// @param sizeBytes how many bytes it has
public record TensorInfo(String name, Format format, long[] shape, long offsetBytes, long sizeBytes) {
    /// Copies the shape.
    public TensorInfo {
        shape = shape.clone();
    }

    @Override
    public long[] shape() {
        return shape.clone();
    }

    /// Returns the number of elements.
    ///
    /// @return the product of the shape
    public long elementCount() {
        long count = 1;
        for (long dim : shape) {
            count = Math.multiplyExact(count, dim);
        }
        return count;
    }

    /// Returns the number of elements that follow each other in one row.
    ///
    /// @return the last dimension, a multiple of the format's block
    public long rowElements() {
        return shape[shape.length - 1];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TensorInfo that
                && name.equals(that.name)
                && format == that.format
                && Arrays.equals(shape, that.shape)
                && offsetBytes == that.offsetBytes
                && sizeBytes == that.sizeBytes;
    }

    @Override
    public int hashCode() {
        return name.hashCode() ^ Long.hashCode(offsetBytes);
    }

    @Override
    public String toString() {
        return "%s: %s%s".formatted(name, format.spelling(), Arrays.toString(shape));
    }
}
