// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.reference;

import dev.ashlar.kernels.common.AttentionShape;
import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.kernel.Signature;

/// Attention as its definition says: all scores, softmax, weighted sum, in float64. One unit.
final class AttentionReference implements Kernel {
    private final AttentionShape shape;
    private final Format keyFormat;

    AttentionReference(Signature signature) {
        shape = new AttentionShape(signature);
        keyFormat = shape.half() ? Format.F16 : Format.F32;
    }

    @Override
    public int units(KernelCall call) {
        return 1;
    }

    @Override
    public long work(KernelCall call) {
        return (long) call.elements(0) * shape.capacity(call);
    }

    @Override
    public void run(KernelCall call, int from, int to, long scratch) {
        int position = shape.checkedPosition(call);
        int tokens = call.dim(0, 0);
        int size = shape.headSize(call);
        int rowSize = shape.keyHeads() * size;
        if (shape.cached()) {
            append(call.address(3), call.address(1), position * rowSize, tokens * rowSize);
            append(call.address(4), call.address(2), position * rowSize, tokens * rowSize);
        }
        int rows = shape.cached() ? position + tokens : call.dim(1, 0);
        double[] q = rounded(Values.load(Format.F32, call.address(0), call.elements(0)));
        double[] k = Values.load(keyFormat, call.address(shape.cached() ? 3 : 1), rows * rowSize);
        double[] v = Values.load(keyFormat, call.address(shape.cached() ? 4 : 2), rows * rowSize);
        double[] y = new double[q.length];
        for (int start = 0; start < q.length; start += size) {
            int token = start / (shape.heads() * size);
            int head = start / size % shape.heads();
            int keyHead = head / (shape.heads() / shape.keyHeads());
            double[] weights = new double[shape.visible(call, position, token)];
            for (int s = 0; s < weights.length; s++) {
                for (int i = 0; i < size; i++) {
                    weights[s] += q[start + i] * k[s * rowSize + keyHead * size + i] * shape.scale(call);
                }
            }
            RowOps.softmax(weights, 0, weights.length);
            weights = rounded(weights);
            for (int s = 0; s < weights.length; s++) {
                for (int i = 0; i < size; i++) {
                    y[start + i] += weights[s] * v[s * rowSize + keyHead * size + i];
                }
            }
        }
        Values.store(Format.F32, call.result(), y);
    }

    /// Half precision where the cache is: queries and probabilities too, as the operation is defined.
    private double[] rounded(double[] values) {
        if (shape.half()) {
            for (int i = 0; i < values.length; i++) {
                values[i] = Float.float16ToFloat(Float.floatToFloat16((float) values[i]));
            }
        }
        return values;
    }

    private void append(long cache, long rows, int offset, int count) {
        Values.store(keyFormat, cache + keyFormat.bytesOf(offset), Values.load(Format.F32, rows, count));
    }
}
