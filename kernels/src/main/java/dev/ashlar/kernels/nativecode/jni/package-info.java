// SPDX-License-Identifier: Apache-2.0

/// The native kernels, called through JNI.
///
/// May import dev.ashlar.kernels.nativecode and what that may. Start at [dev.ashlar.kernels.nativecode.jni.JniKernels].
package dev.ashlar.kernels.nativecode.jni;
