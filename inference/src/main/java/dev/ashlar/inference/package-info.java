// SPDX-License-Identifier: Apache-2.0

/// Language models in GGUF files: load, talk, stop.
///
/// May import the runtime and the polyglot API; the language itself is reached through the latter only. Start at
/// [dev.ashlar.inference.Model].
package dev.ashlar.inference;
