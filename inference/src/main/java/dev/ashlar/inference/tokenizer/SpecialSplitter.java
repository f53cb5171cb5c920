// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.tokenizer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/// Cuts special tokens out of a text: the longest spelling first, wherever it stands.
final class SpecialSplitter {
    /// A part of a text.
    sealed interface Part {
        /// Text for the token model.
        record Raw(String text, TextSegment.Kind kind) implements Part {}

        /// A token that was spelled in the text.
        record Token(int id) implements Part {}
    }

    private final Vocabulary vocabulary;
    private final List<Integer> longestFirst;

    SpecialSplitter(Vocabulary vocabulary) {
        this.vocabulary = vocabulary;
        List<Integer> ids = new ArrayList<>();
        for (int id = 0; id < vocabulary.size(); id++) {
            if (isSpecial(vocabulary.type(id)) && !vocabulary.text(id).isEmpty()) {
                ids.add(id);
            }
        }
        ids.sort(Comparator.comparing((Integer id) -> -vocabulary.text(id).length()));
        this.longestFirst = List.copyOf(ids);
    }

    private static boolean isSpecial(TokenType type) {
        return switch (type) {
            case UNKNOWN, CONTROL, USER_DEFINED -> true;
            case NORMAL, UNUSED, BYTE -> false;
        };
    }

    /// @return the parts in order; neighbouring raw parts are one, no raw part is empty
    List<Part> split(List<TextSegment> segments) {
        List<Part> parts = new ArrayList<>();
        for (TextSegment segment : segments) {
            parts.add(new Part.Raw(segment.text(), segment.kind()));
        }
        for (int id : longestFirst) {
            boolean everywhere = vocabulary.type(id) == TokenType.USER_DEFINED;
            parts = cut(parts, id, raw -> everywhere || raw.kind() == TextSegment.Kind.MARKUP);
        }
        return joinNeighbours(parts);
    }

    private List<Part> cut(List<Part> parts, int id, Predicate<Part.Raw> applies) {
        String spelling = vocabulary.text(id);
        if (parts.stream()
                .noneMatch(part -> part instanceof Part.Raw raw && raw.text().contains(spelling))) {
            return parts;
        }
        List<Part> result = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof Part.Raw raw && applies.test(raw)) {
                cut(raw, id, spelling, result);
                continue;
            }
            result.add(part);
        }
        return result;
    }

    private static void cut(Part.Raw raw, int id, String spelling, List<Part> result) {
        int done = 0;
        for (int at = raw.text().indexOf(spelling); at >= 0; at = raw.text().indexOf(spelling, done)) {
            result.add(new Part.Raw(raw.text().substring(done, at), raw.kind()));
            result.add(new Part.Token(id));
            done = at + spelling.length();
        }
        result.add(new Part.Raw(raw.text().substring(done), raw.kind()));
    }

    private static List<Part> joinNeighbours(List<Part> parts) {
        List<Part> result = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            switch (part) {
                case Part.Raw raw -> text.append(raw.text());
                case Part.Token token -> {
                    flush(text, result);
                    result.add(token);
                }
            }
        }
        flush(text, result);
        return result;
    }

    private static void flush(StringBuilder text, List<Part> result) {
        if (!text.isEmpty()) {
            result.add(new Part.Raw(text.toString(), TextSegment.Kind.CONTENT));
            text.setLength(0);
        }
    }
}
