// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import dev.ashlar.runtime.format.Format;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads the tensor infos of a GGUF file and checks that each tensor lies in the file, alone.
final class TensorTable {
    /// The least space of an info: an empty name, no dimensions, type and offset.
    static final int MINIMUM_INFO_BYTES = 24;

    /// The most tensors that a file may hold.
    static final long MAX_TENSORS = 1L << 20;

    /// The highest rank of a tensor.
    static final int MAX_DIMENSIONS = 4;

    private final Cursor cursor;
    private final List<Entry> entries = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final List<Entry> unsupported = new ArrayList<>();

    TensorTable(Cursor cursor) {
        this.cursor = cursor;
    }

    /// An info as it stands in the file; `shape` is outermost first, `offset` counts from the data section.
    private record Entry(String name, long at, int typeId, Optional<Format> format, long[] shape, long offset) {}

    List<TensorInfo> read(long count, int alignment) {
        for (long i = 0; i < count; i++) {
            entry(i, count);
        }
        if (!unsupported.isEmpty()) {
            throw unsupportedTypes();
        }
        cursor.aboutNothing();
        long dataOffset = Math.ceilDiv(cursor.position(), alignment) * (long) alignment;
        List<TensorInfo> infos = new ArrayList<>();
        for (Entry entry : entries) {
            infos.add(check(entry, dataOffset, alignment));
        }
        checkOverlaps(infos);
        return List.copyOf(infos);
    }

    private void entry(long index, long count) {
        cursor.aboutNothing();
        long at = cursor.position();
        String name = cursor.string("the name of tensor %d of %d".formatted(index + 1, count));
        if (name.isEmpty() || name.length() > MetadataReader.MAX_KEY_LENGTH) {
            throw cursor.fault(
                    at,
                    "the name of tensor %d of %d has %d characters, expected 1 to %d"
                            .formatted(index + 1, count, name.length(), MetadataReader.MAX_KEY_LENGTH));
        }
        cursor.aboutTensor(name);
        if (!names.add(name)) {
            throw cursor.fault(at, "occurs twice");
        }
        long[] shape = shape();
        int typeId = cursor.i32("the type");
        Entry entry = new Entry(name, at, typeId, Format.ofTypeId(typeId), shape, cursor.i64("the offset"));
        entries.add(entry);
        if (entry.format().isEmpty()) {
            unsupported.add(entry);
        }
    }

    private long[] shape() {
        long at = cursor.position();
        int rank = cursor.i32("the number of dimensions");
        if (rank < 0 || rank > MAX_DIMENSIONS) {
            throw cursor.fault(
                    at, "%s dimensions, expected at most %d".formatted(Integer.toUnsignedString(rank), MAX_DIMENSIONS));
        }
        if (rank == 0) {
            return new long[] {1};
        }
        long[] shape = new long[rank];
        for (int i = rank - 1; i >= 0; i--) {
            long where = cursor.position();
            shape[i] = cursor.i64("dimension %d".formatted(i));
            if (shape[i] < 1) {
                throw cursor.fault(
                        where, "dimension %d is %s, expected at least 1".formatted(i, Long.toUnsignedString(shape[i])));
            }
        }
        return shape;
    }

    private GgufException unsupportedTypes() {
        Entry first = unsupported.getFirst();
        cursor.aboutTensor(first.name());
        String problem = TensorTypes.unknown(first.typeId());
        if (unsupported.size() > 1) {
            List<String> others = unsupported.stream()
                    .skip(1)
                    .limit(8)
                    .map(e -> "'%s' (type id %s)"
                            .formatted(GgufException.printable(e.name()), Integer.toUnsignedString(e.typeId())))
                    .toList();
            problem += "; so %d more: %s%s"
                    .formatted(
                            unsupported.size() - 1, String.join(", ", others), unsupported.size() > 9 ? ", ..." : "");
        }
        return cursor.fault(first.at(), problem);
    }

    private TensorInfo check(Entry entry, long dataOffset, int alignment) {
        cursor.aboutTensor(entry.name());
        Format format = entry.format().orElseThrow();
        long row = entry.shape()[entry.shape().length - 1];
        if (row % format.blockElements() != 0) {
            throw cursor.fault(
                    entry.at(),
                    "row is %d elements, expected a multiple of %d (%s block)"
                            .formatted(row, format.blockElements(), format.spelling()));
        }
        if (entry.offset() < 0 || entry.offset() % alignment != 0) {
            throw cursor.fault(
                    entry.at(),
                    "offset is %s, expected a multiple of %d"
                            .formatted(Long.toUnsignedString(entry.offset()), alignment));
        }
        long available = cursor.size() - dataOffset;
        long size = size(entry, format);
        if (entry.offset() > available || size > available - entry.offset()) {
            throw cursor.fault(
                    entry.at(),
                    "needs %d bytes from offset %d of the tensor data, but the file has %d: it is truncated or damaged"
                            .formatted(size, entry.offset(), Math.max(0, available)));
        }
        return new TensorInfo(entry.name(), format, entry.shape(), dataOffset + entry.offset(), size);
    }

    private long size(Entry entry, Format format) {
        try {
            long elements = 1;
            for (long dim : entry.shape()) {
                elements = Math.multiplyExact(elements, dim);
            }
            return format.bytesOf(elements);
        } catch (ArithmeticException e) {
            throw cursor.fault(entry.at(), "its size overflows 64 bits");
        }
    }

    private void checkOverlaps(List<TensorInfo> infos) {
        List<TensorInfo> sorted = infos.stream()
                .sorted(Comparator.comparingLong(TensorInfo::offsetBytes))
                .toList();
        for (int i = 1; i < sorted.size(); i++) {
            TensorInfo before = sorted.get(i - 1);
            TensorInfo info = sorted.get(i);
            long end = before.offsetBytes() + before.sizeBytes();
            if (info.offsetBytes() < end) {
                cursor.aboutTensor(info.name());
                throw cursor.fault(
                        info.offsetBytes(),
                        "overlaps tensor '%s', which ends at 0x%x"
                                .formatted(GgufException.printable(before.name()), end));
            }
        }
    }
}
