// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.kernel;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// An immutable set of kernels with lookup by key and by name.
public final class KernelRegistry {
    private final Map<String, KernelDescriptor> byName = new LinkedHashMap<>();
    private final Map<KernelKey, List<KernelDescriptor>> byKey = new HashMap<>();
    private final Map<String, List<KernelDescriptor>> byOp = new HashMap<>();
    private final Map<KernelDescriptor, String> unavailable = new LinkedHashMap<>();

    /// Makes a registry of the kernels whose requirement is met.
    ///
    /// @param descriptors in order of preference where nothing else decides
    /// @param met the requirements that this JVM and machine meet; [Requirement#NONE] is always met
    /// @throws IllegalArgumentException if two kernels have the same name
    public KernelRegistry(Collection<KernelDescriptor> descriptors, Set<Requirement> met) {
        this(descriptors, met, Map.of());
    }

    /// Makes a registry of the kernels whose requirement is met, and explains the others.
    ///
    /// @param descriptors in order of preference where nothing else decides
    /// @param met the requirements that this JVM and machine meet; [Requirement#NONE] is always met
    /// @param refusals why other requirements are not met, where there is more to say than what they are
    /// @throws IllegalArgumentException if two kernels have the same name
    public KernelRegistry(
            Collection<KernelDescriptor> descriptors, Set<Requirement> met, Map<Requirement, String> refusals) {
        Set<String> names = new HashSet<>();
        for (KernelDescriptor descriptor : descriptors) {
            if (!names.add(descriptor.name())) {
                throw new IllegalArgumentException("kernel '%s' is registered twice".formatted(descriptor.name()));
            }
            if (descriptor.requirement() != Requirement.NONE && !met.contains(descriptor.requirement())) {
                String refusal = refusals.containsKey(descriptor.requirement())
                        ? ": " + refusals.get(descriptor.requirement())
                        : "";
                unavailable.put(descriptor, "needs " + descriptor.requirement().description() + refusal);
                continue;
            }
            byName.put(descriptor.name(), descriptor);
            byKey.computeIfAbsent(descriptor.key(), key -> new ArrayList<>()).add(descriptor);
            byOp.computeIfAbsent(descriptor.key().op(), op -> new ArrayList<>()).add(descriptor);
        }
    }

    /// Returns the kernels of a key.
    ///
    /// @param key exact
    /// @return in order of preference; empty if there are none
    public List<KernelDescriptor> find(KernelKey key) {
        return List.copyOf(byKey.getOrDefault(key, List.of()));
    }

    /// Returns the kernel of a name.
    ///
    /// @param name as [KernelDescriptor#name]
    /// @return empty if there is none here
    public Optional<KernelDescriptor> byName(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /// Returns all kernels of an operation, whatever their operands.
    ///
    /// @param op name of the operation
    /// @return in order of preference
    public List<KernelDescriptor> ofOp(String op) {
        return List.copyOf(byOp.getOrDefault(op, List.of()));
    }

    /// Returns all kernels.
    ///
    /// @return in order of preference
    public List<KernelDescriptor> all() {
        return List.copyOf(byName.values());
    }

    /// Returns the kernels that were left out, with the reason.
    ///
    /// @return reason by kernel name, in order of preference
    public Map<String, String> unavailable() {
        Map<String, String> reasons = new LinkedHashMap<>();
        unavailable.forEach((kernel, reason) -> reasons.put(kernel.name(), reason));
        return Collections.unmodifiableMap(reasons);
    }

    /// Returns the kernels of an operation that were left out, with the reason.
    ///
    /// @param op name of the operation
    /// @return reason by kernel, in order of preference
    public Map<KernelDescriptor, String> unavailable(String op) {
        Map<KernelDescriptor, String> reasons = new LinkedHashMap<>(unavailable);
        reasons.keySet().removeIf(kernel -> !kernel.key().op().equals(op));
        return Collections.unmodifiableMap(reasons);
    }
}
