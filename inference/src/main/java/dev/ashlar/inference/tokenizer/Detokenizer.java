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
    private static final int LONGEST_REST = 4;

    private final Tokenizer tokenizer;
    private final CharsetDecoder decoder = UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private byte[] rest = {};

    Detokenizer(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /// Takes the next token.
    ///
    /// @param token its id
    /// @return the characters that are complete now; perhaps none
    public String append(int token) {
        byte[] bytes = tokenizer.bytes(token);
        ByteBuffer in = ByteBuffer.allocate(rest.length + bytes.length);
        in.put(rest).put(bytes).flip();
        CharBuffer out = CharBuffer.allocate(in.remaining());
        decoder.reset();
        decoder.decode(in, out, false);
        rest = new byte[Math.min(in.remaining(), LONGEST_REST)];
        in.get(rest);
        return out.flip().toString();
    }

    /// Ends the text.
    ///
    /// @return U+FFFD when bytes of an incomplete character were held back, else nothing
    public String finish() {
        String text = new String(rest, UTF_8);
        rest = new byte[0];
        return text;
    }
}
