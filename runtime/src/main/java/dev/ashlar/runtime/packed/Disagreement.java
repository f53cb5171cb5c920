// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.packed;

import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.Optional;

/// Compares bytes with a fixture, and says what is wrong first.
final class Disagreement {
    private final FixtureGrid grid;
    private final byte[] bytes;
    private final LayoutClass layout;

    private Disagreement(FixtureGrid grid, byte[] bytes, LayoutClass layout) {
        this.grid = grid;
        this.bytes = bytes;
        this.layout = layout;
    }

    static Optional<String> find(FixtureGrid grid, byte[] bytes, LayoutClass layout) {
        return new Disagreement(grid, bytes, layout).first();
    }

    private Optional<String> first() {
        int expected = grid.bytes(layout);
        if (bytes.length != expected) {
            return Optional.of("%s: found %d bytes, expected %d".formatted(what(layout), bytes.length, expected));
        }
        for (int slot = 0; slot < grid.rows() * grid.blocksPerRow(); slot++) {
            int[] place = place(layout, slot);
            if (!grid.holds(bytes, layout, place, place)) {
                return Optional.of(describe(place));
            }
        }
        return padding();
    }

    private String describe(int[] place) {
        int slot = grid.slot(layout, place[0], place[1]);
        LayoutClass other = layout.isInputMajor() ? LayoutClass.BLOCKED_ROW_MAJOR : LayoutClass.BLOCKED_INPUT_MAJOR;
        String expected = "%s: slot %d: expected block (%d, %d)".formatted(what(layout), slot, place[0], place[1]);
        for (int o = 0; o < grid.rows(); o++) {
            for (int b = 0; b < grid.blocksPerRow(); b++) {
                if (grid.holds(bytes, layout, place, new int[] {o, b})) {
                    return expected
                            + ", found block (%d, %d); in %s the slot holds block %s"
                                    .formatted(o, b, other.spelling(), name(other, slot));
                }
            }
        }
        return expected + ", found " + firstByte(place);
    }

    private String firstByte(int[] place) {
        for (int at = 0; at < grid.encoding().blockBytes(); at++) {
            int position = grid.position(layout, place[0], place[1], at);
            byte expected = grid.value(place[0], place[1], at);
            if (bytes[position] != expected) {
                return "no block of the weight: its byte %d, at %d, is %02x, expected %02x"
                        .formatted(at, position, bytes[position], expected);
            }
        }
        throw new IllegalStateException("block (%d, %d) agrees".formatted(place[0], place[1]));
    }

    /// Rows that fill a row tile are zero.
    private Optional<String> padding() {
        boolean[] used = new boolean[bytes.length];
        for (int slot = 0; slot < grid.rows() * grid.blocksPerRow(); slot++) {
            int[] place = place(layout, slot);
            for (int at = 0; at < grid.encoding().blockBytes(); at++) {
                used[grid.position(layout, place[0], place[1], at)] = true;
            }
        }
        for (int i = 0; i < bytes.length; i++) {
            if (!used[i] && bytes[i] != 0) {
                return Optional.of(
                        "%s: byte %d fills a row tile, found %02x, expected 00".formatted(what(layout), i, bytes[i]));
            }
        }
        return Optional.empty();
    }

    /// Returns the block that is the `index`-th in the order of a layout.
    private int[] place(LayoutClass order, int index) {
        if (!order.isInputMajor()) {
            return new int[] {index / grid.blocksPerRow(), index % grid.blocksPerRow()};
        }
        int first = index / (grid.gridRows(order) * grid.blocksPerRow()) * grid.gridRows(order);
        int rows = Math.min(grid.gridRows(order), grid.rows() - first);
        int rest = index - first * grid.blocksPerRow();
        return new int[] {first + rest % rows, rest / rows};
    }

    private String name(LayoutClass order, int slot) {
        if (slot >= grid.rows() * grid.blocksPerRow()) {
            return "none";
        }
        int[] place = place(order, slot);
        return "(%d, %d)".formatted(place[0], place[1]);
    }

    private String what(LayoutClass order) {
        return "%s weight of %d x %d blocks in %s"
                .formatted(grid.encoding().spelling(), grid.rows(), grid.blocksPerRow(), order.spelling());
    }
}
