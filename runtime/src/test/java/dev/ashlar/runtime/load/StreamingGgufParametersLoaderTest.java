// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.GgufException;
import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.GgufWriter;
import dev.ashlar.runtime.load.WeightEncoding.DequantizeTo;
import dev.ashlar.runtime.load.WeightEncoding.RequantizeTo;
import dev.ashlar.runtime.packed.PackedLayoutFixtures;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.RecordingSink;
import dev.ashlar.runtime.trace.TraceEvent;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamingGgufParametersLoaderTest {
    @TempDir
    Path folder;

    private final Arena scope = Arena.ofShared();
    private final RecordingSink sink = new RecordingSink(100);
    private GgufFile file;

    @BeforeEach
    void writeModel() {
        Path path = folder.resolve("model.gguf");
        GgufWriter writer = new GgufWriter(path);
        put(writer, "packed", Format.Q8_0, PackedLayoutFixtures.canonical(Format.Q8_0), 4, 96);
        put(writer, "square", Format.Q4_0, new byte[96 * 3 * 18], 96, 96);
        put(writer, "dense", Format.F32, new byte[4 * 5 * 7], 5, 7);
        put(writer, "norm", Format.F32, new byte[4 * 64], 64);
        put(writer, "experts", Format.Q8_0, new byte[2 * 3 * 2 * 34], 2, 3, 64);
        put(writer, "ids", Format.I32, new byte[4 * 32], 32);
        writer.write();
        file = GgufFile.open(path);
    }

    private static void put(GgufWriter writer, String name, Format format, byte[] bytes, long... shape) {
        writer.tensor(name, format, shape, out -> out.write(ByteBuffer.wrap(bytes)));
    }

    @AfterEach
    void close() {
        file.close();
        scope.close();
    }

    private Map<String, TensorView> load(StreamingGgufParametersLoader loader) {
        Map<String, TensorView> weights = new LinkedHashMap<>();
        loader.load(scope, sink, weight -> weights.put(weight.name(), weight.view()));
        return weights;
    }

    private static WeightForm offHeap() {
        return WeightForm.OUT_IN.withResidency(WeightResidency.OFF_HEAP);
    }

    @Test
    void deliversWhatIsStoredByDefault() {
        Map<String, TensorView> weights = load(new StreamingGgufParametersLoader(file));
        assertEquals(List.of("packed", "square", "dense", "norm", "experts", "ids"), List.copyOf(weights.keySet()));
        TensorView packed = weights.get("packed");
        assertArrayEquals(new long[] {96, 4}, packed.shape());
        assertTrue(packed.storage().isMapped());
        assertEquals(file.tensor("packed").get(3, 65), packed.get(65, 3));
        assertArrayEquals(new long[] {64, 3, 2}, weights.get("experts").shape());
        assertEquals(List.of(), sink.events());
    }

    @Test
    void outInNamesTheAxesAndTouchesNoByte() {
        Map<String, TensorView> weights = load(new StreamingGgufParametersLoader(file, WeightForm.OUT_IN));
        assertArrayEquals(new long[] {4, 96}, weights.get("packed").shape());
        assertArrayEquals(new long[] {2, 3, 64}, weights.get("experts").shape());
        assertEquals(LayoutClass.BLOCKED_ROW_MAJOR, weights.get("packed").layoutClass());
        assertArrayEquals(
                PackedLayoutFixtures.canonical(Format.Q8_0),
                weights.get("packed").storage().toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void kernelFeedRelaysOutPackedWeightsVisibly() {
        Map<String, TensorView> weights =
                load(new StreamingGgufParametersLoader(file, offHeap().withOrder(WeightOrder.KERNEL_FEED)));
        assertArrayEquals(
                PackedLayoutFixtures.kernelOrder(Format.Q8_0),
                weights.get("packed").storage().toArray(ValueLayout.JAVA_BYTE));
        assertEquals(LayoutClass.BLOCKED_INPUT_MAJOR, weights.get("experts").layoutClass());
        assertEquals(LayoutClass.CONTIGUOUS, weights.get("dense").layoutClass());
        assertEquals(
                List.of("packed", "square", "experts"),
                sink.events(TraceEvent.AdapterInserted.class).stream()
                        .map(TraceEvent.AdapterInserted::target)
                        .toList());
    }

    @Test
    void convertsAndPutsOnTheHeap() {
        WeightForm form =
                WeightForm.OUT_IN.withResidency(WeightResidency.HEAP).withEncoding(new DequantizeTo(Format.F16));
        Map<String, WeightForm> forms =
                Map.of("ids", WeightForm.AS_STORED, "square", offHeap().withEncoding(new RequantizeTo(Format.Q8_0)));
        Map<String, TensorView> weights = load(new StreamingGgufParametersLoader(file, form, forms, Map.of()));
        TensorView packed = weights.get("packed");
        assertEquals(Format.F16, packed.format());
        assertFalse(packed.storage().isNative());
        assertEquals(file.tensor("packed").get(1, 40), packed.get(1, 40), 1e-4f);
        assertEquals(Format.Q8_0, weights.get("square").format());
        assertTrue(weights.get("square").storage().isNative());
        assertTrue(weights.get("ids").storage().isMapped());
    }

    @Test
    void listsAllThatCannotBeDeliveredBeforeAnythingIs() {
        WeightForm form = offHeap().withEncoding(new RequantizeTo(Format.Q4_K));
        List<String> delivered = new ArrayList<>();
        var loader = new StreamingGgufParametersLoader(
                file, form, Map.of("square", offHeap(), "nowhere", offHeap()), Map.of());
        var e = assertThrows(
                GgufException.class, () -> loader.load(scope, TraceSink.NONE, weight -> delivered.add(weight.name())));
        assertEquals(List.of(), delivered);
        assertTrue(
                e.getMessage()
                        .endsWith("6 tensors cannot be loaded as asked: "
                                + "tensor 'nowhere' has a form but is not in the file; "
                                + "tensor 'packed' (q8_0): weight [4, 96]: row is 96 elements, expected a multiple of 256 (q4_k block); "
                                + "tensor 'dense' (f32): weight [5, 7]: row is 7 elements, expected a multiple of 256 (q4_k block); "
                                + "tensor 'norm' (f32): row is 64 elements, expected a multiple of 256 (q4_k block); "
                                + "tensor 'experts' (q8_0): weight [3, 64]: row is 64 elements, expected a multiple of 256 (q4_k block); "
                                + "tensor 'ids' (i32): is no weight to convert to q4_k"),
                e.getMessage());
    }

    /// Fault I, dimensions that are both aligned and transposed: only the expected shape can tell.
    @Test
    void refusesAnUnexpectedShapeEvenWhereBothAxesAreAligned() {
        var shapes = Map.of("packed", List.of(96L, 4L), "square", List.of(96L, 96L));
        var loader = new StreamingGgufParametersLoader(file, WeightForm.OUT_IN, Map.of(), shapes);
        var e = assertThrows(GgufException.class, () -> load(loader));
        assertTrue(e.getMessage().contains("weight 'packed': found shape [4, 96], expected [96, 4]"), e.getMessage());
        assertFalse(e.getMessage().contains("square"), e.getMessage());
    }

    @Test
    void refusesAWeightThatLooksTransposedWhereOutInIsAskedFor() {
        Path path = folder.resolve("turned.gguf");
        GgufWriter writer = new GgufWriter(path);
        put(writer, "turned", Format.F32, new byte[4 * 64 * 7], 64, 7);
        put(writer, "stack", Format.F32, new byte[4 * 2 * 32 * 9], 2, 32, 9);
        writer.write();
        WeightForm form = offHeap().withEncoding(new RequantizeTo(Format.Q8_0));
        try (GgufFile turned = GgufFile.open(path)) {
            var e = assertThrows(GgufException.class, () -> load(new StreamingGgufParametersLoader(turned, form)));
            assertTrue(
                    e.getMessage().contains("tensor 'turned' (f32): weight [64, 7]: row is 7 elements"),
                    e.getMessage());
            assertTrue(
                    e.getMessage().contains("tensor 'stack' (f32): weight [32, 9]: row is 9 elements"), e.getMessage());
            assertTrue(e.getMessage().contains("it looks like [in, out]"), e.getMessage());
            WeightForm stored = form.withShape(WeightShapeOrientation.AS_STORED);
            var plain =
                    assertThrows(GgufException.class, () -> load(new StreamingGgufParametersLoader(turned, stored)));
            assertFalse(plain.getMessage().contains("it looks like"), plain.getMessage());
        }
    }

    /// What only the data tells is found when it is converted, not before anything is delivered.
    @Test
    void refusesValuesThatAPackedFormatCannotHold() {
        Path path = folder.resolve("infinite.gguf");
        GgufWriter writer = new GgufWriter(path);
        put(writer, "finite", Format.F32, new byte[4 * 32], 1, 32);
        ByteBuffer values = ByteBuffer.allocate(4 * 64).order(ByteOrder.LITTLE_ENDIAN);
        values.putFloat(4 * 41, Float.NEGATIVE_INFINITY);
        put(writer, "infinite", Format.F32, values.array(), 2, 32);
        writer.write();
        try (GgufFile infinite = GgufFile.open(path)) {
            var loader =
                    new StreamingGgufParametersLoader(infinite, offHeap().withEncoding(new RequantizeTo(Format.Q8_0)));
            List<String> delivered = new ArrayList<>();
            var e = assertThrows(
                    GgufException.class,
                    () -> loader.load(scope, TraceSink.NONE, weight -> delivered.add(weight.name())));
            assertEquals(List.of("finite"), delivered);
            String found = "tensor 'infinite': element 41 is -Infinity, expected a finite number of at most 65504";
            assertTrue(e.getMessage().contains(found), e.getMessage());
        }
    }

    @Test
    void reportsProgress() {
        List<LoadedWeight.Progress> steps = new ArrayList<>();
        new StreamingGgufParametersLoader(file).load(scope, TraceSink.NONE, weight -> steps.add(weight.progress()));
        LoadedWeight.Progress last = steps.getLast();
        assertEquals(6, steps.size());
        assertEquals(last.allBytes(), last.bytes());
        assertEquals(408, steps.getFirst().bytes());
    }

    @Test
    void formsThatContradictThemselvesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> WeightForm.AS_STORED.withOrder(WeightOrder.KERNEL_FEED));
        assertThrows(IllegalArgumentException.class, () -> WeightForm.OUT_IN.withOrder(WeightOrder.KERNEL_FEED));
        var e = assertThrows(
                IllegalArgumentException.class, () -> WeightForm.OUT_IN.withEncoding(new DequantizeTo(Format.F32)));
        assertTrue(e.getMessage().contains("a MAPPED weight is as it is stored"), e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> new DequantizeTo(Format.Q8_0));
        assertThrows(IllegalArgumentException.class, () -> new RequantizeTo(Format.F32));
    }

    @Test
    void legacyReaderReversesTheDimensionsOfTheFile() {
        assertArrayEquals(new long[] {2, 3, 64}, GgufReader.legacy(file).shape("experts"));
        GgufReader stored = new GgufReader(file, WeightShapeOrientation.AS_STORED);
        assertArrayEquals(new long[] {64, 3, 2}, stored.shape("experts"));
        assertArrayEquals(new long[] {64}, stored.shape("norm"));
    }
}
