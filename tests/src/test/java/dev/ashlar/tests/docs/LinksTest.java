// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.tests.launcher.Ashlar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class LinksTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(#[^)]*)?\\)");

    @Test
    void everyPageThatALinkNamesIsThere() throws IOException {
        List<String> broken = new ArrayList<>();
        List<Path> pages = pages();
        assertTrue(pages.size() >= 4, "found only " + pages);
        for (Path page : pages) {
            LINK.matcher(Files.readString(page))
                    .results()
                    .map(link -> link.group(1))
                    .filter(target -> !target.contains("://"))
                    .filter(target -> !Files.exists(page.getParent().resolve(target)))
                    .forEach(target -> broken.add(page + " -> " + target));
        }
        assertEquals(List.of(), broken);
    }

    @Test
    void theIndexNamesEveryPage() throws IOException {
        String index = Files.readString(Ashlar.ROOT.resolve("docs/README.md"));
        List<Path> missing = pages().stream()
                .filter(page -> page.getParent().endsWith("docs") && !page.endsWith("README.md"))
                .filter(page -> !index.contains("(" + page.getFileName() + ")"))
                .toList();
        assertEquals(List.of(), missing);
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path directory : List.of(Ashlar.ROOT, Ashlar.ROOT.resolve("docs"))) {
            try (Stream<Path> files = Files.list(directory)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        return pages;
    }
}
