// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.TensorInfo;

/// Hears how the quantization of a file goes on; all calls come from the thread that asked for it.
public interface QuantizationListener {
    /// Hears nothing.
    QuantizationListener NONE = new QuantizationListener() {};

    /// A tensor is about to be written.
    ///
    /// @param index 0 for the first
    /// @param count how many tensors there are
    /// @param source the tensor
    /// @param target the format that it gets
    default void tensor(int index, int count, TensorInfo source, Format target) {}

    /// More elements are written.
    ///
    /// @param done elements written so far
    /// @param total elements of the whole model
    default void progress(long done, long total) {}

    /// Something that the user should know: a tensor could not get the format that was wanted, or was quantized before.
    ///
    /// @param line one line
    default void note(String line) {}
}
