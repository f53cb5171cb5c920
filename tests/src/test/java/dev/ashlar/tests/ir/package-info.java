// SPDX-License-Identifier: Apache-2.0

/// Compiles scripts against the kernels that really are there.
package dev.ashlar.tests.ir;
