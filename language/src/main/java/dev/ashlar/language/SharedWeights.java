// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.TensorView;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// The relaid-out weights of the model files that the contexts of an engine use: each is made once, and freed with the
/// last context that uses it. Thread-safe.
final class SharedWeights {
    private final Map<String, Pack> packs = new HashMap<>();

    /// Begins to use the weights of a file.
    ///
    /// @param file tells one file from another, and from what it was before it was changed
    /// @return to be given back with [#release]
    synchronized Pack acquire(String file) {
        Pack pack = packs.computeIfAbsent(file, Pack::new);
        pack.users++;
        return pack;
    }

    /// Ends a use; the last one frees the memory.
    synchronized void release(Pack pack) {
        pack.users--;
        if (pack.users == 0) {
            packs.remove(pack.file);
            pack.free();
        }
    }

    /// A weight in an arrangement.
    ///
    /// @param weight its name
    /// @param layout the arrangement
    record Copy(String weight, LayoutClass layout) {}

    /// The relaid-out weights of one file, or of one mapping.
    static final class Pack {
        /// Held while copies are looked up and made.
        final ReentrantLock lock = new ReentrantLock();

        private final String file;
        private final Map<Copy, TensorView> copies = new HashMap<>();
        private final List<Arena> arenas = new ArrayList<>();
        private int users;

        Pack(String file) {
            this.file = file;
        }

        boolean has(Copy copy) {
            return copies.containsKey(copy);
        }

        TensorView get(Copy copy) {
            return copies.get(copy);
        }

        /// Adds copies, and what frees them.
        void add(Map<Copy, TensorView> made, Arena arena) {
            copies.putAll(made);
            arenas.add(arena);
        }

        void free() {
            copies.clear();
            arenas.forEach(Arena::close);
            arenas.clear();
        }
    }
}
