// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.inference.Chat;
import dev.ashlar.inference.GenerateOptions;
import dev.ashlar.inference.Generation;
import dev.ashlar.inference.Model;
import dev.ashlar.inference.ModelException;
import dev.ashlar.inference.StopReason;
import dev.ashlar.inference.TokenListener;
import org.junit.jupiter.api.Test;

/// Conversations with the embedded model.
class ChatTest {
    private static final GenerateOptions SHORT = GenerateOptions.DEFAULT.withMaxTokens(60);

    @Test
    void answersAndEvaluatesWhatWasSaidOnlyOnce() {
        try (Model model = Model.embedded()) {
            Chat chat = model.chat();
            chat.system("You tell short stories for children.");
            Generation first = chat.say("What color is the sky?", SHORT, TokenListener.silent());
            assertTrue(!first.text().isBlank());
            Generation second = chat.say("Thank you!", SHORT, TokenListener.silent());
            assertEquals(5, chat.messages().size());
            if (first.stopReason() == StopReason.END_OF_TEXT) {
                assertTrue(
                        second.timings().promptTokens() < 15, second.timings().toString());
            }
        }
    }

    @Test
    void aConversationThatDoesNotFitStaysAsItWas() {
        try (Model model = Model.embedded(Model.Options.DEFAULT.withContext(32))) {
            Chat chat = model.chat();
            String question = "Tell me a story. ".repeat(20);
            assertThrows(ModelException.class, () -> chat.say(question, SHORT, TokenListener.silent()));
            assertEquals(0, chat.messages().size());
        }
    }
}
