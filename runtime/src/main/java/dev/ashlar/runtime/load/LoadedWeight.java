// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.load;

import dev.ashlar.runtime.tensor.TensorView;

/// A weight as it is delivered.
///
/// @param name of the tensor
/// @param view the tensor, in the form that was asked for
/// @param progress how far the load is with it
public record LoadedWeight(String name, TensorView view, Progress progress) {
    /// How far a load is.
    ///
    /// @param tensors delivered, this one included
    /// @param allTensors that are to be delivered
    /// @param bytes of the file that were delivered, in its encoding
    /// @param allBytes of the file that are to be delivered
    public record Progress(int tensors, int allTensors, long bytes, long allBytes) {}
}
