// SPDX-License-Identifier: Apache-2.0

/// How a conversation is spelled for a model.
///
/// May import the tokenizer. Start at [dev.ashlar.inference.chat.ChatTemplate].
package dev.ashlar.inference.chat;
