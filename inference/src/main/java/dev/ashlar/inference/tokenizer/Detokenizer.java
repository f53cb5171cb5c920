// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;

/// Turns tokens into text one by one, without ever splitting a character.
///
/// Bytes of a character that is not complete yet are held back. Bytes that are no UTF-8 become U+FFFD. Used by one
/// thread.
public final class Detokenizer {
    private final Tokenizer tokenizer;
    private final CharsetDecoder decoder = UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);

    /// What is held back.
    private ByteBuffer held = ByteBuffer.allocate(64);

    private CharBuffer characters = CharBuffer.allocate(held.capacity());

    Detokenizer(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /// Takes the next token.
    ///
    /// @param token its id
    /// @return the characters that are complete now; perhaps none
    public String append(int token) {
        byte[] bytes = tokenizer.bytes(token);
        if (held.remaining() < bytes.length) {
            held = ByteBuffer.allocate(2 * (held.position() + bytes.length)).put(held.flip());
            characters = CharBuffer.allocate(held.capacity());
        }
        held.put(bytes).flip();
        decoder.reset();
        decoder.decode(held, characters.clear(), false);
        held.compact();
        return characters.flip().toString();
    }

    /// Ends the text.
    ///
    /// @return U+FFFD when bytes of an incomplete character were held back, else nothing
    public String finish() {
        String text = new String(held.array(), 0, held.position(), UTF_8);
        held.clear();
        return text;
    }
}
