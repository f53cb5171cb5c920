// SPDX-License-Identifier: Apache-2.0

/// The graph language front end: script to AST, AST to IR, the passes over the IR, and the verifier.
module dev.ashlar.graph {
    requires transitive dev.ashlar.runtime;

    exports dev.ashlar.graph.ir;
    exports dev.ashlar.graph.op;
    exports dev.ashlar.graph.pass;
    exports dev.ashlar.graph.syntax;
    exports dev.ashlar.graph.verify;
}
