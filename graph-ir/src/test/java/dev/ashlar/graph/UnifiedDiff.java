// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph;

import java.util.List;

/// Shows how a text differs from another one, line by line.
final class UnifiedDiff {
    private static final int CONTEXT = 3;

    private UnifiedDiff() {}

    static String of(String expected, String actual, String name) {
        List<String> a = expected.lines().toList();
        List<String> b = actual.lines().toList();
        int[][] common = common(a, b);
        StringBuilder out = new StringBuilder("--- expected %s\n+++ found %s\n".formatted(name, name));
        int i = 0;
        int j = 0;
        int sinceChange = CONTEXT + 1;
        while (i < a.size() || j < b.size()) {
            if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) {
                if (++sinceChange <= CONTEXT || changesWithin(a, b, i, j)) {
                    out.append("  ").append(a.get(i)).append('\n');
                }
                i++;
                j++;
            } else if (j >= b.size() || i < a.size() && common[i + 1][j] >= common[i][j + 1]) {
                out.append("- ").append(a.get(i++)).append('\n');
                sinceChange = 0;
            } else {
                out.append("+ ").append(b.get(j++)).append('\n');
                sinceChange = 0;
            }
        }
        return out.toString();
    }

    private static boolean changesWithin(List<String> a, List<String> b, int i, int j) {
        for (int ahead = 1; ahead <= CONTEXT; ahead++) {
            boolean inside = i + ahead < a.size() && j + ahead < b.size();
            if (!inside || !a.get(i + ahead).equals(b.get(j + ahead))) {
                return inside || a.size() - i != b.size() - j;
            }
        }
        return false;
    }

    private static int[][] common(List<String> a, List<String> b) {
        int[][] common = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) {
            for (int j = b.size() - 1; j >= 0; j--) {
                common[i][j] = a.get(i).equals(b.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }
}
