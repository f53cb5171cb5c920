// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.trace.TraceSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// The tensor of a running chain, and what it must mean.
final class ViewChainState {
    private static final long[] SIZES = {1, 2, 3, 5, 7, 8, 9, 13, 16, 17, 31, 33, 37};
    private static final int MOST_ELEMENTS = 3000;

    private final Arena scope;
    private final Path folder;
    private final List<String> log;
    private final ViewChain.Fault fault;
    private TensorView view;
    private ExpectedTensor expected;

    ViewChainState(Arena scope, Path folder, List<String> log, ViewChain.Fault fault) {
        this.scope = scope;
        this.folder = folder;
        this.log = log;
        this.fault = fault;
    }

    void start(SplittableRandom random) {
        Format format = Format.values()[random.nextInt(Format.values().length)];
        int rank = random.nextInt(1, 5);
        long[] shape = new long[rank];
        long room = MOST_ELEMENTS / format.blockElements();
        for (int axis = rank - 1; axis >= 0; axis--) {
            long size = SIZES[random.nextInt(SIZES.length)];
            shape[axis] = size <= room ? size : 1;
            room /= shape[axis];
        }
        shape[rank - 1] *= format.blockElements();
        view = Fixtures.fill(format, random, shape);
        expected = new ExpectedTensor(values(view), shape, format.isDense() ? -1 : rank - 1);
        log.add(view.toString());
        check();
    }

    /// Decodes a whole row-major tensor block by block.
    private static float[] values(TensorView view) {
        int blockElements = view.format().blockElements();
        float[] values = new float[(int) view.elementCount()];
        for (int i = 0; i < values.length / blockElements; i++) {
            long offset = (long) i * view.format().blockBytes();
            view.format().codec().decode(view.storage(), offset, values, i * blockElements);
        }
        return values;
    }

    void step(SplittableRandom random) {
        int rank = view.rank();
        switch (random.nextInt(9)) {
            case 0 -> narrow(random);
            case 1 -> transpose(random);
            case 2 -> stepOrSlice(random);
            case 3 -> unsqueezeOrSqueeze(random);
            case 4, 5 -> prepack(random);
            case 6 -> move(random.nextInt(8));
            case 7 -> set(random);
            default -> {
                if (random.nextBoolean() && view.layout().isRebasable()) {
                    view = view.rebase();
                    log.add("rebase");
                } else if (rank > 0) {
                    view = view.materialize(scope);
                    expected = expected.dense();
                    log.add("materialize");
                }
            }
        }
    }

    private void narrow(SplittableRandom random) {
        if (view.rank() == 0) {
            return;
        }
        int axis = random.nextInt(view.rank());
        int unit = axis == expected.blockAxis() ? view.format().blockElements() : 1;
        long count = view.dim(axis) / unit;
        long from = random.nextLong(count);
        long size = random.nextLong(1, count - from + 1);
        log.add("narrow(%d, %d, %d)".formatted(axis, from * unit, size * unit));
        view = view.narrow(axis, fault == ViewChain.Fault.OFFSET_IGNORED ? 0 : from * unit, size * unit);
        expected = expected.narrow(axis, from * unit, size * unit);
        if (unit > 1) {
            TensorView narrowed = view;
            expectRefusal("unaligned narrow", () -> narrowed.narrow(axis, 1, narrowed.dim(axis) - 1));
        }
    }

    private void transpose(SplittableRandom random) {
        if (view.rank() > 0) {
            int first = random.nextInt(view.rank());
            int second = random.nextInt(view.rank());
            log.add("transpose(%d, %d)".formatted(first, second));
            view = view.transpose(first, second);
            expected = expected.transpose(first, second);
        }
    }

    private void stepOrSlice(SplittableRandom random) {
        if (view.rank() == 0) {
            return;
        }
        int axis = random.nextInt(view.rank());
        long by = random.nextLong(1, 5);
        if (axis == expected.blockAxis()) {
            TensorView packed = view;
            expectRefusal("step of the block axis", () -> packed.step(axis, by));
            expectRefusal("slice of the block axis", () -> packed.slice(axis, 0));
        } else if (random.nextBoolean()) {
            log.add("step(%d, %d)".formatted(axis, by));
            view = view.step(axis, by);
            expected = expected.step(axis, by);
        } else {
            long index = random.nextLong(view.dim(axis));
            log.add("slice(%d, %d)".formatted(axis, index));
            view = view.slice(axis, index);
            expected = expected.narrow(axis, index, 1).squeeze(axis);
        }
    }

    private void unsqueezeOrSqueeze(SplittableRandom random) {
        for (int axis = 0; axis < view.rank(); axis++) {
            if (view.dim(axis) == 1 && random.nextBoolean()) {
                log.add("squeeze(%d)".formatted(axis));
                view = view.squeeze(axis);
                expected = expected.squeeze(axis);
                return;
            }
        }
        if (view.rank() < Layout.MAX_RANK) {
            int axis = random.nextInt(view.rank() + 1);
            log.add("unsqueeze(%d)".formatted(axis));
            view = view.unsqueeze(axis);
            expected = expected.unsqueeze(axis);
        }
    }

    private void prepack(SplittableRandom random) {
        List<LayoutClass> classes = Fixtures.classes(view.format());
        LayoutClass target = classes.get(random.nextInt(classes.size()));
        boolean transposed = expected.blockAxis() >= 0 && expected.blockAxis() != view.rank() - 1;
        if (view.rank() < 2 || transposed) {
            TensorView refused = view;
            expectRefusal("prepack", () -> refused.prepack(target, scope, TraceSink.NONE));
            return;
        }
        log.add("prepack(%s)".formatted(target));
        TensorView packed = view.prepack(target, scope, TraceSink.NONE);
        if (packed.layoutClass() != target) {
            throw new AssertionError("prepacked to %s, found %s".formatted(target, packed.layoutClass()));
        }
        if (fault == ViewChain.Fault.ORDER_NOT_KEPT && packed.byteSize() == view.byteSize()) {
            packed = new TensorView(view.format(), view.layout(), packed.storage());
        }
        view = packed;
    }

    /// Copies the storage: to the heap, off the heap, or to a mapped file.
    private void move(int kind) {
        log.add(kind == 0 ? "to a mapped file" : kind < 4 ? "off the heap" : "to the heap");
        MemorySegment source = view.storage();
        MemorySegment moved = kind == 0
                ? map(source.byteSize())
                : kind < 4
                        ? scope.allocate(source.byteSize() + 1).asSlice(1)
                        : MemorySegment.ofArray(new byte[(int) source.byteSize()]);
        view = new TensorView(view.format(), view.layout(), moved.copyFrom(source));
    }

    private MemorySegment map(long bytes) {
        try {
            Path file = Files.createTempFile(folder, "view", ".bin");
            var options =
                    List.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
            try (FileChannel channel = FileChannel.open(file, options.toArray(StandardOpenOption[]::new))) {
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, scope);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void set(SplittableRandom random) {
        int count = expected.values().length;
        if (expected.blockAxis() < 0 && count > 0 && view.format() != Format.F64 && view.format() != Format.I64) {
            int position = random.nextInt(count);
            log.add("set(1, %s)".formatted(Arrays.toString(expected.index(position))));
            view.set(1, expected.index(position));
            expected = expected.set(position, 1);
        }
    }

    void check() {
        same("shape", Arrays.toString(expected.shape()), Arrays.toString(view.shape()));
        sameValues("toFloatArray", view.toFloatArray());
        sameValues("materialize", view.materialize(scope).toFloatArray());
        ClassReader.read(view).ifPresent(values -> sameValues("read by its class " + view.layoutClass(), values));
        for (int i = 0; i < expected.values().length; i += 1 + expected.values().length / 16) {
            same("get " + i, bits(expected.values()[i]), bits(view.get(expected.index(i))));
        }
    }

    private void sameValues(String what, float[] values) {
        same(what + " length", expected.values().length, values.length);
        for (int i = 0; i < values.length; i++) {
            if (bits(values[i]) != bits(expected.values()[i])) {
                throw new AssertionError("%s of %s at %s: expected %s, found %s"
                        .formatted(what, view, Arrays.toString(expected.index(i)), expected.values()[i], values[i]));
            }
        }
    }

    /// A NaN may change its payload on its way, e.g. from half precision to single.
    private static int bits(float value) {
        return Float.floatToIntBits(value);
    }

    private void same(String what, Object wanted, Object found) {
        if (!wanted.equals(found)) {
            throw new AssertionError("%s of %s: expected %s, found %s".formatted(what, view, wanted, found));
        }
    }

    private static void expectRefusal(String what, Runnable operation) {
        try {
            operation.run();
        } catch (IllegalArgumentException e) {
            return;
        }
        throw new AssertionError(what + ": expected to be refused");
    }
}
