// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Numbers and tables for people to read.
final class Plain {
    private static final int KIBI = 1024;

    private Plain() {}

    /// Writes a number of bytes with a unit, `3.8 MiB`.
    static String bytes(long bytes) {
        double value = bytes;
        String unit = "bytes";
        for (String larger : List.of("KiB", "MiB", "GiB", "TiB")) {
            if (value < KIBI) {
                break;
            }
            value /= KIBI;
            unit = larger;
        }
        return unit.equals("bytes") ? bytes + " bytes" : String.format(Locale.ROOT, "%.1f %s", value, unit);
    }

    /// Writes a number with groups of three digits, `3,696,384`.
    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /// Writes a shape, outermost axis first, `[2048, 768]`.
    static String shape(long[] shape) {
        return Arrays.toString(shape);
    }

    /// Writes rows in columns that are as wide as their widest cell; the last is not padded.
    static String table(List<List<String>> rows) {
        int columns = rows.isEmpty() ? 0 : rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns - 1; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining(System.lineSeparator()));
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            line.append(column == 0 ? "" : "  ").append(cell);
            line.append(" ".repeat(Math.max(0, widths[column] - cell.length())));
        }
        return line.toString().stripTrailing();
    }
}
