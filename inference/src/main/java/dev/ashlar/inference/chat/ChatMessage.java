// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.chat;

/// One turn of a conversation.
///
/// @param role who speaks
/// @param content what is said
public record ChatMessage(Role role, String content) {
    /// Who speaks.
    public enum Role {
        /// Whoever sets the task.
        SYSTEM,
        /// Whoever asks.
        USER,
        /// The model.
        ASSISTANT
    }
}
