// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.load;

/// Where the bytes of a delivered weight are.
public enum WeightResidency {
    /// In a Java array: at most 2 GiB, freed by the garbage collector.
    HEAP,
    /// In memory of the loader's scope.
    OFF_HEAP,
    /// In the mapped file, until it is closed; such a weight is as it is stored.
    MAPPED
}
