// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.nativecode;

/// Which of the two forms of a native kernel runs; both give the same bits.
public enum CodePath {
    /// AVX2 and FMA where the processor has them.
    BEST,
    /// Plain C, on any processor.
    PORTABLE
}
