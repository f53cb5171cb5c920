// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.load;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.GgufException;
import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.TensorInfo;
import dev.ashlar.runtime.packed.PackedWeights;
import dev.ashlar.runtime.quantize.Quantizers;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.Relayout;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/// Brings one tensor of a file into its form.
///
/// @param file the open file
/// @param scope owns the memory of weights that are off-heap
/// @param sink receives the adapter events of relayouts
record WeightDelivery(GgufFile file, Arena scope, TraceSink sink) {
    private static final long MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8;

    /// Returns why a tensor cannot have a form.
    ///
    /// @param expected its shape in the orientation of the form, empty if any will do
    static Optional<String> problem(TensorInfo info, WeightForm form, List<Long> expected) {
        Format target = format(info, form);
        String about = "tensor '%s' (%s): ".formatted(info.name(), info.format().spelling());
        if (target != info.format()) {
            if (Quantizers.create(info.format()).isEmpty() && info.format().isDense()) {
                return Optional.of(about + "is no weight to convert to " + target.spelling());
            }
            if (Quantizers.create(target).isEmpty()) {
                return Optional.of(about + "there is no quantizer for " + target.spelling());
            }
        }
        Optional<String> turned = turnedProblem(info, form, target);
        if (turned.isPresent()) {
            return turned.map(about::concat);
        }
        long bytes = Relayout.bytes(target, order(info, form, target), info.shape());
        if (form.residency() == WeightResidency.HEAP && bytes > MAX_ARRAY_BYTES) {
            return Optional.of(
                    about + "needs %d bytes, expected at most %d on the heap".formatted(bytes, MAX_ARRAY_BYTES));
        }
        return shapeProblem(info, form, expected);
    }

    /// Returns why rows do not fit the blocks of a format: they may be columns.
    private static Optional<String> turnedProblem(TensorInfo info, WeightForm form, Format target) {
        long[] shape = info.shape();
        try {
            if (shape.length > 1 && form.shape() == WeightShapeOrientation.OUT_IN) {
                PackedWeights.requireOutIn(shape[shape.length - 2], info.rowElements(), target);
            } else {
                PackedWeights.blocksPerRow(target, info.rowElements());
            }
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static Optional<String> shapeProblem(TensorInfo info, WeightForm form, List<Long> expected) {
        if (expected.isEmpty()) {
            return Optional.empty();
        }
        long[] found = info.shape();
        if (form.shape() == WeightShapeOrientation.AS_STORED) {
            for (int i = 0; i < found.length; i++) {
                found[i] = info.shape()[found.length - 1 - i];
            }
        }
        try {
            PackedWeights.requireShape(
                    info.name(),
                    found,
                    expected.stream().mapToLong(Long::longValue).toArray());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static Format format(TensorInfo info, WeightForm form) {
        return switch (form.encoding()) {
            case WeightEncoding.KeepAsStored() -> info.format();
            case WeightEncoding.DequantizeTo(Format format) -> format;
            case WeightEncoding.RequantizeTo(Format format) -> format;
        };
    }

    /// Returns the class of the delivered grid.
    private static LayoutClass order(TensorInfo info, WeightForm form, Format target) {
        if (form.order() == WeightOrder.KERNEL_FEED && !target.isDense() && info.shape().length > 1) {
            return LayoutClass.BLOCKED_INPUT_MAJOR;
        }
        return target.isDense() ? LayoutClass.CONTIGUOUS : LayoutClass.BLOCKED_ROW_MAJOR;
    }

    /// Delivers a tensor in a form that it can have.
    TensorView deliver(TensorInfo info, WeightForm form) {
        TensorView stored = file.tensor(info.name());
        if (form.residency() == WeightResidency.MAPPED) {
            return GgufReader.orient(stored, form.shape());
        }
        try (Arena work = Arena.ofConfined()) {
            Format target = format(info, form);
            TensorView view = target == info.format() ? stored : converted(info, stored, target, work);
            LayoutClass order = order(info, form, target);
            if (order == LayoutClass.BLOCKED_INPUT_MAJOR) {
                boolean stays = form.residency() == WeightResidency.OFF_HEAP;
                TensorView packed = view.prepack(order, stays ? scope : work, sink, info.name());
                if (stays && packed != view) {
                    // The copy is the weight; kernel order is [out, in] by the rules of a form.
                    return packed;
                }
                view = packed;
            }
            MemorySegment bytes = view.storage().asSlice(0, view.byteSize());
            MemorySegment copy = form.residency() == WeightResidency.HEAP
                    ? MemorySegment.ofArray(new byte[Math.toIntExact(bytes.byteSize())])
                    : scope.allocate(bytes.byteSize(), 64);
            return GgufReader.orient(new TensorView(target, view.layout(), copy.copyFrom(bytes)), form.shape());
        }
    }

    private TensorView converted(TensorInfo info, TensorView stored, Format target, Arena work) {
        try {
            return Quantizers.quantize(stored, target, work);
        } catch (IllegalArgumentException e) {
            throw GgufException.unusableTensor(file.path(), info.name(), e.getMessage());
        }
    }
}
