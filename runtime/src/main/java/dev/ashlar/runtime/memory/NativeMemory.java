// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// Memory of the C library, for what is large: pages that nobody wrote take no memory, which an arena's own do,
/// since it writes zeros first; and pages of a mapped file can be given back when they were read.
///
/// Everything here falls back to plain memory, or to nothing, where the C library lacks the function.
@SuppressWarnings("restricted")
public final class NativeMemory {
    /// The alignment of all memory handed out, in bytes: a cache line.
    public static final int ALIGNMENT = 64;

    /// From here on the C library takes whole pages from the operating system, which are zero.
    private static final long LARGE = 1 << 20;

    private static final int DONT_NEED = 4;
    private static final int HUGE_PAGE = 14;

    private NativeMemory() {}

    /// Allocates memory that is zero.
    ///
    /// @param bytes its size
    /// @param scope frees it
    /// @return aligned to [#ALIGNMENT]
    public static MemorySegment allocate(long bytes, Arena scope) {
        if (bytes < LARGE || C.ALLOCATE.isEmpty() || C.FREE.isEmpty()) {
            return scope.allocate(bytes, ALIGNMENT);
        }
        long size = Math.addExact(bytes, ALIGNMENT);
        try {
            MemorySegment block = (MemorySegment) C.ALLOCATE.get().invokeExact(size, 1L);
            if (block.address() == 0) {
                throw new OutOfMemoryError("cannot allocate %,d bytes of native memory".formatted(bytes));
            }
            MemorySegment owned = block.reinterpret(size, scope, NativeMemory::free);
            return owned.asSlice(-owned.address() & (ALIGNMENT - 1), bytes);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static void free(MemorySegment block) {
        try {
            C.FREE.orElseThrow().invokeExact(block);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /// Asks for large pages below memory that is about to be written and will be read often: fewer page faults, and
    /// fewer misses of the address cache.
    ///
    /// @param memory of [#allocate]
    public static void preferHugePages(MemorySegment memory) {
        if (memory.byteSize() >= LARGE) {
            advise(memory, HUGE_PAGE);
        }
    }

    /// Gives the pages of a mapped file back to the operating system; reading them again is slow but works. Does
    /// nothing with memory of another kind, whose content would be lost.
    ///
    /// @param mapped a read-only mapping of a file, or a part of it, of which only whole pages are given back
    public static void release(MemorySegment mapped) {
        if (mapped.isMapped() && mapped.isReadOnly()) {
            advise(mapped, DONT_NEED);
        }
    }

    private static void advise(MemorySegment memory, int advice) {
        if (C.ADVISE.isEmpty() || C.PAGE_SIZE.isEmpty()) {
            return;
        }
        try {
            long page = (int) C.PAGE_SIZE.get().invokeExact();
            long start = Math.ceilDiv(memory.address(), page) * page;
            long end = (memory.address() + memory.byteSize()) / page * page;
            if (start < end) {
                // An operating system that does not follow the advice says so, and nothing is lost.
                int _ = (int) C.ADVISE.get().invokeExact(MemorySegment.ofAddress(start), end - start, advice);
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /// The functions; linked when the first large block is asked for, which takes some milliseconds.
    private static final class C {
        static final Optional<MethodHandle> ALLOCATE = find(
                "calloc", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
        static final Optional<MethodHandle> FREE = find("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
        static final Optional<MethodHandle> ADVISE = find(
                "madvise",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
        static final Optional<MethodHandle> PAGE_SIZE =
                find("getpagesize", FunctionDescriptor.of(ValueLayout.JAVA_INT));

        private C() {}

        private static Optional<MethodHandle> find(String name, FunctionDescriptor type) {
            Linker linker = Linker.nativeLinker();
            return linker.defaultLookup().find(name).map(address -> linker.downcallHandle(address, type));
        }
    }
}
