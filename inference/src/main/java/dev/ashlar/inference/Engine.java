// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyObject;

/// A polyglot context with a model script whose weights are bound.
final class Engine implements AutoCloseable {
    private static final String LANGUAGE = "ashlar";
    private static final String GRAPH = "forward";

    /// From this size of the file on, in bytes, compiling takes longer than loading.
    private static final long LARGE = 64 << 20;

    private final Context context;
    private final Value graph;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean graphIsUsed;

    private Engine(Context context, Value graph) {
        this.context = context;
        this.graph = graph;
    }

    static Engine start(ModelFile file, Model.Options options, LoadListener listener) {
        Context context = context(file, options);
        try {
            Value module = context.eval(source(file.script()));
            Value loaded = module.invokeMember(
                    "load",
                    file.path().toAbsolutePath().toString(),
                    ProxyObject.fromMap(Map.of("kv", options.kv().spelling(), "context", file.context())),
                    progress(listener));
            return new Engine(context, loaded.getMember(GRAPH));
        } catch (PolyglotException e) {
            context.close(true);
            throw new ModelException(e.getMessage(), e);
        } catch (Throwable e) {
            context.close(true);
            throw e;
        }
    }

    private static ProxyExecutable progress(LoadListener listener) {
        return arguments -> {
            listener.at(arguments[0].asLong(), arguments[1].asLong());
            return true;
        };
    }

    /// Makes a context. Of a large model the first tokens wait for a cold compiler: it compiles at once for good, and
    /// by two threads, which the runtime only has by itself from 8 processors on.
    private static Context context(ModelFile file, Model.Options options) {
        if (file.bytes() < LARGE) {
            return builder(options).build();
        }
        Map<String, String> compiler = new HashMap<>(Map.of("engine.MultiTier", "false"));
        int processors = Runtime.getRuntime().availableProcessors();
        if (processors > 1 && processors < 8) {
            compiler.put("engine.CompilerThreads", "2");
        }
        try {
            return builder(options)
                    .allowExperimentalOptions(true)
                    .options(compiler)
                    .build();
        } catch (IllegalArgumentException e) {
            // A runtime without a compiler has no such options; what else is wrong is said again here.
            return builder(options).build();
        }
    }

    private static Context.Builder builder(Model.Options options) {
        HostAccess access = HostAccess.newBuilder()
                .allowArrayAccess(true)
                .allowBufferAccess(true)
                .build();
        return Context.newBuilder(LANGUAGE)
                .allowIO(IOAccess.ALL)
                .allowHostAccess(access)
                .option("engine.WarnInterpreterOnly", "false")
                .option("ashlar.Threads", Integer.toString(options.threads()))
                .option("ashlar.Numerics", options.numerics().spelling())
                .options(options.language());
    }

    private static Source source(ModelScript script) {
        try {
            return Source.newBuilder(LANGUAGE, script.text(), script.name()).build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Starts a text. The first one takes the graph itself, the others take forks with keys and values of their own.
    GraphRun fork() {
        lock.lock();
        try {
            Value run = graphIsUsed ? graph.invokeMember("fork") : graph;
            graphIsUsed = true;
            return new GraphRun(run, lock);
        } catch (PolyglotException | IllegalStateException e) {
            throw GraphRun.failure(e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        context.close(true);
    }
}
