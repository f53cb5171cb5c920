// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import dev.ashlar.inference.chat.ChatMessage;
import dev.ashlar.inference.chat.ChatTemplate;
import dev.ashlar.inference.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A conversation with a model; what was said before is evaluated only once.
///
/// ```java
/// Chat chat = model.chat();
/// chat.system("You tell short stories for children.");
/// Generation answer = chat.say("Tell me a story about a lighthouse.", GenerateOptions.DEFAULT, listener);
/// ```
///
/// Used by one thread at a time.
public final class Chat {
    private final Tokenizer tokenizer;
    private final ChatTemplate template;
    private final Session session;
    private final List<ChatMessage> messages = new ArrayList<>();

    Chat(Tokenizer tokenizer, ChatTemplate template, Session session) {
        this.tokenizer = tokenizer;
        this.template = template;
        this.session = session;
    }

    /// Returns what was said so far.
    ///
    /// @return a copy
    public List<ChatMessage> messages() {
        return List.copyOf(messages);
    }

    /// Sets the task.
    ///
    /// @param content what the model is told
    public void system(String content) {
        messages.add(new ChatMessage(ChatMessage.Role.SYSTEM, content));
    }

    /// Says something and lets the model answer.
    ///
    /// @param content what the user says
    /// @param options how the answer is generated
    /// @param listener is told every token of the answer
    /// @return the answer, which is part of the conversation now, even when it was stopped
    /// @throws ModelException when the conversation does not fit into the context; it is as before then
    public Generation say(String content, GenerateOptions options, TokenListener listener) {
        List<ChatMessage> asked = new ArrayList<>(messages);
        asked.add(new ChatMessage(ChatMessage.Role.USER, content));
        int[] all = template.encode(tokenizer, asked);
        int kept = session.rewindToCommonPrefix(all);
        Generation answer = session.generate(Arrays.copyOfRange(all, kept, all.length), options, listener);
        messages.clear();
        messages.addAll(asked);
        messages.add(new ChatMessage(ChatMessage.Role.ASSISTANT, answer.text()));
        return answer;
    }
}
