// SPDX-License-Identifier: Apache-2.0

/// Runs the examples and checks what they compute.
package dev.ashlar.tests.examples;
