// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Attributes;
import dev.ashlar.runtime.kernel.OperandType;
import dev.ashlar.runtime.kernel.Signature;
import dev.ashlar.runtime.tensor.LayoutClass;
import java.util.ArrayList;
import java.util.List;

/// One input of a kernel: its signature, the sizes of the call and the bytes of the operands.
///
/// @param label what is special about it
/// @param signature what the kernel is bound to
/// @param dims of the operands, then of the result
/// @param operands bytes in the layout of the signature
record Case(String label, Signature signature, List<int[]> dims, List<byte[]> operands) {
    /// A tensor: format, layout, dims; bytes, which the result has not.
    record Tensor(Format format, LayoutClass layout, int[] dims, byte[] bytes) {
        Tensor(Format format, int[] dims, byte[] bytes) {
            this(format, LayoutClass.CONTIGUOUS, dims, bytes);
        }

        static Tensor result(Format format, int... dims) {
            return new Tensor(format, dims, new byte[0]);
        }

        OperandType type() {
            List<Long> sizes = new ArrayList<>();
            for (int dim : dims) {
                sizes.add((long) dim);
            }
            return new OperandType(format, layout, sizes);
        }
    }

    static Case of(String label, String op, Attributes attributes, Tensor result, Tensor... operands) {
        List<OperandType> types = new ArrayList<>();
        List<int[]> dims = new ArrayList<>();
        List<byte[]> bytes = new ArrayList<>();
        for (Tensor operand : operands) {
            types.add(operand.type());
            dims.add(operand.dims());
            bytes.add(operand.bytes());
        }
        dims.add(result.dims());
        return new Case(label, new Signature(op, types, result.type(), attributes), dims, bytes);
    }

    int elements(int index) {
        int product = 1;
        for (int dim : dims.get(index)) {
            product *= dim;
        }
        return product;
    }

    int resultBytes() {
        return (int) signature.result().format().bytesOf(elements(dims.size() - 1));
    }

    /// The same case bound to a signature that leaves the outermost size of every activation to the call.
    Case dynamic() {
        return new Case(label, signature.ofAnySize(), dims, operands);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(label);
        for (int[] sizes : dims) {
            text.append(' ').append(java.util.Arrays.toString(sizes));
        }
        return text + " " + signature.attributes().values();
    }
}
