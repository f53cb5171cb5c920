// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.interop.InteropLibrary;
import dev.ashlar.graph.pass.CompileContext;
import dev.ashlar.graph.pass.Strictness;
import dev.ashlar.graph.pass.WeightSource;
import dev.ashlar.language.SharedWeights.Pack;
import dev.ashlar.language.interop.Host;
import dev.ashlar.language.node.GraphPlan;
import dev.ashlar.language.node.GraphRoot;
import dev.ashlar.language.node.Instance;
import dev.ashlar.language.node.MemoryPool;
import dev.ashlar.language.node.Rehearsal;
import dev.ashlar.language.node.Workers;
import dev.ashlar.runtime.gguf.GgufFile;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.load.PrepackCache;
import dev.ashlar.runtime.trace.PerfettoSink;
import dev.ashlar.runtime.trace.TraceSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Everything that one context owns: memory, threads, open files, the trace. Gone when it closes.
final class AshlarContext implements Host, AutoCloseable {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

    private final AshlarLanguage language;
    private final Env env;
    private final Workers workers;
    private final TraceSink trace;
    private final MemoryPool pool;
    private final List<AutoCloseable> resources = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();

    AshlarContext(AshlarLanguage language, Env env) {
        this.language = language;
        this.env = env;
        trace = TraceFile.open(env, env.getOptions().get(AshlarOptions.TRACE));
        pool = new MemoryPool(trace);
        workers = new Workers(AshlarOptions.threads(env), env::createSystemThread);
    }

    Env env() {
        return env;
    }

    Workers workers() {
        return workers;
    }

    TraceSink trace() {
        return trace;
    }

    KernelRegistry registry() {
        return language.targets().registry();
    }

    CompileContext compileContext(WeightSource weights, Map<String, Object> options) {
        return new CompileContext(
                weights,
                options,
                registry(),
                env.getOptions().get(AshlarOptions.NUMERICS),
                env.getOptions().get(AshlarOptions.PREPACK),
                env.getOptions().get(AshlarOptions.STRICT) ? Strictness.STRICT : Strictness.WARN,
                workers.threads(),
                env.getOptions().get(AshlarOptions.CALLS));
    }

    Instance newInstance(GraphPlan plan) {
        return new Instance(plan, language.targets(), pool, workers, trace);
    }

    GraphRoot newRoot(Instance sample) {
        return GraphRoot.create(language, language.targets(), sample);
    }

    /// Has the kernels of a graph compiled in the background, if there is a compiler.
    Optional<Rehearsal> rehearse(GraphPlan plan) {
        if (AshlarLanguage.isInterpreted()) {
            return Optional.empty();
        }
        Rehearsal rehearsal = new Rehearsal(plan, language.targets(), env::createSystemThread);
        resources.addFirst(rehearsal);
        rehearsal.start();
        return Optional.of(rehearsal);
    }

    /// Makes memory that lives until the context closes.
    Arena newArena() {
        Arena arena = Arena.ofShared();
        resources.addFirst(arena::close);
        return arena;
    }

    /// Begins to use the relaid-out copies of weights, until the context closes.
    Pack acquire(Weights weights) {
        Pack pack = weights.fileKey().map(language.weights()::acquire).orElseGet(() -> new Pack(""));
        resources.addFirst(
                weights.fileKey().isPresent() ? () -> language.weights().release(pack) : pack::free);
        return pack;
    }

    /// Returns where relaid-out weights of a file are kept.
    Optional<PrepackCache> cache(Weights weights) {
        return weights.file()
                .flatMap(file -> CacheFolder.open(env, env.getOptions().get(AshlarOptions.PREPACK_CACHE))
                        .map(folder -> new PrepackCache(folder, file.identity())));
    }

    /// Closes a file together with the context.
    GgufFile own(GgufFile file) {
        resources.addFirst(file);
        return file;
    }

    /// Writes one line to the error stream of the context.
    void warn(String message) {
        try {
            env.err().write(("ashlar: " + message + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
            env.err().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Class<? extends TruffleLanguage<?>> language() {
        return AshlarLanguage.class;
    }

    @Override
    public Optional<Object> hostObject(Object value) {
        // What the host access of the context does not let a guest read is not unwrapped either.
        boolean readable = env.isHostObject(value)
                && (INTEROP.hasArrayElements(value) || INTEROP.hasBufferElements(value) || INTEROP.hasMembers(value));
        return readable ? Optional.ofNullable(env.asHostObject(value)) : Optional.empty();
    }

    @Override
    public <T> T exclusively(Supplier<T> action) {
        return locked(lock, action);
    }

    /// Runs an action with a lock; waiting for it can be interrupted.
    static <T> T locked(ReentrantLock lock, Supplier<T> action) {
        if (!lock.tryLock()) {
            TruffleSafepoint.setBlockedThreadInterruptible(null, ReentrantLock::lockInterruptibly, lock);
        }
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        workers.close();
        pool.close();
        for (AutoCloseable resource : resources) {
            try {
                resource.close();
            } catch (Exception e) {
                throw new IllegalStateException("cannot close a resource of the context", e);
            }
        }
        resources.clear();
        if (trace instanceof PerfettoSink file) {
            file.close();
        }
    }
}
