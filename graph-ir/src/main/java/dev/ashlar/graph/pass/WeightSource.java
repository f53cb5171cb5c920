// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import dev.ashlar.graph.ir.TensorType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a graph is built against: the types of the weights that there are, and the metadata.
public interface WeightSource {
    /// No weights are loaded: a weight whose script declares its type stands with that type, any other is an error.
    WeightSource NONE = of(Map.of(), Map.of());

    /// Returns the type of a weight.
    ///
    /// @param name as the file calls it
    /// @return shape `[out, in]`, layout as stored; empty if there is no such weight
    Optional<TensorType> find(String name);

    /// Returns a metadata value.
    ///
    /// @param key as the file calls it
    /// @return `Long`, `Double`, `String`, `Boolean` or a list of these; empty if there is none
    Optional<Object> meta(String key);

    /// Returns the names of all weights, to suggest one where a name is misspelt.
    ///
    /// @return in any order
    Collection<String> names();

    /// Returns the keys of all metadata, to suggest one where a key is misspelt.
    ///
    /// @return in any order
    Collection<String> keys();

    /// Makes a source of tables.
    ///
    /// @param weights type by name
    /// @param metadata value by key
    /// @return the source
    static WeightSource of(Map<String, TensorType> weights, Map<String, Object> metadata) {
        Map<String, TensorType> types = Map.copyOf(weights);
        Map<String, Object> values = Map.copyOf(metadata);
        return new WeightSource() {
            @Override
            public Optional<TensorType> find(String name) {
                return Optional.ofNullable(types.get(name));
            }

            @Override
            public Optional<Object> meta(String key) {
                return Optional.ofNullable(values.get(key));
            }

            @Override
            public Collection<String> names() {
                return List.copyOf(types.keySet());
            }

            @Override
            public Collection<String> keys() {
                return List.copyOf(values.keySet());
            }
        };
    }
}
