// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import dev.ashlar.inference.chat.ChatTemplate;
import dev.ashlar.inference.tokenizer.Tokenizer;
import dev.ashlar.runtime.kernel.Numerics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A language model in a GGUF file.
///
/// ```java
/// try (Model model = Model.load(Path.of("model.gguf"))) {
///     Session session = model.session();
///     Generation answer = session.generate("Once upon a time", GenerateOptions.DEFAULT, TokenListener.silent());
/// }
/// ```
///
/// A model may be used by several threads, each with sessions of its own; their steps follow one another, because each
/// step already uses all threads of the model.
public final class Model implements AutoCloseable {
    /// How a model is run.
    ///
    /// @param threads worker threads; 0 takes one for each core
    /// @param numerics how kernels compute with quantized weights
    /// @param kv how keys and values are kept
    /// @param context how many tokens a session can hold; the smaller one of the model's limit and 4096 when empty
    /// @param language further options of the language, such as `ashlar.Trace`
    public record Options(
            int threads, Numerics numerics, KvFormat kv, OptionalInt context, Map<String, String> language) {
        private static final int MOST_THREADS = 1024;

        /// All cores, `q8`, `f16`.
        public static final Options DEFAULT = new Options(0, Numerics.Q8, KvFormat.F16, OptionalInt.empty(), Map.of());

        /// Checks the values.
        ///
        /// @throws IllegalArgumentException that names every value that is out of range
        public Options {
            List<String> faults = new ArrayList<>();
            if (threads < 0 || threads > MOST_THREADS) {
                faults.add("threads is '%d', expected 0 (one for each core) to %d".formatted(threads, MOST_THREADS));
            }
            if (context.isPresent() && context.getAsInt() < 1) {
                faults.add("context is '%d', expected 1 token or more".formatted(context.getAsInt()));
            }
            if (!faults.isEmpty()) {
                throw new IllegalArgumentException(String.join("; ", faults));
            }
            language = Map.copyOf(language);
        }

        /// Changes the number of threads.
        ///
        /// @param value 0 takes one for each core
        /// @return changed options
        public Options withThreads(int value) {
            return new Options(value, numerics, kv, context, language);
        }

        /// Changes the numerics.
        ///
        /// @param value how kernels compute with quantized weights
        /// @return changed options
        public Options withNumerics(Numerics value) {
            return new Options(threads, value, kv, context, language);
        }

        /// Changes the format of keys and values.
        ///
        /// @param value how keys and values are kept
        /// @return changed options
        public Options withKv(KvFormat value) {
            return new Options(threads, numerics, value, context, language);
        }

        /// Changes the context.
        ///
        /// @param value how many tokens a session can hold
        /// @return changed options
        public Options withContext(int value) {
            return new Options(threads, numerics, kv, OptionalInt.of(value), language);
        }

        /// Changes the options of the language.
        ///
        /// @param value names and values, such as `ashlar.Strict` and `true`
        /// @return changed options
        public Options withLanguage(Map<String, String> value) {
            return new Options(threads, numerics, kv, context, value);
        }
    }

    private final ModelFile file;
    private final Engine engine;
    private final Duration loadTime;
    private final Optional<EmbeddedModel> embedded;

    private Model(ModelFile file, Engine engine, Duration loadTime, Optional<EmbeddedModel> embedded) {
        this.file = file;
        this.engine = engine;
        this.loadTime = loadTime;
        this.embedded = embedded;
    }

    /// Loads a model with default options.
    ///
    /// @param path a GGUF file; of a split model its first part
    /// @return the model; the caller closes it
    /// @throws ModelException when the model cannot be run
    /// @throws dev.ashlar.runtime.gguf.GgufException when the file cannot be read or says something wrong
    public static Model load(Path path) {
        return load(path, Options.DEFAULT);
    }

    /// Loads a model.
    ///
    /// @param path a GGUF file; of a split model its first part
    /// @param options how to run it
    /// @return the model; the caller closes it
    /// @throws ModelException when the model cannot be run
    /// @throws dev.ashlar.runtime.gguf.GgufException when the file cannot be read or says something wrong
    public static Model load(Path path, Options options) {
        return load(path, options, LoadListener.silent());
    }

    /// Loads a model, and says how far it is.
    ///
    /// @param path a GGUF file; of a split model its first part
    /// @param options how to run it
    /// @param listener is told how much of the weights is ready
    /// @return the model; the caller closes it
    /// @throws ModelException when the model cannot be run
    /// @throws dev.ashlar.runtime.gguf.GgufException when the file cannot be read or says something wrong
    public static Model load(Path path, Options options, LoadListener listener) {
        return load(path, options, listener, Optional.empty());
    }

    /// Loads the embedded model with default options.
    ///
    /// @return the model; the caller closes it
    public static Model embedded() {
        return embedded(Options.DEFAULT);
    }

    /// Loads the embedded model.
    ///
    /// @param options how to run it
    /// @return the model; the caller closes it
    public static Model embedded(Options options) {
        EmbeddedModel embedded = EmbeddedModel.open();
        try {
            return load(embedded.file(), options, LoadListener.silent(), Optional.of(embedded));
        } catch (Throwable e) {
            embedded.close();
            throw e;
        }
    }

    private static Model load(Path path, Options options, LoadListener listener, Optional<EmbeddedModel> embedded) {
        long start = System.nanoTime();
        ModelFile file = ModelFile.read(path, options);
        Engine engine = Engine.start(file, options, listener);
        return new Model(file, engine, Duration.ofNanos(System.nanoTime() - start), embedded);
    }

    /// Returns the file.
    ///
    /// @return as given to [#load]
    public Path path() {
        return file.path();
    }

    /// Returns the kind of model.
    ///
    /// @return as in `general.architecture`
    public String architecture() {
        return file.architecture();
    }

    /// Returns how many tokens a session can hold.
    ///
    /// @return 1 or more
    public int context() {
        return file.context();
    }

    /// Returns how long loading took.
    ///
    /// @return from the call to the return of [#load]
    public Duration loadTime() {
        return loadTime;
    }

    /// Says whether text can be used, not only token ids.
    ///
    /// @return true when the file has a tokenizer of a known kind
    public boolean hasTokenizer() {
        return file.hasTokenizer();
    }

    /// Returns the tokenizer.
    ///
    /// @return the tokenizer
    /// @throws ModelException when the file has none, or one of an unknown kind
    public Tokenizer tokenizer() {
        return file.tokenizer();
    }

    /// Returns how conversations are spelled.
    ///
    /// @return the template
    /// @throws ModelException when the file has none, or an unknown one
    public ChatTemplate chatTemplate() {
        return file.chatTemplate();
    }

    /// Starts a session: a text of its own over the same weights.
    ///
    /// @return an empty session, used by one thread at a time
    public Session session() {
        return new Session(this, engine.fork());
    }

    /// Starts a conversation in a session of its own.
    ///
    /// @return an empty conversation
    /// @throws ModelException when the file has no chat template that is known
    public Chat chat() {
        return new Chat(tokenizer(), chatTemplate(), session());
    }

    /// Frees all memory; a step that is running is cancelled. Sessions of the model cannot be used any more.
    @Override
    public void close() {
        engine.close();
        embedded.ifPresent(EmbeddedModel::close);
    }
}
