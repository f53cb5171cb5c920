// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.chat;

import dev.ashlar.inference.tokenizer.TextSegment;
import java.util.ArrayList;
import java.util.List;

/// Llama 2 puts a question and its answer into one turn, and the system's text into the first question.
final class Llama2Turns {
    private Llama2Turns() {}

    static List<TextSegment> render(List<ChatMessage> messages) {
        List<TextSegment> segments = new ArrayList<>();
        boolean open = false;
        String turn = "";
        for (ChatMessage message : messages) {
            switch (message.role()) {
                case SYSTEM -> {
                    segments.add(TextSegment.markup(turn + "[INST] <<SYS>>\n"));
                    segments.add(TextSegment.content(message.content()));
                    segments.add(TextSegment.markup("\n<</SYS>>\n\n"));
                    open = true;
                }
                case USER -> {
                    segments.add(TextSegment.markup(open ? "" : turn + "[INST] "));
                    segments.add(TextSegment.content(message.content()));
                    segments.add(TextSegment.markup(" [/INST]"));
                    open = false;
                }
                case ASSISTANT -> {
                    segments.add(TextSegment.content(" " + message.content()));
                    segments.add(TextSegment.markup(" </s>"));
                    turn = "<s>";
                }
            }
        }
        return segments;
    }
}
