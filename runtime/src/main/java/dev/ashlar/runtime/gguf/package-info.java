// SPDX-License-Identifier: Apache-2.0

/// GGUF files: one reader that maps a file and trusts nothing in it, and one writer.
///
/// May import format, memory and tensor. The bytes of a file are never relaid out here. Start at
/// [dev.ashlar.runtime.gguf.GgufFile].
package dev.ashlar.runtime.gguf;
