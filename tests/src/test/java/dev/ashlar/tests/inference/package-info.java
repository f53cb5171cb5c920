// SPDX-License-Identifier: Apache-2.0

/// Models end to end: the tokens and logits of llama.cpp, sessions, chats, streaming, cancellation.
///
/// Start at [dev.ashlar.tests.inference.GenerateConformanceTest].
package dev.ashlar.tests.inference;
