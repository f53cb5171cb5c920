// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.kernel;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.Collections;
import java.util.List;

/// The type of an operand or result as a kernel is bound to it.
///
/// @param format the element format
/// @param layout the layout class
/// @param dims logical sizes in elements, outermost first; [#DYNAMIC] where the size is known only at a call
public record OperandType(Format format, LayoutClass layout, List<Long> dims) {
    /// Stands for a size that is bound at every call.
    public static final long DYNAMIC = -1;

    /// Copies the dims.
    public OperandType {
        dims = List.copyOf(dims);
    }

    /// Returns the size of one axis.
    ///
    /// @param axis 0 is the outermost, -1 the innermost
    /// @return elements, or [#DYNAMIC]
    public long dim(int axis) {
        return dims.get(axis < 0 ? dims.size() + axis : axis);
    }

    /// Returns the number of axes.
    ///
    /// @return 0 for a scalar
    public int rank() {
        return dims.size();
    }

    /// Returns the type that leaves every size to the call.
    ///
    /// @return of the same format, layout and rank
    public OperandType ofAnySize() {
        return new OperandType(format, layout, Collections.nCopies(rank(), DYNAMIC));
    }

    /// Returns the format and layout alone.
    ///
    /// @return the key
    public OperandKey key() {
        return new OperandKey(format, layout);
    }
}
