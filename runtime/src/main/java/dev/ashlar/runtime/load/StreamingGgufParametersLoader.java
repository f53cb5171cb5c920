// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.load;

import dev.ashlar.runtime.gguf.GgufException;
import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.TensorInfo;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Delivers the tensors of a GGUF file one after the other, each in the form that is asked for it.
///
/// The form of a tensor is the one given for its name, otherwise the one given for all, otherwise
/// [WeightForm#AS_STORED]. All that cannot be delivered is listed before anything is: what the header of the
/// file and the forms tell. What only the data tells, a value that a format asked for cannot hold, ends the load
/// when its tensor is converted; to find it earlier would mean to decode the file twice. Only one tensor at a time
/// is held beside what was delivered, so that the memory of a load is that of its residency.
///
/// @param file the open file; closed by whoever opened it, not before mapped weights are out of use
/// @param form of all tensors that have none of their own
/// @param forms by name of the tensor
/// @param shapes that the user of a tensor expects, in its form's orientation, by its name
public record StreamingGgufParametersLoader(
        GgufFile file, WeightForm form, Map<String, WeightForm> forms, Map<String, List<Long>> shapes) {
    /// Copies the forms and shapes.
    public StreamingGgufParametersLoader {
        forms = Map.copyOf(forms);
        shapes = Map.copyOf(shapes);
    }

    /// Makes a loader that delivers what is stored.
    ///
    /// @param file the open file
    public StreamingGgufParametersLoader(GgufFile file) {
        this(file, WeightForm.AS_STORED);
    }

    /// Makes a loader with one form for all tensors.
    ///
    /// @param file the open file
    /// @param form of all tensors
    public StreamingGgufParametersLoader(GgufFile file, WeightForm form) {
        this(file, form, Map.of(), Map.of());
    }

    /// Delivers all tensors, in the order of the file.
    ///
    /// @param scope owns the memory of weights that are off-heap
    /// @param sink receives the adapter events of relayouts
    /// @param consumer takes each weight as soon as it is ready
    /// @throws GgufException if any tensor cannot be delivered in its form, and nothing was; or if a value
    ///     cannot be converted, and the tensors before it were delivered
    public void load(Arena scope, TraceSink sink, Consumer<LoadedWeight> consumer) {
        check();
        WeightDelivery delivery = new WeightDelivery(file, scope, sink);
        List<TensorInfo> tensors = file.tensors();
        long all = tensors.stream().mapToLong(TensorInfo::sizeBytes).sum();
        long bytes = 0;
        for (int i = 0; i < tensors.size(); i++) {
            TensorInfo info = tensors.get(i);
            bytes += info.sizeBytes();
            var progress = new LoadedWeight.Progress(i + 1, tensors.size(), bytes, all);
            consumer.accept(new LoadedWeight(info.name(), delivery.deliver(info, formOf(info.name())), progress));
        }
    }

    private WeightForm formOf(String name) {
        return forms.getOrDefault(name, form);
    }

    private void check() {
        List<String> problems = new ArrayList<>();
        for (String name : forms.keySet()) {
            requireKnown(name, "form", problems);
        }
        for (String name : shapes.keySet()) {
            requireKnown(name, "shape", problems);
        }
        for (TensorInfo info : file.tensors()) {
            WeightDelivery.problem(info, formOf(info.name()), shapes.getOrDefault(info.name(), List.of()))
                    .ifPresent(problems::add);
        }
        if (!problems.isEmpty()) {
            throw GgufException.unusable(
                    file.path(),
                    "%d tensors cannot be loaded as asked: %s".formatted(problems.size(), String.join("; ", problems)));
        }
    }

    private void requireKnown(String name, String what, List<String> problems) {
        if (file.find(name).isEmpty()) {
            problems.add("tensor '%s' has a %s but is not in the file".formatted(name, what));
        }
    }
}
