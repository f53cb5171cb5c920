// SPDX-License-Identifier: Apache-2.0

/// Kernel families and the list of them. Depends on the runtime alone.
module dev.ashlar.kernels {
    requires transitive dev.ashlar.runtime;
    requires static jdk.incubator.vector;

    exports dev.ashlar.kernels;
    exports dev.ashlar.kernels.dispatch;
    exports dev.ashlar.kernels.scalar;
}
