// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Raw access to off-heap memory by absolute address.
///
/// Kernels read and write through [#ALL], one constant segment over the whole address space: its class, its
/// scope and its bounds are constants to a compiler, so an access is one machine instruction in partial
/// evaluation and under C2 alike, whichever tensor it belongs to. The price is that nothing here checks an
/// address; whoever binds a kernel checks every extent once, before the kernel runs, and keeps the memory
/// alive until it has returned.
///
/// All values are little-endian and may be unaligned.
@SuppressWarnings("restricted")
public final class Memory {
    /// The whole address space as one segment; offsets into it are absolute addresses.
    public static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final ValueLayout.OfByte BYTE = ready(ValueLayout.JAVA_BYTE);
    private static final ValueLayout.OfShort SHORT =
            ready(ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN));
    private static final ValueLayout.OfInt INT =
            ready(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN));
    private static final ValueLayout.OfLong LONG =
            ready(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN));
    private static final ValueLayout.OfFloat FLOAT =
            ready(ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN));

    private Memory() {}

    /// Makes the handle of a layout, which the layout would make at its first access: partial evaluation of
    /// code that has not run yet, a branch for another number of tokens, gives up on what makes it.
    ///
    /// @param layout that code which is partially evaluated reads or writes with
    /// @param <L> its kind
    /// @return the layout
    public static <L extends ValueLayout> L ready(L layout) {
        layout.varHandle();
        return layout;
    }

    /// Reads one byte, sign-extended.
    ///
    /// @param address absolute, in bytes
    /// @return the value, -128 to 127
    public static byte i8(long address) {
        return ALL.get(BYTE, address);
    }

    /// Reads one byte, zero-extended.
    ///
    /// @param address absolute, in bytes
    /// @return the value, 0 to 255
    public static int u8(long address) {
        return ALL.get(BYTE, address) & 0xff;
    }

    /// Reads a 16-bit integer.
    ///
    /// @param address absolute, in bytes
    /// @return the value
    public static short i16(long address) {
        return ALL.get(SHORT, address);
    }

    /// Reads a 32-bit integer.
    ///
    /// @param address absolute, in bytes
    /// @return the value
    public static int i32(long address) {
        return ALL.get(INT, address);
    }

    /// Reads a 64-bit integer.
    ///
    /// @param address absolute, in bytes
    /// @return the value
    public static long i64(long address) {
        return ALL.get(LONG, address);
    }

    /// Reads a 32-bit float.
    ///
    /// @param address absolute, in bytes
    /// @return the value
    public static float f32(long address) {
        return ALL.get(FLOAT, address);
    }

    /// Reads an IEEE half-precision float.
    ///
    /// @param address absolute, in bytes
    /// @return the value, widened exactly
    public static float f16(long address) {
        return Float.float16ToFloat(ALL.get(SHORT, address));
    }

    /// Writes one byte.
    ///
    /// @param address absolute, in bytes
    /// @param value the value
    public static void putI8(long address, byte value) {
        ALL.set(BYTE, address, value);
    }

    /// Writes a 16-bit integer.
    ///
    /// @param address absolute, in bytes
    /// @param value the value
    public static void putI16(long address, short value) {
        ALL.set(SHORT, address, value);
    }

    /// Writes a 32-bit integer.
    ///
    /// @param address absolute, in bytes
    /// @param value the value
    public static void putI32(long address, int value) {
        ALL.set(INT, address, value);
    }

    /// Writes a 64-bit integer.
    ///
    /// @param address absolute, in bytes
    /// @param value the value
    public static void putI64(long address, long value) {
        ALL.set(LONG, address, value);
    }

    /// Writes a 32-bit float.
    ///
    /// @param address absolute, in bytes
    /// @param value the value
    public static void putF32(long address, float value) {
        ALL.set(FLOAT, address, value);
    }

    /// Writes a float rounded to half precision (to nearest, ties to even).
    ///
    /// @param address absolute, in bytes
    /// @param value the value
    public static void putF16(long address, float value) {
        ALL.set(SHORT, address, Float.floatToFloat16(value));
    }
}
