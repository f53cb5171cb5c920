// SPDX-License-Identifier: Apache-2.0

/// Benchmarks of kernels and layouts under C2, started by `tests/jmh/run`; `./ashlar bench` measures in partial
/// evaluation.
package dev.ashlar.tests.jmh;
