// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.inference.GenerateOptions;
import dev.ashlar.inference.GenerateOptions.EndOfText;
import dev.ashlar.inference.Generation;
import dev.ashlar.inference.Model;
import dev.ashlar.inference.TokenListener;
import dev.ashlar.inference.TokenListener.Reply;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `ashlar generate`: lets a language model go on with a text.
@Command(
        name = "generate",
        description = "Let a GGUF language model go on with a prompt, or talk with it.",
        footer = {
            "  ashlar generate --prompt \"Once upon a time\"",
            "  ashlar generate --model model.gguf --prompt-file story.txt --seed 7",
            "  ashlar generate --model model.gguf --prompt-tokens 1,403,407 --json",
            "  ashlar generate --chat --system \"You tell short stories.\"",
        })
final class GenerateCommand implements Callable<Integer>, RunsGraphs {
    @ParentCommand
    private AshlarCommand parent;

    @Mixin
    private ModelOptions modelOptions;

    @Mixin
    private PromptOptions prompt;

    @Mixin
    private SamplingFlags sampling;

    @Option(names = "--max-tokens", paramLabel = "N", description = "Stop after this many tokens; 256 is the default.")
    private int maxTokens = GenerateOptions.DEFAULT.maxTokens();

    @Option(names = "--ignore-end", description = "Go on where the model ends the text.")
    private boolean ignoreEnd;

    @Option(names = "--chat", description = "Take the prompt for a question; without a prompt, talk line by line.")
    private boolean chat;

    @Option(names = "--system", paramLabel = "TEXT", description = "What a chat is about.")
    private String system;

    @Option(names = "--json", description = "Print one line of JSON when all is done, with tokens and timings.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        GenerateOptions options = options();
        if (!chat && !prompt.isGiven()) {
            throw usage("no prompt: give --prompt, --prompt-file or --prompt-tokens, or talk with --chat");
        }
        if (chat && prompt.tokens().isPresent()) {
            throw usage("--chat takes text, not --prompt-tokens");
        }
        if (system != null && !chat) {
            throw usage("--system needs --chat");
        }
        if (chat && !prompt.isGiven() && json) {
            throw usage("--json needs a prompt");
        }
        try (Model model = modelOptions.load(parent)) {
            if (chat) {
                new ChatLoop(parent.console(), model.chat(), options, system).run(prompt, this::generated);
                return 0;
            }
            TokenListener listener = json ? TokenListener.silent() : new Streamed(parent.console());
            Generation generation = prompt.tokens().isPresent()
                    ? model.session().generate(prompt.tokens().get(), options, listener)
                    : model.session().generate(prompt.text(), options, listener);
            generated(generation);
        }
        return 0;
    }

    private GenerateOptions options() {
        try {
            return GenerateOptions.DEFAULT
                    .withMaxTokens(maxTokens)
                    .withSampling(sampling.options())
                    .withEndOfText(ignoreEnd ? EndOfText.IGNORED : EndOfText.STOPS);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private void generated(Generation generation) {
        parent.console().println(json ? Json.line(describe(generation)) : "");
    }

    private Map<String, Object> describe(Generation generation) {
        Map<String, Object> timings = new LinkedHashMap<>();
        timings.put("load_ms", generation.timings().load().toNanos() * 1e-6);
        timings.put("first_token_ms", generation.timings().firstToken().toNanos() * 1e-6);
        timings.put("prompt_tok_s", generation.timings().promptTokensPerSecond());
        timings.put("generation_tok_s", generation.timings().generationTokensPerSecond());
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("model", modelOptions.name());
        result.put("prompt_tokens", generation.promptTokens());
        result.put("tokens", generation.tokens());
        result.put("text", generation.text());
        result.put("stop_reason", generation.stopReason().spelling());
        result.put("timings", timings);
        return result;
    }

    /// Writes the text as it comes; stops when nobody reads it any more.
    record Streamed(Console console) implements TokenListener {
        @Override
        public Reply onToken(int token, String text) {
            console.out().print(text);
            return console.out().checkError() ? Reply.STOP : Reply.CONTINUE;
        }
    }
}
