// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import dev.ashlar.inference.chat.ChatTemplate;
import dev.ashlar.inference.tokenizer.Tokenizer;
import dev.ashlar.inference.tokenizer.TokenizerException;
import dev.ashlar.inference.tokenizer.TokenizerReader;
import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.gguf.GgufMetadata;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/// What the metadata of a model file says.
///
/// @param path of the file
/// @param script of its architecture
/// @param architecture as in `general.architecture`
/// @param context how many tokens a session holds
/// @param text how text is turned into tokens, or why it cannot be
/// @param bytes size of the file, of a split model that of its first part
/// @param chatProgram what `tokenizer.chat_template` holds
record ModelFile(
        Path path,
        ModelScript script,
        String architecture,
        int context,
        TextSupport text,
        long bytes,
        Optional<String> chatProgram) {
    private static final int DEFAULT_CONTEXT = 4096;

    /// Whether a model can be given text.
    sealed interface TextSupport {
        /// It can.
        record Known(Tokenizer tokenizer) implements TextSupport {}

        /// It can only be given token ids.
        record Missing(String reason) implements TextSupport {}
    }

    static ModelFile read(Path path, Model.Options options) {
        try (GgufFile gguf = GgufFile.open(path)) {
            GgufMetadata metadata = gguf.metadata();
            ModelScript script = ModelScript.forMetadata(path, metadata);
            String architecture = metadata.requireString("general.architecture");
            checkFeatures(path, metadata, architecture);
            return new ModelFile(
                    path,
                    script,
                    architecture,
                    context(path, metadata, architecture, options),
                    textSupport(path, metadata),
                    path.toFile().length(),
                    metadata.findString("tokenizer.chat_template"));
        }
    }

    /// What the scripts do not compute must not be ignored: the text would only look right.
    private static void checkFeatures(Path path, GgufMetadata metadata, String architecture) {
        String scaling =
                metadata.findString(architecture + ".rope.scaling.type").orElse("none");
        if (!scaling.equals("none")) {
            throw new ModelException(
                    "%s: '%s.rope.scaling.type' is '%s', expected 'none'; other scaling is not supported"
                            .formatted(path.getFileName(), architecture, scaling));
        }
        long experts = metadata.findLong(architecture + ".expert_count").orElse(0L);
        if (experts != 0) {
            throw new ModelException("%s: '%s.expert_count' is %d, expected 0; mixtures of experts are not supported"
                    .formatted(path.getFileName(), architecture, experts));
        }
    }

    private static int context(Path path, GgufMetadata metadata, String architecture, Model.Options options) {
        String key = architecture + ".context_length";
        int limit = metadata.findInt(key).orElse(DEFAULT_CONTEXT);
        if (limit < 1) {
            throw new ModelException("%s: '%s' is %d, expected 1 or more".formatted(path.getFileName(), key, limit));
        }
        int wanted = options.context().orElse(Math.min(limit, DEFAULT_CONTEXT));
        if (wanted > limit) {
            throw new ModelException("%s: context is %d tokens, expected at most %d, for which the model was made"
                    .formatted(path.getFileName(), wanted, limit));
        }
        return wanted;
    }

    private static TextSupport textSupport(Path path, GgufMetadata metadata) {
        Supplier<TextSupport> missing = () -> new TextSupport.Missing(
                "%s: model has no tokenizer; pass token ids instead of text".formatted(path.getFileName()));
        try {
            return TokenizerReader.read(metadata)
                    .<TextSupport>map(TextSupport.Known::new)
                    .orElseGet(missing);
        } catch (TokenizerException e) {
            return new TextSupport.Missing("%s: %s".formatted(path.getFileName(), e.getMessage()));
        }
    }

    boolean hasTokenizer() {
        return text instanceof TextSupport.Known;
    }

    Tokenizer tokenizer() {
        return switch (text) {
            case TextSupport.Known known -> known.tokenizer();
            case TextSupport.Missing missing -> throw new ModelException(missing.reason());
        };
    }

    ChatTemplate chatTemplate() {
        String program = chatProgram.orElseThrow(
                () -> new ModelException("%s: model has no 'tokenizer.chat_template'; use 'generate' with a prompt"
                        .formatted(path.getFileName())));
        return ChatTemplate.recognise(program)
                .orElseThrow(() -> new ModelException(
                        "%s: 'tokenizer.chat_template' is unknown, expected one of %s; use 'generate' with a prompt"
                                .formatted(path.getFileName(), ChatTemplate.knownNames())));
    }
}
