// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import dev.ashlar.runtime.memory.NativeMemory;
import dev.ashlar.runtime.trace.TraceEvent;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;

/// Off-heap memory of a context: all of it is freed when the context closes, and that of an instance that nobody can
/// reach any more when the next one is made. Thread-safe.
public final class MemoryPool implements AutoCloseable {
    /// The alignment of all memory handed out, in bytes: a cache line.
    public static final int ALIGNMENT = NativeMemory.ALIGNMENT;

    private final TraceSink trace;
    private final Set<Region> regions = new HashSet<>();
    private final ReferenceQueue<Object> unreachable = new ReferenceQueue<>();
    private boolean closed;

    /// Makes an empty pool.
    ///
    /// @param trace learns of every allocation
    public MemoryPool(TraceSink trace) {
        this.trace = trace;
    }

    /// Makes memory that lives as long as its owner is reachable.
    ///
    /// @param owner must hold the region, and must not be held by it
    /// @return an empty region
    public synchronized Region newRegion(Object owner) {
        for (Reference<?> lost = unreachable.poll(); lost != null; lost = unreachable.poll()) {
            ((Region) lost).close();
        }
        if (closed) {
            throw new IllegalStateException("the context is closed");
        }
        Region region = new Region(owner);
        regions.add(region);
        return region;
    }

    /// Returns how much memory is allocated.
    ///
    /// @return bytes
    public synchronized long bytes() {
        return regions.stream().mapToLong(region -> region.bytes).sum();
    }

    /// Frees all memory. No kernel may be running.
    @Override
    public synchronized void close() {
        closed = true;
        Set.copyOf(regions).forEach(Region::close);
    }

    /// A block of memory.
    ///
    /// @param arena frees it
    /// @param address absolute, in bytes, a multiple of [#ALIGNMENT]
    /// @param bytes its size
    public record Block(Arena arena, long address, long bytes) {
        static final Block NONE = new Block(Arena.global(), 0, 0);
    }

    /// Blocks with one owner.
    public final class Region extends PhantomReference<Object> implements AutoCloseable {
        private final Set<Block> blocks = new HashSet<>();
        private long bytes;

        private Region(Object owner) {
            super(owner, unreachable);
        }

        /// Allocates zeroed memory.
        ///
        /// @param what it is for
        /// @param size at least 1 byte is allocated
        /// @return the block
        public Block allocate(String what, long size) {
            Arena arena = Arena.ofShared();
            try {
                long address = NativeMemory.allocate(Math.max(1, size), arena).address();
                Block block = new Block(arena, address, size);
                synchronized (MemoryPool.this) {
                    blocks.add(block);
                    bytes += size;
                }
                if (trace.isEnabled()) {
                    trace.emit(new TraceEvent.Allocation(System.nanoTime(), what, size));
                }
                return block;
            } catch (OutOfMemoryError | IllegalArgumentException e) {
                arena.close();
                throw new AshlarException("cannot allocate %,d bytes of memory for %s".formatted(size, what));
            }
        }

        /// Frees one block.
        ///
        /// @param block of this region
        public void free(Block block) {
            synchronized (MemoryPool.this) {
                if (!blocks.remove(block)) {
                    return;
                }
                bytes -= block.bytes();
            }
            block.arena().close();
            if (trace.isEnabled()) {
                trace.emit(new TraceEvent.Free(System.nanoTime(), "block", block.bytes()));
            }
        }

        /// Frees all blocks.
        @Override
        public void close() {
            Set.copyOf(blocks).forEach(this::free);
            synchronized (MemoryPool.this) {
                regions.remove(this);
            }
            clear();
        }
    }
}
