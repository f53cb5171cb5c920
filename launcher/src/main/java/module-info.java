// SPDX-License-Identifier: Apache-2.0

/// The `ashlar` command.
module dev.ashlar.launcher {
    requires com.fasterxml.jackson.databind;
    requires dev.ashlar.graph;
    requires dev.ashlar.inference;
    requires dev.ashlar.kernels;
    requires dev.ashlar.runtime;
    requires info.picocli;
    requires java.management;
    requires me.tongfei.progressbar;
    requires org.graalvm.polyglot;
    requires org.jline.reader;
    requires org.jline.terminal;

    opens dev.ashlar.launcher to
            info.picocli;
}
