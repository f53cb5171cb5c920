// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.gguf;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/// Supplies the bytes of a tensor when a [GgufWriter] comes to it, so that a large model never has to be in memory.
@FunctionalInterface
public interface TensorData {
    /// Writes all bytes of the tensor, in any number of pieces.
    ///
    /// @param out takes exactly as many bytes as the tensor has; each write consumes its whole buffer
    /// @throws IOException if the bytes cannot be had or written
    void writeTo(WritableByteChannel out) throws IOException;
}
