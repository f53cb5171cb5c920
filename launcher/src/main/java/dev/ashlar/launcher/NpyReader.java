// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads NumPy's `.npy` files: numbers of any width and byte order, in C or Fortran order.
final class NpyReader {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final Pattern DESCR = Pattern.compile("'descr':\\s*'([<>|=])([a-z])(\\d+)'");
    private static final Pattern FORTRAN = Pattern.compile("'fortran_order':\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape':\\s*\\(([0-9, ]*)\\)");

    private final Path file;
    private final ByteBuffer bytes;

    private NpyReader(Path file, byte[] bytes) {
        this.file = file;
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// Reads a file.
    static HostTensor read(Path file) throws IOException {
        return new NpyReader(file, Files.readAllBytes(file)).read();
    }

    private HostTensor read() {
        if (bytes.remaining() < 10 || !Arrays.equals(Arrays.copyOf(bytes.array(), MAGIC.length), MAGIC)) {
            throw new UserException("%s: no .npy file, expected it to begin with \\x93NUMPY".formatted(file));
        }
        int major = bytes.get(6);
        int start = major == 1 ? 10 : 12;
        long length = major == 1 ? Short.toUnsignedLong(bytes.getShort(8)) : unsignedInt(8);
        if (start + length > bytes.limit()) {
            throw new UserException(
                    "%s: header is %d bytes, but the file ends after %d".formatted(file, length, bytes.limit()));
        }
        String header = new String(bytes.array(), start, (int) length, StandardCharsets.ISO_8859_1);
        long[] shape = shape(header);
        Matcher descr = find(DESCR, header, "a 'descr' of numbers");
        int width = Integer.parseInt(descr.group(3));
        bytes.position(start + (int) length);
        ByteBuffer data =
                bytes.slice().order(descr.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        long count = count(shape, width, data.limit());
        IntToDoubleFunction element = element(data, descr.group(2) + width);
        double[] values = new double[(int) count];
        for (int i = 0; i < values.length; i++) {
            values[i] = element.applyAsDouble(i);
        }
        boolean fortran = find(FORTRAN, header, "'fortran_order'").group(1).equals("True");
        return new HostTensor(
                shape,
                fortran ? rowMajor(values, shape) : values,
                !descr.group(2).equals("f"));
    }

    private long unsignedInt(int offset) {
        if (bytes.limit() < offset + Integer.BYTES) {
            throw new UserException("%s: the file ends within its header".formatted(file));
        }
        return Integer.toUnsignedLong(bytes.getInt(offset));
    }

    private long[] shape(String header) {
        String text = find(SHAPE, header, "a 'shape'").group(1);
        try {
            return Arrays.stream(text.split(","))
                    .map(String::strip)
                    .filter(size -> !size.isEmpty())
                    .mapToLong(Long::parseLong)
                    .toArray();
        } catch (NumberFormatException e) {
            throw new UserException("%s: shape (%s) is too large".formatted(file, text), e);
        }
    }

    private long count(long[] shape, int width, int available) {
        try {
            long count = HostTensor.count(shape);
            if (Math.multiplyExact(count, width) == available) {
                return count;
            }
        } catch (ArithmeticException tooLarge) {
            throw new UserException("%s: shape %s is too large".formatted(file, Plain.shape(shape)), tooLarge);
        }
        throw new UserException("%s: shape %s does not fit the %d bytes of data, %d each"
                .formatted(file, Plain.shape(shape), available, width));
    }

    private IntToDoubleFunction element(ByteBuffer data, String type) {
        return switch (type) {
            case "f2" -> i -> Float.float16ToFloat(data.getShort(2 * i));
            case "f4" -> i -> data.getFloat(4 * i);
            case "f8" -> i -> data.getDouble(8 * i);
            case "i1" -> data::get;
            case "u1", "b1" -> i -> Byte.toUnsignedInt(data.get(i));
            case "i2" -> i -> data.getShort(2 * i);
            case "u2" -> i -> Short.toUnsignedInt(data.getShort(2 * i));
            case "i4" -> i -> data.getInt(4 * i);
            case "u4" -> i -> Integer.toUnsignedLong(data.getInt(4 * i));
            case "i8" -> i -> data.getLong(8 * i);
            default ->
                throw new UserException("%s: element type '%s', expected one of f2 f4 f8 i1 u1 b1 i2 u2 i4 u4 i8"
                        .formatted(file, type));
        };
    }

    private Matcher find(Pattern pattern, String header, String what) {
        Matcher matcher = pattern.matcher(header);
        if (!matcher.find()) {
            throw new UserException("%s: the header does not have %s: %s".formatted(file, what, header.strip()));
        }
        return matcher;
    }

    private static double[] rowMajor(double[] columnMajor, long[] shape) {
        double[] result = new double[columnMajor.length];
        int[] index = new int[shape.length];
        for (int i = 0; i < result.length; i++) {
            int from = 0;
            for (int axis = shape.length - 1; axis >= 0; axis--) {
                from = (int) (from * shape[axis] + index[axis]);
            }
            result[i] = columnMajor[from];
            for (int axis = shape.length - 1; axis >= 0 && ++index[axis] == shape[axis]; axis--) {
                index[axis] = 0;
            }
        }
        return result;
    }
}
