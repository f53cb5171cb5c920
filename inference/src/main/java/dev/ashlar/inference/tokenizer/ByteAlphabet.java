// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import java.util.Arrays;

/// The letters by which byte-level vocabularies spell the 256 bytes.
///
/// Printable characters of Latin-1 spell themselves; the other bytes, in order, are spelled by the characters from
/// U+0100: a space is `Ġ`, a line feed `Ċ`.
final class ByteAlphabet {
    private static final int FIRST_SUBSTITUTE = 256;

    private final char[] letters = new char[256];
    private final int[] values = new int[FIRST_SUBSTITUTE + 256];

    ByteAlphabet() {
        Arrays.fill(values, -1);
        int substitute = FIRST_SUBSTITUTE;
        for (int value = 0; value < letters.length; value++) {
            letters[value] = (char) (isPrintable(value) ? value : substitute++);
            values[letters[value]] = value;
        }
    }

    private static boolean isPrintable(int value) {
        return value > 0x20 && value < 0x7f || value > 0xa0 && value != 0xad;
    }

    char letter(byte value) {
        return letters[value & 0xff];
    }

    String spell(byte[] bytes) {
        char[] spelling = new char[bytes.length];
        for (int index = 0; index < bytes.length; index++) {
            spelling[index] = letter(bytes[index]);
        }
        return new String(spelling);
    }

    /// @return the byte that a letter spells, or -1 for a character that is no letter
    int value(char letter) {
        return letter < values.length ? values[letter] : -1;
    }
}
