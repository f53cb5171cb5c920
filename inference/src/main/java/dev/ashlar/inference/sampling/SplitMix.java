// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.inference.sampling;

/// The SplitMix64 generator (Steele, Lea and Flood, 2014): 64 bits of state, the same numbers on every Java.
final class SplitMix {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;
    private static final double UNIT = 0x1p-53;

    private long state;

    SplitMix(long seed) {
        this.state = seed;
    }

    long next() {
        state += GOLDEN_GAMMA;
        long mixed = (state ^ state >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }

    /// @return at least 0, less than 1
    double nextUnit() {
        return (next() >>> 11) * UNIT;
    }
}
