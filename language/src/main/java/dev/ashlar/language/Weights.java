// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import com.oracle.truffle.api.TruffleFile;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import dev.ashlar.graph.ir.TensorType;
import dev.ashlar.graph.pass.WeightSource;
import dev.ashlar.language.interop.Mapping;
import dev.ashlar.language.interop.WeightArgument;
import dev.ashlar.language.node.AshlarException;
import dev.ashlar.runtime.gguf.GgufException;
import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.TensorInfo;
import dev.ashlar.runtime.tensor.TensorView;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The weights of a module: what they are, and where.
///
/// @param source types and metadata, for the compiler
/// @param views the tensor of a name that the source knows
/// @param file that they come from, if they come from a file
record Weights(WeightSource source, Function<String, TensorView> views, Optional<GgufFile> file) {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

    /// No weights.
    static final Weights NONE = new Weights(WeightSource.NONE, Weights::missing, Optional.empty());

    private static TensorView missing(String name) {
        throw new AshlarException(
                "weight '%s' is not loaded: call load(weights) with a GGUF file or a mapping first".formatted(name));
    }

    /// Returns what tells the file from others, and from what it was before it was changed.
    Optional<String> fileKey() {
        return file.map(opened -> {
            try {
                return opened.path().toRealPath() + " " + opened.stamp();
            } catch (IOException e) {
                throw new AshlarException("load: cannot read '%s': %s".formatted(opened.path(), e.getMessage()));
            }
        });
    }

    /// Reads the first argument of `load`: the path of a GGUF file, or a mapping of names to tensors.
    static Weights of(AshlarContext context, Object value) {
        if (INTEROP.isString(value)) {
            try {
                return ofFile(context, INTEROP.asString(value));
            } catch (InteropException e) {
                throw new IllegalStateException(e);
            }
        }
        if (context.hostObject(value).orElse(value) instanceof Path path) {
            return ofFile(context, path.toString());
        }
        if (Mapping.is(value)) {
            return ofMapping(context, Mapping.read(value));
        }
        throw new AshlarException("load: found %s, expected the path of a GGUF file, or a mapping of names to tensors"
                .formatted(INTEROP.toDisplayString(value, false)));
    }

    private static Weights ofFile(AshlarContext context, String name) {
        try {
            GgufFile file = context.own(GgufFile.open(allowed(context, name)));
            return new Weights(new GgufSource(file), file::tensor, Optional.of(file));
        } catch (GgufException e) {
            throw new AshlarException(e.getMessage());
        }
    }

    /// Weights are mapped, which the file access of a context cannot do: it decides, and says what the file is.
    private static Path allowed(AshlarContext context, String name) {
        try {
            TruffleFile file = context.env().getPublicTruffleFile(name);
            Path path = Path.of(file.getAbsoluteFile().getPath());
            if (!file.isReadable()) {
                throw new AshlarException("load: cannot read '%s': %s"
                        .formatted(name, file.exists() ? "access is denied" : "there is no such file"));
            }
            if (!Files.isReadable(path) || Files.size(path) != file.size()) {
                throw new AshlarException(
                        "load: cannot map '%s': expected a file of the default file system".formatted(name));
            }
            return path;
        } catch (IOException | InvalidPathException | UnsupportedOperationException e) {
            throw new AshlarException("load: cannot read '%s': %s".formatted(name, e.getMessage()));
        } catch (SecurityException e) {
            throw new AshlarException("load: cannot read '%s': the context does not allow file access".formatted(name));
        }
    }

    private static Weights ofMapping(AshlarContext context, Map<String, Object> values) {
        Arena arena = context.newArena();
        Map<String, TensorView> views = new HashMap<>();
        values.forEach((name, value) -> views.put(name, WeightArgument.copy(context, name, value, arena)));
        Map<String, TensorType> types = new HashMap<>();
        views.forEach((name, view) -> types.put(name, TensorType.stored(view.format(), view.shape())));
        return new Weights(WeightSource.of(types, Map.of()), views::get, Optional.empty());
    }

    /// The tensors and metadata of a file.
    private record GgufSource(GgufFile file) implements WeightSource {
        @Override
        public Optional<TensorType> find(String name) {
            return file.find(name).map(info -> TensorType.stored(info.format(), info.shape()));
        }

        @Override
        public Optional<Object> meta(String key) {
            return file.metadata().raw(key);
        }

        @Override
        public Set<String> names() {
            return file.tensors().stream().map(TensorInfo::name).collect(java.util.stream.Collectors.toSet());
        }

        @Override
        public Set<String> keys() {
            return file.metadata().keys();
        }
    }
}
