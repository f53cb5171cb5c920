// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.runtime.tensor.BlockOrder;
import java.util.Locale;

/// Draws a grid of blocks as a picture: one panel per order, each block with its place in memory, the earlier the
/// darker, and a line through them in the order of memory.
final class GridSvg {
    private static final int CELL_WIDTH = 64;
    private static final int CELL_HEIGHT = 40;
    private static final int MARGIN = 48;
    private static final int TOP = 72;

    private final BlockGrid grid;
    private final StringBuilder svg = new StringBuilder();

    private GridSvg(BlockGrid grid) {
        this.grid = grid;
    }

    /// Draws both orders side by side.
    static String draw(BlockGrid grid) {
        return new GridSvg(grid).draw();
    }

    private String draw() {
        int panel = MARGIN + grid.columns() * CELL_WIDTH + MARGIN;
        int width = Math.max(panel * BlockOrder.values().length, 560);
        int height = TOP + grid.rows() * CELL_HEIGHT + MARGIN;
        add(
                "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' font-size='12'>",
                width, height);
        add("<rect width='100%%' height='100%%' fill='white'/>");
        add("<text x='%d' y='20'>%s</text>", MARGIN, escape(grid.caption()));
        for (BlockOrder order : BlockOrder.values()) {
            panel(order, MARGIN + order.ordinal() * panel);
        }
        add("</svg>");
        return svg.toString();
    }

    private void panel(BlockOrder order, int left) {
        add("<text x='%d' y='44' font-weight='bold'>%s, strides %s</text>", left, order, grid.strides(order));
        long last = grid.index(order, grid.rows() - 1, grid.columns() - 1);
        for (int row = 0; row < grid.rows(); row++) {
            add("<text x='%d' y='%d' text-anchor='end'>o=%d</text>", left - 6, centreY(row) + 4, row);
            for (int column = 0; column < grid.columns(); column++) {
                long index = grid.index(order, row, column);
                long lightness = 45 + (last == 0 ? 0 : Math.min(40, 40 * index / last));
                add(
                        "<rect x='%d' y='%d' width='%d' height='%d' fill='hsl(30,35%%,%d%%)' stroke='white'/>",
                        left + column * CELL_WIDTH, TOP + row * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT, lightness);
                add(
                        "<text x='%d' y='%d' text-anchor='middle'>%d</text>",
                        centreX(left, column), centreY(row) + 4, index);
            }
        }
        for (int column = 0; column < grid.columns(); column++) {
            add("<text x='%d' y='%d' text-anchor='middle'>b=%d</text>", centreX(left, column), TOP - 6, column);
        }
        path(order, left);
    }

    /// The way from block to block as they follow each other in memory, as far as the corner shows them.
    private void path(BlockOrder order, int left) {
        boolean byRow = grid.index(order, 0, Math.min(1, grid.columns() - 1)) <= 1;
        int outer = byRow ? grid.rows() : grid.columns();
        int inner = byRow ? grid.columns() : grid.rows();
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < outer; i++) {
            for (int j = 0; j < inner; j++) {
                points.append(centreX(left, byRow ? j : i)).append(',');
                points.append(centreY(byRow ? i : j) + 12).append(' ');
            }
        }
        add(
                "<polyline points='%s' fill='none' stroke='black' stroke-opacity='0.35'/>",
                points.toString().strip());
    }

    private static int centreX(int left, int column) {
        return left + column * CELL_WIDTH + CELL_WIDTH / 2;
    }

    private static int centreY(int row) {
        return TOP + row * CELL_HEIGHT + CELL_HEIGHT / 2;
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&apos;");
    }
}
