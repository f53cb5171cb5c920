// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.load;

import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.tensor.TensorView;

/// The tensors of a GGUF file with their axes named one way or the other, over one parser.
///
/// The reader of old reversed the dimensions of a file, the streaming one did not; here the caller says it.
///
/// @param file the open file; closed by whoever opened it
/// @param orientation how the axes are named
public record GgufReader(GgufFile file, WeightShapeOrientation orientation) {
    /// Returns the reader of old: dimensions reversed, a weight is `[out, in]`.
    ///
    /// @param file the open file
    /// @return a reader
    public static GgufReader legacy(GgufFile file) {
        return new GgufReader(file, WeightShapeOrientation.OUT_IN);
    }

    /// Returns a tensor of the mapped file.
    ///
    /// @param name of the tensor
    /// @return a read-only view, valid until the file is closed
    public TensorView tensor(String name) {
        return orient(file.tensor(name), orientation);
    }

    /// Returns the sizes of a tensor.
    ///
    /// @param name of the tensor
    /// @return elements, in the order of the orientation
    public long[] shape(String name) {
        return tensor(name).shape();
    }

    /// Names the axes of a view that is outermost first.
    static TensorView orient(TensorView view, WeightShapeOrientation orientation) {
        return switch (orientation) {
            case OUT_IN -> view;
            case AS_STORED -> {
                TensorView turned = view;
                for (int axis = 0; axis < view.rank() / 2; axis++) {
                    turned = turned.transpose(axis, view.rank() - 1 - axis);
                }
                yield turned;
            }
        };
    }
}
