// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.dispatch;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.kernel.Numerics;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.tensor.LayoutClass;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.TraceEvent;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Computes products of views with the best kernel of a registry. Thread-safe; holds no tensor.
///
/// Views may be anything: what no kernel reads as it is (heap storage, strides, a narrowed weight) is copied into the
/// scope of the call first, and every copy of a weight is emitted as an adapter event.
public final class KernelDispatch {
    private final KernelSelector selector;
    private final Fallback fallback;
    private final Consumer<String> notices;
    private final Set<String> noticed = ConcurrentHashMap.newKeySet();
    private final Set<String> traced = ConcurrentHashMap.newKeySet();

    /// Makes a dispatch.
    ///
    /// @param registry the kernels to choose from
    /// @param numerics how packed weights are multiplied
    /// @param fallback what happens where only a reference kernel fits
    /// @param notices receives the line of a fallback, once per key
    public KernelDispatch(KernelRegistry registry, Numerics numerics, Fallback fallback, Consumer<String> notices) {
        this.selector = new KernelSelector(registry, numerics);
        this.fallback = fallback;
        this.notices = notices;
    }

    /// Chooses the kernel of `x * W^T`.
    ///
    /// @param weight `[out, in]`, in any layout
    /// @param prepack whether it may be relaid out
    /// @return the choice; its layout is the one to bring the weight into
    /// @throws DispatchException if there is none, or only a reference kernel and that is refused
    public Selection select(TensorView weight, PrepackWeights prepack) {
        Optional<Selection> selection = selector.linear(weight, prepack);
        if (selection.isEmpty()) {
            throw new DispatchException("no kernel for " + selector.key(weight));
        }
        if (KernelSelector.isReference(selection.get().kernel())) {
            String key = selector.key(weight).toString();
            if (fallback == Fallback.REFUSE) {
                throw new DispatchException("only the slow reference kernel has " + key);
            }
            if (noticed.add(key)) {
                notices.accept("using the slow reference kernel for " + key);
            }
        }
        return selection.get();
    }

    /// Computes `out = x * W^T`, the product of activations with a weight as it is stored.
    ///
    /// @param x `f32[in]`, `f32[T, in]` or, for a stack of weights, `f32[experts, T, in]`
    /// @param weight `[out, in]` or `[experts, out, in]`
    /// @param out `f32` of the same rank as `x` with `out` for `in`, contiguous, overwritten
    /// @param scope owns the copies that are needed
    /// @param sink receives adapter and kernel events
    /// @param prepack whether the weight may be relaid out for this call
    /// @return the choice, of a stack that for its first weight
    public Selection matmulWeightTransposed(
            TensorView x, TensorView weight, TensorView out, Arena scope, TraceSink sink, PrepackWeights prepack) {
        Shapes.checkTransposed(x, weight, out);
        if (weight.rank() == 3) {
            Selection first = select(weight.slice(0, 0), prepack);
            for (long expert = 0; expert < weight.dim(0); expert++) {
                matmulWeightTransposed(
                        x.slice(0, expert).rebase(),
                        weight.slice(0, expert).rebase(),
                        out.slice(0, expert).rebase(),
                        scope,
                        sink,
                        prepack);
            }
            return first;
        }
        Selection selection = select(weight, prepack);
        traceOnce(selection, weight, sink);
        TensorView w = offHeap(weight.prepack(selection.layout(), scope, sink), scope, sink);
        TensorView activations = quantized(contiguous(rows(x), scope), weight.format(), scope, sink);
        Signature signature = selector.signature(weight, selection.layout());
        TensorView result = target(rows(out), scope);
        KernelRunner.run(selection.kernel(), signature, sink, activations, w, result);
        copyBack(result, out);
        return selection;
    }

    private void traceOnce(Selection selection, TensorView weight, TraceSink sink) {
        if (sink.isEnabled() && traced.add(weight + " by " + selection.kernel().name())) {
            List<String> rejected = selection.rejected().stream()
                    .map(other -> other.kernel() + ": " + other.reason())
                    .toList();
            String kernel = selection.kernel().name();
            sink.emit(new TraceEvent.KernelChosen(System.nanoTime(), weight.toString(), kernel, rejected));
        }
    }

    /// Computes `out = a * b`.
    ///
    /// A transposed view of a weight `[N, K]` is such a `b` and is multiplied as that weight. A packed `b`
    /// whose blocks lie along `N` fits no kernel: it is decoded to f32 first, a conversion that the trace shows.
    ///
    /// @param a `f32[M, K]`
    /// @param b `[K, N]`, any format and layout
    /// @param out `f32[M, N]`, contiguous, overwritten
    /// @param scope owns the copies that are needed
    /// @param sink receives adapter and kernel events
    /// @param prepack whether a weight may be relaid out for this call
    public void matmul(
            TensorView a, TensorView b, TensorView out, Arena scope, TraceSink sink, PrepackWeights prepack) {
        Shapes.check(a, b, out);
        if (b.layout().isPacked() && b.layout().blockAxis() == 0) {
            matmulWeightTransposed(a, b.transpose(0, 1), out, scope, sink, prepack);
            return;
        }
        TensorView right = contiguous(b, scope);
        if (b.layout().isPacked()) {
            adapter(sink, "decode", b, right);
        }
        OperandType x = type(a);
        OperandType y = type(right);
        Signature signature = new Signature("matmul", List.of(x, y), type(out), Attributes.NONE);
        TensorView result = target(out, scope);
        KernelRunner.run(selector.matmul(signature), signature, sink, contiguous(a, scope), right, result);
        copyBack(result, out);
    }

    /// Computes `out = x * W^T` as BitNet b1.58 does: a ternary weight, and activations that are int8 by the largest
    /// magnitude of their row.
    ///
    /// @param x `f32[in]` or `f32[T, in]`
    /// @param weight ternary `[out, in]`, in any layout
    /// @param out `f32` of the same rank as `x` with `out` for `in`, contiguous, overwritten
    /// @param scope owns the copies that are needed
    /// @param sink receives adapter and kernel events
    public void bitnetGemv(TensorView x, TensorView weight, TensorView out, Arena scope, TraceSink sink) {
        Shapes.checkTransposed(x, weight, out);
        Selection selection = selector.bitnet(weight)
                .orElseThrow(() -> new DispatchException(
                        "bitnet_gemv: found weight %s, expected a ternary [out, in]".formatted(weight)));
        Signature plain = selector.signature(weight, selection.layout());
        OperandType rows = plain.operand(0);
        OperandType activations = new OperandType(Format.F32, rows.layout(), rows.dims());
        List<OperandType> operands = List.of(activations, plain.operand(1));
        Signature signature = new Signature("bitnet_gemv", operands, plain.result(), Attributes.NONE);
        TensorView w = offHeap(weight.prepack(selection.layout(), scope, sink), scope, sink);
        TensorView result = target(rows(out), scope);
        KernelRunner.run(selection.kernel(), signature, sink, contiguous(rows(x), scope), w, result);
        copyBack(result, out);
    }

    private TensorView quantized(TensorView x, Format weight, Arena scope, TraceSink sink) {
        Format to = selector.activations(weight);
        if (to == Format.F32) {
            return x;
        }
        TensorView quantized = TensorView.allocate(to, scope, x.shape());
        OperandType from = type(x);
        OperandType result = new OperandType(to, LayoutClass.CONTIGUOUS, from.dims());
        Attributes attributes = Attributes.NONE.with("to", to.spelling());
        Signature signature = new Signature("quantize", List.of(from), result, attributes);
        KernelRunner.run(selector.quantize(signature), signature, sink, x, quantized);
        return quantized;
    }

    /// A vector is a matrix of one row.
    private static TensorView rows(TensorView view) {
        return view.rank() == 1 ? view.unsqueeze(0) : view;
    }

    private static OperandType type(TensorView view) {
        return new OperandType(
                Format.F32,
                LayoutClass.CONTIGUOUS,
                Arrays.stream(view.shape()).boxed().toList());
    }

    /// Returns a view as contiguous off-heap f32.
    private static TensorView contiguous(TensorView view, Arena scope) {
        boolean fits = view.format() == Format.F32 && view.layoutClass() == LayoutClass.CONTIGUOUS;
        return fits && view.storage().isNative() ? view : view.materialize(scope);
    }

    private static TensorView offHeap(TensorView weight, Arena scope, TraceSink sink) {
        if (weight.storage().isNative()) {
            return weight;
        }
        MemorySegment copy = scope.allocate(weight.byteSize(), 64);
        copy.copyFrom(weight.storage().asSlice(0, weight.byteSize()));
        TensorView moved = new TensorView(weight.format(), weight.layout(), copy);
        adapter(sink, "gather", weight, moved);
        return moved;
    }

    private static void adapter(TraceSink sink, String kind, TensorView from, TensorView to) {
        if (sink.isEnabled()) {
            sink.emit(new TraceEvent.AdapterInserted(
                    System.nanoTime(),
                    0,
                    kind,
                    from.toString(),
                    from.layoutClass().spelling(),
                    to.layoutClass().spelling(),
                    to.byteSize()));
        }
    }

    private static TensorView target(TensorView out, Arena scope) {
        return out.storage().isNative() ? out : TensorView.allocate(Format.F32, scope, out.shape());
    }

    private static void copyBack(TensorView result, TensorView out) {
        if (!out.storage().isNative()) {
            long from = out.layout().offset() * Float.BYTES;
            MemorySegment.copy(result.storage(), 0, out.storage(), from, out.elementCount() * Float.BYTES);
        }
    }
}
