// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.packed;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.tensor.BlockOrder;
import dev.ashlar.runtime.tensor.Layout;
import dev.ashlar.runtime.tensor.TensorView;
import dev.ashlar.runtime.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Brings packed weights from the order of files to the order of kernels, and back.
///
/// Views know their order, so that converting one twice is the same as once. Bytes do not: their holder says by the
/// name of the method which order they are in. Kernel order is [BlockOrder#INPUT_BLOCK_MAJOR], canonical order is
/// [BlockOrder#ROW_MAJOR].
public final class PackedWeights {
    private PackedWeights() {}

    /// Converts a weight to kernel order, into memory that is freed when it is unreachable.
    ///
    /// @param weight `[..., out, in]` in any order
    /// @return the weight itself if it is in kernel order
    public static TensorView prepackForMatmul(TensorView weight) {
        return prepackForMatmul(weight, Arena.ofAuto(), TraceSink.NONE);
    }

    /// Converts a weight to kernel order.
    ///
    /// @param weight `[..., out, in]` in any order
    /// @param scope owns the copy
    /// @param sink receives the adapter event
    /// @return the weight itself if it is in kernel order
    public static TensorView prepackForMatmul(TensorView weight, Arena scope, TraceSink sink) {
        return weight.prepack(BlockOrder.INPUT_BLOCK_MAJOR, scope, sink);
    }

    /// Converts a weight to canonical order, into memory that is freed when it is unreachable.
    ///
    /// @param weight `[..., out, in]` in any order, row tiles included
    /// @return the weight itself if it is in canonical order
    public static TensorView toCanonical(TensorView weight) {
        return toCanonical(weight, Arena.ofAuto(), TraceSink.NONE);
    }

    /// Converts a weight to canonical order.
    ///
    /// @param weight `[..., out, in]` in any order, row tiles included
    /// @param scope owns the copy
    /// @param sink receives the adapter event
    /// @return the weight itself if it is in canonical order
    public static TensorView toCanonical(TensorView weight, Arena scope, TraceSink sink) {
        return weight.prepack(BlockOrder.ROW_MAJOR, scope, sink);
    }

    /// Permutes canonical bytes to kernel order.
    ///
    /// @param canonical exactly `rows * blocksPerRow * bytesPerBlock` bytes
    /// @param rows of the weight
    /// @param blocksPerRow of the weight
    /// @param bytesPerBlock of its encoding
    /// @return a new array
    public static byte[] toKernelOrder(byte[] canonical, long rows, long blocksPerRow, int bytesPerBlock) {
        byte[] kernel = new byte[canonical.length];
        toKernelOrder(
                MemorySegment.ofArray(canonical), MemorySegment.ofArray(kernel), rows, blocksPerRow, bytesPerBlock);
        return kernel;
    }

    /// Permutes canonical bytes to kernel order, of any size.
    ///
    /// @param canonical exactly `rows * blocksPerRow * bytesPerBlock` bytes
    /// @param kernel receives as many bytes; other memory
    /// @param rows of the weight
    /// @param blocksPerRow of the weight
    /// @param bytesPerBlock of its encoding
    public static void toKernelOrder(
            MemorySegment canonical, MemorySegment kernel, long rows, long blocksPerRow, int bytesPerBlock) {
        Layout rowMajor = Layout.rowMajor(1, rows, blocksPerRow);
        Layout inputMajor = Layout.inputBlockMajor(1, 1, rows, blocksPerRow);
        permute(canonical, rowMajor, kernel, inputMajor, bytesPerBlock);
    }

    /// Permutes bytes in kernel order to canonical order.
    ///
    /// @param kernel exactly `rows * blocksPerRow * bytesPerBlock` bytes
    /// @param rows of the weight
    /// @param blocksPerRow of the weight
    /// @param bytesPerBlock of its encoding
    /// @return a new array
    public static byte[] toCanonicalOrder(byte[] kernel, long rows, long blocksPerRow, int bytesPerBlock) {
        byte[] canonical = new byte[kernel.length];
        toCanonicalOrder(
                MemorySegment.ofArray(kernel), MemorySegment.ofArray(canonical), rows, blocksPerRow, bytesPerBlock);
        return canonical;
    }

    /// Permutes bytes in kernel order to canonical order, of any size.
    ///
    /// @param kernel exactly `rows * blocksPerRow * bytesPerBlock` bytes
    /// @param canonical receives as many bytes; other memory
    /// @param rows of the weight
    /// @param blocksPerRow of the weight
    /// @param bytesPerBlock of its encoding
    public static void toCanonicalOrder(
            MemorySegment kernel, MemorySegment canonical, long rows, long blocksPerRow, int bytesPerBlock) {
        Layout rowMajor = Layout.rowMajor(1, rows, blocksPerRow);
        Layout inputMajor = Layout.inputBlockMajor(1, 1, rows, blocksPerRow);
        permute(kernel, inputMajor, canonical, rowMajor, bytesPerBlock);
    }

    private static void permute(
            MemorySegment src, Layout srcLayout, MemorySegment dst, Layout dstLayout, int bytesPerBlock) {
        if (bytesPerBlock < 1) {
            throw new IllegalArgumentException(
                    "bytes of a block: found %d, expected at least 1".formatted(bytesPerBlock));
        }
        long rows = srcLayout.blocks(0);
        long blocksPerRow = srcLayout.blocks(1);
        long bytes = Math.multiplyExact(srcLayout.blockCount(), (long) bytesPerBlock);
        if (src.byteSize() != bytes || dst.byteSize() != bytes) {
            throw new IllegalArgumentException(
                    "weight of %d x %d blocks of %d bytes: found %d bytes, expected exactly %d"
                            .formatted(
                                    rows,
                                    blocksPerRow,
                                    bytesPerBlock,
                                    src.byteSize() != bytes ? src.byteSize() : dst.byteSize(),
                                    bytes));
        }
        for (long block = 0; block < blocksPerRow; block++) {
            for (long row = 0; row < rows; row++) {
                long from = row * srcLayout.stride(0) + block * srcLayout.stride(1);
                long to = row * dstLayout.stride(0) + block * dstLayout.stride(1);
                MemorySegment.copy(src, from * bytesPerBlock, dst, to * bytesPerBlock, bytesPerBlock);
            }
        }
    }

    /// Returns how many blocks a row has.
    ///
    /// @param encoding of the weight
    /// @param inputDim elements of a row
    /// @return blocks
    public static long blocksPerRow(Format encoding, long inputDim) {
        if (inputDim < 0 || inputDim % encoding.blockElements() != 0) {
            throw new IllegalArgumentException("row is %d elements, expected a multiple of %d (%s block)"
                    .formatted(inputDim, encoding.blockElements(), encoding.spelling()));
        }
        return inputDim / encoding.blockElements();
    }

    /// Refuses a weight that looks transposed, instead of computing a wrong permutation from it.
    ///
    /// A heuristic: it sees a transposed weight only where the true rows are no whole blocks. Where the shape to
    /// expect is known, use [#requireShape].
    ///
    /// @param rows first dimension of the weight
    /// @param inputDim second dimension of the weight
    /// @param encoding of the weight
    public static void requireOutIn(long rows, long inputDim, Format encoding) {
        int block = encoding.blockElements();
        if (inputDim % block == 0) {
            return;
        }
        String found = "weight [%d, %d]: row is %d elements, expected a multiple of %d (%s block)"
                .formatted(rows, inputDim, inputDim, block, encoding.spelling());
        throw new IllegalArgumentException(
                rows % block == 0
                        ? found
                                + "; it looks like [in, out]: load it with WeightShapeOrientation.OUT_IN, or write its file"
                                + " with the dimensions exchanged"
                        : found);
    }

    /// Refuses a weight whose shape is not the one that its user expects.
    ///
    /// @param name of the weight
    /// @param found its shape
    /// @param expected the shape expected
    public static void requireShape(String name, long[] found, long[] expected) {
        if (Arrays.equals(found, expected)) {
            return;
        }
        String message = "weight '%s': found shape %s, expected %s"
                .formatted(name, Arrays.toString(found), Arrays.toString(expected));
        boolean turned =
                found.length == 2 && expected.length == 2 && found[0] == expected[1] && found[1] == expected[0];
        throw new IllegalArgumentException(
                turned ? message + "; the axes are exchanged, WeightShapeOrientation.OUT_IN gives [out, in]" : message);
    }
}
