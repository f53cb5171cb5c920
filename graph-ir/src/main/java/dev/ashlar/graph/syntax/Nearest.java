// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.syntax;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds the name that was probably meant.
public final class Nearest {
    private Nearest() {}

    /// Returns the known name that differs least.
    ///
    /// @param name as written
    /// @param known the names that there are
    /// @return empty if none is similar
    public static Optional<String> name(String name, Collection<String> known) {
        int most = Math.min(name.length() - 1, Math.max(2, name.length() / 3));
        return known.stream()
                .filter(candidate -> Math.abs(candidate.length() - name.length()) <= most)
                .filter(candidate -> distance(name, candidate) <= most)
                .min(Comparator.comparingInt((String candidate) -> distance(name, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /// Returns `; did you mean 'x'?` or nothing, to end a message with.
    ///
    /// @param name as written
    /// @param known the names that there are
    /// @return may be empty
    public static String hint(String name, Collection<String> known) {
        return name(name, known).map(near -> "; did you mean '" + near + "'?").orElse("");
    }

    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
