// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.chat;

import dev.ashlar.inference.chat.ChatMessage.Role;
import dev.ashlar.inference.tokenizer.EncodeOption;
import dev.ashlar.inference.tokenizer.TextSegment;
import dev.ashlar.inference.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The ways to spell a conversation that are known.
///
/// A file holds its template as a program (`tokenizer.chat_template`); that program is not run but recognised by what
/// it contains. What a message says is never parsed for control tokens.
public enum ChatTemplate {
    /// Each turn under a line with its role; only an answer has an end. The embedded model's.
    ROLE_LINES(List.of("'<|' + message['role'] + '|>"), "<|{role}|>\n", "\n", "{end}"),
    /// `<|im_start|>user`, of Qwen and many more.
    CHATML(List.of("<|im_start|>"), "<|im_start|>{role}\n", "<|im_end|>\n", "<|im_end|>\n"),
    /// `<|start_header_id|>user<|end_header_id|>`, of Llama 3.
    LLAMA3(
            List.of("<|start_header_id|>"),
            "<|start_header_id|>{role}<|end_header_id|>\n\n",
            "<|eot_id|>",
            "<|eot_id|>"),
    /// `[INST] ... [/INST]` with `<<SYS>>`, of Llama 2.
    LLAMA2(List.of("[INST]", "<<SYS>>"), "", "", ""),
    /// Each turn under a line with its role and closed by the end token, of Zephyr and TinyLlama.
    ZEPHYR(List.of("<|user|>", "<|assistant|>", "eos_token"), "<|{role}|>\n", "{end}\n", "{end}\n");

    private final List<String> marks;
    private final String head;
    private final String tail;
    private final String answerTail;

    ChatTemplate(List<String> marks, String head, String tail, String answerTail) {
        this.marks = marks;
        this.head = head;
        this.tail = tail;
        this.answerTail = answerTail;
    }

    /// Recognises a template.
    ///
    /// @param program what `tokenizer.chat_template` holds
    /// @return the template, or empty for an unknown one
    public static Optional<ChatTemplate> recognise(String program) {
        return Arrays.stream(values())
                .filter(template -> template.marks.stream().allMatch(program::contains))
                .findFirst();
    }

    /// Lists the templates for a message.
    ///
    /// @return their names in lower case, in quotes, with commas
    public static String knownNames() {
        return Arrays.stream(values())
                .map(template -> "'" + template.name().toLowerCase(Locale.ROOT) + "'")
                .collect(Collectors.joining(", "));
    }

    /// Encodes a conversation up to where the model's answer starts.
    ///
    /// @param tokenizer of the model
    /// @param messages in order, not empty
    /// @return token ids, with the beginning that the file asks for
    public int[] encode(Tokenizer tokenizer, List<ChatMessage> messages) {
        return tokenizer.encode(render(tokenizer, messages), EncodeOption.ADD_SPECIAL);
    }

    List<TextSegment> render(Tokenizer tokenizer, List<ChatMessage> messages) {
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("conversation is empty, expected one message or more");
        }
        if (this == LLAMA2) {
            return Llama2Turns.render(messages);
        }
        String end = spelling(tokenizer);
        List<TextSegment> segments = new ArrayList<>();
        for (ChatMessage message : messages) {
            String close = message.role() == Role.ASSISTANT ? answerTail : tail;
            segments.add(TextSegment.markup(head(message.role())));
            segments.add(TextSegment.content(message.content()));
            segments.add(TextSegment.markup(close.replace("{end}", end)));
        }
        segments.add(TextSegment.markup(head(Role.ASSISTANT)));
        return segments;
    }

    private String head(Role role) {
        return head.replace("{role}", role.name().toLowerCase(Locale.ROOT));
    }

    private static String spelling(Tokenizer tokenizer) {
        int end = tokenizer.special().end().orElse(-1);
        return end < 0 ? "" : tokenizer.vocabulary().text(end);
    }
}
