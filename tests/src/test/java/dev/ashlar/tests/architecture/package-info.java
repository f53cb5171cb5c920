// SPDX-License-Identifier: Apache-2.0

/// Holds the rules that no compiler checks: who may depend on whom, and what no source file may lack.
package dev.ashlar.tests.architecture;
