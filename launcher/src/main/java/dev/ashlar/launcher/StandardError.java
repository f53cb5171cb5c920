// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;

/// Finds the standard error of the process.
///
/// A JVM that resolves `jdk.incubator.vector` writes a warning about it to descriptor 2, and no flag prevents that. So
/// the `ashlar` script sends descriptor 2 nowhere, keeps the real one as another, and names that in `ashlar.stderr`.
final class StandardError {
    private StandardError() {}

    static PrintStream open() {
        Integer number = Integer.getInteger("ashlar.stderr");
        FileDescriptor descriptor = number == null ? FileDescriptor.err : descriptor(number);
        PrintStream stream = new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
        System.setErr(stream);
        return stream;
    }

    private static FileDescriptor descriptor(int number) {
        try {
            Constructor<FileDescriptor> constructor = FileDescriptor.class.getDeclaredConstructor(int.class);
            constructor.setAccessible(true);
            return constructor.newInstance(number);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return FileDescriptor.err;
        }
    }
}
