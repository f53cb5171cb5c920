// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.Truffle;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.TruffleLanguage.ContextPolicy;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.instrumentation.ProvidedTags;
import com.oracle.truffle.api.instrumentation.StandardTags;
import com.oracle.truffle.api.nodes.RootNode;
import com.oracle.truffle.api.source.Source;
import dev.ashlar.graph.syntax.Script;
import dev.ashlar.graph.syntax.ScriptException;
import dev.ashlar.kernels.NativeKernels;
import dev.ashlar.kernels.StandardKernels;
import dev.ashlar.language.interop.ModuleValue;
import dev.ashlar.language.node.KernelTargets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.graalvm.options.OptionDescriptors;
import org.graalvm.options.OptionValues;

/// The language `ashlar`: a script evaluates to a module whose members are its graphs.
///
/// Kernels are compiled once per engine, and weights of a file relaid out once; all other data belongs to a context.
@TruffleLanguage.Registration(
        id = AshlarLanguage.ID,
        name = "Ashlar",
        implementationName = "Ashlar",
        version = "0.1.0",
        characterMimeTypes = AshlarLanguage.MIME_TYPE,
        defaultMimeType = AshlarLanguage.MIME_TYPE,
        contextPolicy = ContextPolicy.SHARED,
        fileTypeDetectors = AshlarFileDetector.class)
@ProvidedTags({StandardTags.RootTag.class, StandardTags.RootBodyTag.class, StandardTags.StatementTag.class})
public final class AshlarLanguage extends TruffleLanguage<AshlarContext> {
    /// The name of the language in the polyglot API.
    public static final String ID = "ashlar";

    /// The type of its scripts.
    public static final String MIME_TYPE = "application/x-ashlar";

    private static final ContextReference<AshlarContext> CONTEXT = ContextReference.create(AshlarLanguage.class);
    private static final String INTERPRETED = "Interpreted";

    private final KernelTargets targets = new KernelTargets(this, StandardKernels.registry(nativeKernels()));
    private final SharedWeights weights = new SharedWeights();
    private final AtomicBoolean warned = new AtomicBoolean();

    /// For the polyglot API.
    public AshlarLanguage() {}

    /// The kernels of an engine are those of the JVM: `-Dashlar.NativeKernels=true` adds the ones in C.
    private static NativeKernels nativeKernels() {
        return Boolean.getBoolean("ashlar.NativeKernels") ? NativeKernels.INCLUDED : NativeKernels.OMITTED;
    }

    @Override
    protected AshlarContext createContext(Env env) {
        return new AshlarContext(this, env);
    }

    @Override
    protected void initializeContext(AshlarContext context) {
        if (isInterpreted() && warned.compareAndSet(false, true)) {
            context.warn(
                    ("no Graal compiler in this JVM fits it (JDK %s), so graphs run interpreted, many times slower:"
                                    + " start a JDK 25.0.3 with the flags that 'ashlar jvm-args' prints")
                            .formatted(Runtime.version()));
        }
    }

    @Override
    protected void disposeContext(AshlarContext context) {
        context.close();
    }

    @Override
    protected OptionDescriptors getOptionDescriptors() {
        return AshlarOptions.descriptors();
    }

    @Override
    protected boolean areOptionsCompatible(OptionValues first, OptionValues next) {
        return true;
    }

    @Override
    protected boolean isThreadAccessAllowed(Thread thread, boolean singleThreaded) {
        return true;
    }

    @Override
    protected CallTarget parse(ParsingRequest request) {
        Source source = request.getSource();
        try {
            Script script =
                    Script.parse(source.getName(), source.getCharacters().toString());
            return new ModuleRoot(this, source, script).getCallTarget();
        } catch (ScriptException e) {
            throw Errors.ofParser(e, source);
        }
    }

    static boolean isInterpreted() {
        return Truffle.getRuntime().getName().equals(INTERPRETED);
    }

    KernelTargets targets() {
        return targets;
    }

    SharedWeights weights() {
        return weights;
    }

    /// Evaluates a script: makes its module in the current context.
    private static final class ModuleRoot extends RootNode {
        private final Source source;
        private final Script script;

        private ModuleRoot(AshlarLanguage language, Source source, Script script) {
            super(language);
            this.source = source;
            this.script = script;
        }

        @Override
        public Object execute(VirtualFrame frame) {
            return module(CONTEXT.get(this));
        }

        @TruffleBoundary
        private ModuleValue module(AshlarContext context) {
            return new ModuleValue(context, ScriptGraphs.of(context, source, script));
        }

        @Override
        public String getName() {
            return source.getName();
        }
    }
}
