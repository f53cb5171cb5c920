// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.dispatch;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// Operations on tensor views, for callers without a graph.
///
/// Weights are relaid out once for the fastest kernel and shared by all threads. The copies live as long as the memory
/// of their weight and this object: closing it frees them all.
public final class Ops implements AutoCloseable {
    private final KernelDispatch dispatch;
    private final TraceSink sink;
    private final WeightCache cache = new WeightCache();
    private final ReadWriteLock use = new ReentrantReadWriteLock();
    private boolean closed;

    /// Makes the operations.
    ///
    /// @param dispatch chooses kernels
    /// @param sink receives adapter and kernel events
    public Ops(KernelDispatch dispatch, TraceSink sink) {
        this.dispatch = dispatch;
        this.sink = sink;
    }

    /// Returns `x * W^T`, with the weight left as `[out, in]`: the primitive of linear layers.
    ///
    /// @param x `f32[in]`, `f32[T, in]` or, for a stack of weights, `f32[experts, T, in]`
    /// @param weight `[out, in]` or `[experts, out, in]`, any format and layout
    /// @param scope owns the result
    /// @return `f32[..., out]`
    public TensorView matmulWeightTransposed(TensorView x, TensorView weight, Arena scope) {
        long[] shape = x.shape();
        if (shape.length > 0 && weight.rank() > 1) {
            shape[shape.length - 1] = weight.dim(-2);
        }
        TensorView out = TensorView.allocate(Format.F32, scope, shape);
        Shapes.checkTransposed(x, weight, out);
        if (cache.hasGrown()) {
            sweep();
        }
        use.readLock().lock();
        try (Arena temporary = Arena.ofConfined()) {
            requireOpen();
            if (weight.rank() == 2) {
                product(x, weight, out, temporary);
                return out;
            }
            for (long expert = 0; expert < weight.dim(0); expert++) {
                TensorView one = weight.slice(0, expert).rebase();
                product(x.slice(0, expert).rebase(), one, out.slice(0, expert).rebase(), temporary);
            }
            return out;
        } finally {
            use.readLock().unlock();
        }
    }

    private void product(TensorView x, TensorView weight, TensorView out, Arena temporary) {
        Selection selection = dispatch.select(weight, PrepackWeights.PREPACK);
        boolean fits = weight.layoutClass() == selection.layout();
        TensorView prepacked = fits ? weight : cache.get(weight, selection.layout(), sink);
        dispatch.matmulWeightTransposed(x, prepacked, out, temporary, sink, PrepackWeights.KEEP);
    }

    /// Returns `a * b`; see [KernelDispatch#matmul].
    ///
    /// @param a `f32[M, K]`
    /// @param b `[K, N]`, any format and layout
    /// @param scope owns the result
    /// @return `f32[M, N]`
    public TensorView matmul(TensorView a, TensorView b, Arena scope) {
        if (a.rank() != 2 || b.rank() != 2) {
            throw new DispatchException("a %s does not fit b %s: expected [M, K] and [K, N]".formatted(a, b));
        }
        TensorView out = TensorView.allocate(Format.F32, scope, a.dim(0), b.dim(1));
        try (Arena temporary = Arena.ofConfined()) {
            dispatch.matmul(a, b, out, temporary, sink, PrepackWeights.KEEP);
        }
        return out;
    }

    /// Returns `x * W^T` for a ternary weight; see [KernelDispatch#bitnetGemv].
    ///
    /// @param x `f32[in]` or `f32[T, in]`
    /// @param weight TQ1_0 or TQ2_0 `[out, in]`
    /// @param scope owns the result
    /// @return `f32[..., out]`
    public TensorView bitnetGemv(TensorView x, TensorView weight, Arena scope) {
        long[] shape = x.shape();
        if (shape.length == 0 || weight.rank() != 2) {
            throw new DispatchException("x %s does not fit weight %s: expected [out, in]".formatted(x, weight));
        }
        shape[shape.length - 1] = weight.dim(0);
        TensorView out = TensorView.allocate(Format.F32, scope, shape);
        try (Arena temporary = Arena.ofConfined()) {
            dispatch.bitnetGemv(x, weight, out, temporary, sink);
        }
        return out;
    }

    /// Returns a dense tensor with its last two axes swapped, as a view.
    ///
    /// @param view dense, at least rank 2
    /// @return a view of the same storage
    /// @throws DispatchException if the tensor is packed: its blocks lie along rows, so that a
    ///     transpose would have to quantize anew
    public TensorView transpose(TensorView view) {
        if (view.layout().isPacked()) {
            throw new DispatchException("transpose: found packed %s, expected a dense tensor; for x * W^T use %s"
                    .formatted(view, "matmulWeightTransposed(x, weight)"));
        }
        if (view.rank() < 2) {
            throw new DispatchException("transpose: found %s, expected at least rank 2".formatted(view));
        }
        return view.transpose(view.rank() - 2, view.rank() - 1);
    }

    /// Returns how many relaid-out weights are held.
    ///
    /// @return copies
    public int prepackedWeights() {
        return cache.size();
    }

    /// Frees all copies, after the calls that run have ended.
    @Override
    public void close() {
        use.writeLock().lock();
        try {
            closed = true;
            cache.close();
        } finally {
            use.writeLock().unlock();
        }
    }

    /// Frees the copies of weights that are gone, unless calls are running: then a later call does.
    private void sweep() {
        if (use.writeLock().tryLock()) {
            try {
                cache.sweep();
            } finally {
                use.writeLock().unlock();
            }
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("these operations are closed");
        }
    }
}
