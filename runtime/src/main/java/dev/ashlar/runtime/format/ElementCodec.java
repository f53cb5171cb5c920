// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.format;

import java.lang.foreign.MemorySegment;

/// A codec of single elements: dense formats can be written element by element, packed ones cannot.
public interface ElementCodec extends Codec {
    /// Encodes one element, rounding to nearest, ties to even, where the format is a narrower float.
    ///
    /// @param value the value
    /// @param dst receives the element
    /// @param offsetBytes where the element begins in `dst`; need not be aligned
    /// @throws IllegalArgumentException if the format is an integer and the value is not, or does not fit
    void encode(float value, MemorySegment dst, long offsetBytes);
}
