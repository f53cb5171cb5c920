// SPDX-License-Identifier: Apache-2.0

/// Formats, layouts, tensors, GGUF files, trace events and the kernel interface. Depends on the JDK alone.
module dev.ashlar.runtime {
    exports dev.ashlar.runtime.format;
    exports dev.ashlar.runtime.gguf;
    exports dev.ashlar.runtime.kernel;
    exports dev.ashlar.runtime.load;
    exports dev.ashlar.runtime.memory;
    exports dev.ashlar.runtime.quantize;
    exports dev.ashlar.runtime.packed;
    exports dev.ashlar.runtime.tensor;
    exports dev.ashlar.runtime.trace;
}
