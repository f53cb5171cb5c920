// SPDX-License-Identifier: Apache-2.0

/// Runs the `ashlar` script as a person would, and looks at what it prints and how it ends.
package dev.ashlar.tests.launcher;
