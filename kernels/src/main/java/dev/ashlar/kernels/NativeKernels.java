// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

/// Whether a registry offers the kernels in C.
public enum NativeKernels {
    /// The registry does not know them, and no library is loaded.
    OMITTED,
    /// The registry has them, or names why they are unavailable.
    INCLUDED
}
