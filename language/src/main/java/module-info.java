// SPDX-License-Identifier: Apache-2.0

/// The Truffle language `ashlar`: parses scripts, lowers graphs to nodes, and offers them to other languages.
module dev.ashlar.language {
    requires dev.ashlar.runtime;
    requires dev.ashlar.graph;
    requires dev.ashlar.kernels;
    requires org.graalvm.polyglot;
    requires org.graalvm.truffle;

    provides com.oracle.truffle.api.provider.TruffleLanguageProvider with
            dev.ashlar.language.AshlarLanguageProvider;
}
