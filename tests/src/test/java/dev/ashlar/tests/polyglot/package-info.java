// SPDX-License-Identifier: Apache-2.0

/// Ashlar seen from other languages through the polyglot API, and what the compiler makes of it.
package dev.ashlar.tests.polyglot;
