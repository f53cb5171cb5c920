// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

/// A kernel that was not taken.
///
/// @param kernel its name
/// @param reason why
public record Rejected(String kernel, String reason) {}
