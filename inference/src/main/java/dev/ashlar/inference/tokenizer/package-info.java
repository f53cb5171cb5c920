// SPDX-License-Identifier: Apache-2.0

/// Text to token ids and back, as the vocabulary of a GGUF file says.
///
/// May import the GGUF package of the runtime. Start at [dev.ashlar.inference.tokenizer.Tokenizer].
package dev.ashlar.inference.tokenizer;
