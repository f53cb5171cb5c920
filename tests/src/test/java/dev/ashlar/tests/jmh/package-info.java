// SPDX-License-Identifier: Apache-2.0

/// Benchmarks of kernels under C2; `./ashlar bench` measures them in partial evaluation.
package dev.ashlar.tests.jmh;
