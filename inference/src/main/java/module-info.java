// SPDX-License-Identifier: Apache-2.0

/// Language models: tokenizers, samplers, sessions, chat templates and the model scripts.
module dev.ashlar.inference {
    requires transitive dev.ashlar.runtime;
    requires org.graalvm.polyglot;

    exports dev.ashlar.inference;
    exports dev.ashlar.inference.chat;
    exports dev.ashlar.inference.sampling;
    exports dev.ashlar.inference.tokenizer;
}
