// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.vector;

/// Decides, once, whether this JVM can run the vector kernels; says nothing itself.
///
/// Loads no class of the Vector API unless its module is there. The registry turns a refusal into a reason that names
/// the missing flag.
public final class VectorGate {
    private static final String MODULE = "jdk.incubator.vector";
    private static final int SMALLEST_BITS = 128;
    private static final boolean OPEN =
            ModuleLayer.boot().findModule(MODULE).isPresent() && Width.FLOATS.vectorBitSize() >= SMALLEST_BITS;

    private VectorGate() {}

    /// Tells whether the Vector API is there, with vectors that are wide enough.
    ///
    /// @return true if the vector kernels run
    public static boolean isOpen() {
        return OPEN;
    }
}
