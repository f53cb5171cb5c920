// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import dev.ashlar.runtime.format.Format;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/// Weights for tests: three blocks wide, `out` different from the blocks of a row.
final class Fixtures {
    private Fixtures() {}

    /// A row-major weight of random bytes, whose blocks differ.
    static TensorView weight(Format format, long... shape) {
        return fill(format, new Random(42), shape);
    }

    static TensorView fill(Format format, RandomGenerator random, long... shape) {
        Layout layout = Layout.rowMajor(format.blockElements(), shape);
        byte[] bytes = new byte[Math.toIntExact(layout.slotCount() * format.blockBytes())];
        random.nextBytes(bytes);
        return new TensorView(format, layout, MemorySegment.ofArray(bytes));
    }

    /// The whole grid classes that a weight of this format can have.
    static List<LayoutClass> classes(Format format) {
        List<LayoutClass> classes = new ArrayList<>();
        classes.add(Relayout.layoutClass(BlockOrder.ROW_MAJOR, format));
        for (LayoutClass layout : LayoutClass.values()) {
            if (layout.isInputMajor()) {
                classes.add(layout);
            }
        }
        return classes;
    }
}
