// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.load;

/// In which order the blocks of a packed weight are delivered.
public enum WeightOrder {
    /// As the file holds them, row-major.
    AS_STORED,
    /// As packed matrix kernels read them, input-block-major. Vectors and dense tensors have one order only.
    KERNEL_FEED
}
