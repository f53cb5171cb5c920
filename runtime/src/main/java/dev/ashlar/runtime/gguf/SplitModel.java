// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Opens the further files of a model that is split into `NAME-00001-of-0000N.gguf`, `NAME-00002-of-0000N.gguf`, ...
final class SplitModel {
    private static final Pattern NAME = Pattern.compile("(.*)-(\\d{5})-of-(\\d{5})(\\.gguf)", Pattern.DOTALL);
    private static final String NUMBER_KEY = "split.no";
    private static final String COUNT_KEY = "split.count";
    private static final String TENSORS_KEY = "split.tensors.count";
    private static final int MAX_PARTS = 99999;

    private SplitModel() {}

    /// Returns all parts of the model that begins with `first`.
    static List<GgufPart> open(GgufPart first, Arena arena) {
        long count = first.metadata().findLong(COUNT_KEY).orElse(1L);
        if (count <= 1) {
            return List.of(first);
        }
        List<Path> paths = paths(first, count);
        List<Path> missing = paths.stream().filter(Files::notExists).toList();
        if (!missing.isEmpty()) {
            throw GgufException.ofFile(
                    first.path(),
                    "%d of its %d parts are missing: %s"
                            .formatted(missing.size(), count, String.join(", ", names(missing))));
        }
        List<GgufPart> parts = new ArrayList<>(List.of(first));
        for (Path path : paths.subList(1, paths.size())) {
            parts.add(check(GgufPart.open(path, arena), parts.size(), count));
        }
        checkTensorCount(first, parts);
        return List.copyOf(parts);
    }

    private static List<Path> paths(GgufPart first, long count) {
        String file = first.path().toString();
        if (count > MAX_PARTS) {
            throw GgufException.ofKey(file, COUNT_KEY, "is %d, expected at most %d".formatted(count, MAX_PARTS));
        }
        Matcher matcher = NAME.matcher(String.valueOf(first.path().getFileName()));
        if (!matcher.matches() || Integer.parseInt(matcher.group(3)) != count) {
            throw GgufException.ofFile(
                    first.path(),
                    "is part of a model of %d files, expected a name like 'model-00001-of-%05d.gguf'"
                            .formatted(count, count));
        }
        Path firstPath = first.path().resolveSibling(name(matcher, 1, count));
        long number = first.metadata().requireLong(NUMBER_KEY);
        if (number != 0) {
            throw GgufException.ofKey(
                    file,
                    NUMBER_KEY,
                    "is %d, expected 0: open the first part, '%s'".formatted(number, firstPath.getFileName()));
        }
        if (Integer.parseInt(matcher.group(2)) != 1) {
            throw GgufException.ofKey(file, NUMBER_KEY, "is 0, but the name says part %s".formatted(matcher.group(2)));
        }
        List<Path> paths = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            paths.add(first.path().resolveSibling(name(matcher, i, count)));
        }
        return paths;
    }

    private static String name(Matcher matcher, int part, long count) {
        return String.format(Locale.ROOT, "%s-%05d-of-%05d%s", matcher.group(1), part, count, matcher.group(4));
    }

    private static List<String> names(List<Path> paths) {
        return paths.stream()
                .limit(8)
                .map(path -> "'" + path.getFileName() + "'")
                .toList();
    }

    private static GgufPart check(GgufPart part, int number, long count) {
        String file = part.path().toString();
        long foundNumber = part.metadata().requireLong(NUMBER_KEY);
        if (foundNumber != number) {
            throw GgufException.ofKey(file, NUMBER_KEY, "is %d, expected %d".formatted(foundNumber, number));
        }
        long foundCount = part.metadata().requireLong(COUNT_KEY);
        if (foundCount != count) {
            throw GgufException.ofKey(file, COUNT_KEY, "is %d, expected %d".formatted(foundCount, count));
        }
        return part;
    }

    private static void checkTensorCount(GgufPart first, List<GgufPart> parts) {
        Optional<Long> expected = first.metadata().findLong(TENSORS_KEY);
        long found = parts.stream().mapToLong(part -> part.tensors().size()).sum();
        if (expected.isPresent() && expected.get() != found) {
            throw GgufException.ofKey(
                    first.path().toString(),
                    TENSORS_KEY,
                    "is %d, but the %d parts hold %d tensors".formatted(expected.get(), parts.size(), found));
        }
    }
}
