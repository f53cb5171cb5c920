// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.dispatch;

import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Relaid-out copies of weights: made once for each, however many threads ask, and freed when the memory of the weight
/// has been freed or the cache is closed.
///
/// The caller holds off [#sweep] and [#close] while it uses a copy.
final class WeightCache {
    /// A weight in one class.
    private record Key(TensorView weight, LayoutClass layout) {}

    /// A copy and what owns its memory; made by the first thread that locks it.
    private static final class Entry {
        private final Arena arena = Arena.ofShared();
        private TensorView copy;

        synchronized TensorView get(Key key, TraceSink sink) {
            if (copy == null) {
                copy = key.weight().prepack(key.layout(), arena, sink);
            }
            return copy;
        }
    }

    private final Map<Key, Entry> entries = new ConcurrentHashMap<>();
    private volatile boolean grown;

    TensorView get(TensorView weight, LayoutClass layout, TraceSink sink) {
        Key key = new Key(weight, layout);
        Entry entry = entries.computeIfAbsent(key, absent -> {
            grown = true;
            return new Entry();
        });
        return entry.get(key, sink);
    }

    /// Tells whether there are new copies since the last [#sweep]: only then it is worth one.
    boolean hasGrown() {
        return grown;
    }

    int size() {
        return entries.size();
    }

    /// Frees the copies of weights whose own memory is gone.
    void sweep() {
        grown = false;
        for (Iterator<Map.Entry<Key, Entry>> i = entries.entrySet().iterator(); i.hasNext(); ) {
            Map.Entry<Key, Entry> entry = i.next();
            if (!entry.getKey().weight().storage().scope().isAlive()) {
                i.remove();
                entry.getValue().arena.close();
            }
        }
    }

    void close() {
        entries.values().forEach(entry -> entry.arena.close());
        entries.clear();
    }
}
