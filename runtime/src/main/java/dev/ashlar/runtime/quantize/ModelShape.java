// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.quantize;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.GgufMetadata;
import dev.ashlar.runtime.gguf.TensorInfo;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the choice of formats needs to know about a model.
///
/// @param layers how many layers it has
/// @param valueLayers the layers that have an `attn_v` matrix, in increasing order
/// @param ownOutput whether the output is a matrix of its own, not the embedding
/// @param groupedQueries how many query heads share a key-value head
/// @param experts how many experts a layer has, 0 if it has none
record ModelShape(int layers, List<Integer> valueLayers, boolean ownOutput, long groupedQueries, long experts) {
    private static final Pattern LAYER = Pattern.compile("blk\\.(\\d{1,6})\\..*", Pattern.DOTALL);

    ModelShape {
        valueLayers = List.copyOf(valueLayers);
    }

    static ModelShape of(GgufFile file) {
        GgufMetadata metadata = file.metadata();
        String architecture = metadata.findString("general.architecture").orElse("");
        long heads = number(metadata, architecture + ".attention.head_count", 1);
        long keyHeads = number(metadata, architecture + ".attention.head_count_kv", heads);
        int lastLayer = file.tensors().stream()
                .mapToInt(info -> layerOf(info.name()))
                .max()
                .orElse(-1);
        List<Integer> valueLayers = file.tensors().stream()
                .map(TensorInfo::name)
                .filter(name -> name.endsWith(".attn_v.weight"))
                .map(ModelShape::layerOf)
                .sorted()
                .toList();
        return new ModelShape(
                lastLayer + 1,
                valueLayers,
                file.find("output.weight").isPresent(),
                keyHeads <= 0 ? 1 : heads / keyHeads,
                number(metadata, architecture + ".expert_count", 0));
    }

    /// Returns the layer that a tensor's name says, -1 if it is in none.
    static int layerOf(String name) {
        Matcher matcher = LAYER.matcher(name);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
    }

    /// Returns an integer, or the first one of an array that has a number for every layer.
    private static long number(GgufMetadata metadata, String key, long otherwise) {
        Object raw = metadata.raw(key).orElse(otherwise);
        Object first = raw instanceof List<?> list && !list.isEmpty() ? list.getFirst() : raw;
        return first instanceof Long value ? value : otherwise;
    }

    /// Tells whether a layer is one of those that get more bits: the first and last eighth, and every third between.
    static boolean moreBits(int index, int count) {
        return index < count / 8 || index >= 7 * count / 8 || (index - count / 8) % 3 == 2;
    }

    Format valueFormat(int layer, Format low, Format high) {
        return moreBits(valueLayers.indexOf(layer), valueLayers.size()) ? high : low;
    }
}
