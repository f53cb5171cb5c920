// SPDX-License-Identifier: Apache-2.0

/// Kernels that use the Vector API: SIMD lanes are output rows of a weight whose rows are interleaved by 32.
///
/// The only package that imports `jdk.incubator.vector`. Its classes load only when a kernel is made, so the list of
/// them can be read on a JVM without that module. Start at [dev.ashlar.kernels.vector.LinearQ8OneToken].
package dev.ashlar.kernels.vector;
