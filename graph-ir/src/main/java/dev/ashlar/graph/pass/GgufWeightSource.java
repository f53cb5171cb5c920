// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.TensorInfo;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The weights and the metadata of a GGUF file.
///
/// @param file open as long as the source is asked
public record GgufWeightSource(GgufFile file) implements WeightSource {
    @Override
    public Optional<TensorType> find(String name) {
        return file.find(name).map(tensor -> TensorType.stored(tensor.format(), tensor.shape()));
    }

    @Override
    public Optional<Object> meta(String key) {
        return file.metadata().raw(key);
    }

    @Override
    public Collection<String> names() {
        return file.tensors().stream().map(TensorInfo::name).toList();
    }

    @Override
    public Collection<String> keys() {
        return List.copyOf(file.metadata().keys());
    }
}
