// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.scalar;

import dev.ashlar.runtime.format.Format;
import dev.ashlar.runtime.kernel.Kernel;
import dev.ashlar.runtime.kernel.KernelCall;
import dev.ashlar.runtime.memory.Memory;

/// Converts elements between dense formats: to a narrower float to nearest, ties to even; to an integer towards zero,
/// saturating. A unit is an element.
///
/// @param from F32, F16, BF16 or I32
/// @param to another of these
record Cast(Format from, Format to) implements Kernel {
    @Override
    public int units(KernelCall call) {
        return call.elements(0);
    }

    @Override
    public int grain() {
        return 32;
    }

    @Override
    public long work(KernelCall call) {
        return call.elements(0);
    }

    @Override
    public void run(KernelCall call, int first, int end, long scratch) {
        long src = call.address(0);
        long dst = call.result();
        int srcBytes = from.blockBytes();
        int dstBytes = to.blockBytes();
        for (int i = first; i < end; i++) {
            if (from == Format.I32) {
                store(dst + (long) dstBytes * i, Memory.i32(src + 4L * i));
            } else {
                store(dst + (long) dstBytes * i, load(src + (long) srcBytes * i));
            }
        }
    }

    private float load(long address) {
        if (from == Format.F32) {
            return Memory.f32(address);
        }
        return from == Format.F16 ? Memory.f16(address) : Float.intBitsToFloat(Memory.i16(address) << 16);
    }

    private void store(long address, float value) {
        if (to == Format.F32) {
            Memory.putF32(address, value);
        } else if (to == Format.F16) {
            Memory.putF16(address, value);
        } else if (to == Format.BF16) {
            Memory.putI16(address, bf16(value));
        } else {
            Memory.putI32(address, (int) value);
        }
    }

    private static short bf16(float value) {
        int bits = Float.floatToRawIntBits(value);
        if (value != value) {
            return (short) (bits >>> 16 | 0x40);
        }
        return (short) (bits + 0x7fff + (bits >>> 16 & 1) >>> 16);
    }
}
