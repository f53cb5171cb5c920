// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.runtime.tensor.BlockOrder;
import java.util.Locale;

/// Draws a grid of blocks as a picture: one panel per order, each block with its place in memory, the earlier the
/// darker, and lines along the blocks that follow each other in memory. A line that leaves the panel goes on in the
/// part of the grid that is not shown; a dashed one leads to where the next line begins.
final class GridSvg {
    private static final int CELL_WIDTH = 64;
    private static final int CELL_HEIGHT = 40;
    private static final int MARGIN = 48;
    private static final int TOP = 72;
    private static final int BOTTOM = 28;
    private static final int LETTER_WIDTH = 8;

    /// Where a line passes the number of a cell, from its centre.
    private static final int LINE_X = 27;

    private static final int LINE_Y = 13;
    private static final int OVERHANG = 14;

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
        for (BlockOrder order : BlockOrder.values()) {
            panel = Math.max(panel, MARGIN + LETTER_WIDTH * heading(order).length());
        }
        int caption = MARGIN + LETTER_WIDTH * grid.caption().length();
        int width = Math.max(panel * BlockOrder.values().length, caption);
        int height = TOP + grid.rows() * CELL_HEIGHT + BOTTOM;
        add(
                "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' font-size='12'>",
                width, height);
        add(
                "<defs><marker id='tip' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='7' markerHeight='7' orient='auto'>");
        add("<path d='M0,0 L8,4 L0,8 Z'/></marker></defs>");
        add("<rect width='100%%' height='100%%' fill='white'/>");
        add("<text x='%d' y='20'>%s</text>", MARGIN, escape(grid.caption()));
        for (BlockOrder order : BlockOrder.values()) {
            panel(order, MARGIN + order.ordinal() * panel);
        }
        add("</svg>");
        return svg.toString();
    }

    private void panel(BlockOrder order, int left) {
        add("<text x='%d' y='44' font-weight='bold'>%s</text>", left, heading(order));
        long last = grid.index(order, grid.rows() - 1, grid.columns() - 1);
        for (int row = 0; row < grid.rows(); row++) {
            add("<text x='%d' y='%d' text-anchor='end'>o=%d</text>", left - 6, centreY(row) + 4, row);
            for (int column = 0; column < grid.columns(); column++) {
                long index = grid.index(order, row, column);
                long lightness = 55 + (last == 0 ? 0 : Math.min(35, 35 * index / last));
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
        int right = left + grid.columns() * CELL_WIDTH;
        if (grid.columns() < grid.blocksPerRow()) {
            add("<text x='%d' y='%d'>...</text>", right + 4, TOP - 6);
        }
        if (grid.rows() < grid.out()) {
            add("<text x='%d' y='%d' text-anchor='end'>...</text>", left - 6, TOP + grid.rows() * CELL_HEIGHT + 12);
        }
        switch (order) {
            case ROW_MAJOR -> rows(left, right);
            case INPUT_BLOCK_MAJOR -> columns(left);
        }
    }

    private String heading(BlockOrder order) {
        return order + ", strides " + grid.strides(order);
    }

    /// A line along each row.
    private void rows(int left, int right) {
        boolean whole = grid.columns() == grid.blocksPerRow();
        int from = left + CELL_WIDTH / 2 - LINE_X;
        int to = whole ? right - CELL_WIDTH / 2 + LINE_X : right + OVERHANG;
        for (int row = 0; row < grid.rows(); row++) {
            int y = centreY(row) + LINE_Y;
            run(from, y, to, y);
            if (whole && row + 1 < grid.rows()) {
                jump(to, y, from, centreY(row + 1) + LINE_Y);
            }
        }
    }

    /// A line along each column.
    private void columns(int left) {
        boolean whole = grid.rows() == grid.out();
        int bottom = TOP + grid.rows() * CELL_HEIGHT;
        int from = centreY(0) - LINE_Y;
        int to = whole ? bottom - CELL_HEIGHT / 2 + LINE_Y : bottom + OVERHANG;
        for (int column = 0; column < grid.columns(); column++) {
            int x = centreX(left, column) + LINE_X;
            run(x, from, x, to);
            if (whole && column + 1 < grid.columns()) {
                jump(x, to, centreX(left, column + 1) + LINE_X, from);
            }
        }
    }

    private void run(int x1, int y1, int x2, int y2) {
        add("<line x1='%d' y1='%d' x2='%d' y2='%d' stroke='black' marker-end='url(#tip)'/>", x1, y1, x2, y2);
    }

    private void jump(int x1, int y1, int x2, int y2) {
        add(
                "<line x1='%d' y1='%d' x2='%d' y2='%d' stroke='black' stroke-opacity='0.4' stroke-dasharray='2 4'/>",
                x1, y1, x2, y2);
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
