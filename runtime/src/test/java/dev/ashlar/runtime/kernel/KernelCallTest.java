// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class KernelCallTest {
    @Test
    void aCallOfSomeRowsKeepsWhatTheyShare() {
        KernelCall call = new KernelCall(3, 2, 3);
        int[][] dims = {{2, 5, 64}, {32, 64}, {2, 5, 32}};
        for (int i = 0; i < dims.length; i++) {
            call.setAddress(i, 100 + i);
            for (int axis = 0; axis < dims[i].length; axis++) {
                call.setDim(i, axis, dims[i][axis]);
            }
        }
        KernelCall few = call.ofRows(3);
        assertEquals(3, few.rows(0));
        assertEquals(3 * 64, few.elements(0));
        assertEquals(32 * 64, few.elements(1));
        assertEquals(3 * 32, few.elements(few.operands()));
        for (int i = 0; i < dims.length; i++) {
            assertEquals(call.address(i), few.address(i));
        }
        few.setAddress(0, 0);
        assertEquals(100, call.address(0));
        assertEquals(10, call.rows(0));
    }
}
