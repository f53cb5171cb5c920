// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Views mean the same after any chain of operations, in any order and storage.
class ViewChainTest {
    private static final int CHAINS = 20_000;

    @TempDir
    Path folder;

    @Test
    void chainsOfViewsMeanWhatTheirOperationsSay() {
        long base = System.nanoTime();
        for (int i = 0; i < CHAINS; i++) {
            ViewChain chain = ViewChain.random(base + i);
            if (chain.run(folder, ViewChain.Fault.NONE).isPresent()) {
                ViewChain shrunk = chain.shrink(folder, ViewChain.Fault.NONE);
                fail("seed %d: %s"
                        .formatted(
                                base + i,
                                shrunk.run(folder, ViewChain.Fault.NONE).orElse("it passes now")));
            }
        }
    }

    @Test
    void findsAndShrinksDeliberateFaults() {
        for (ViewChain.Fault fault : ViewChain.Fault.values()) {
            if (fault != ViewChain.Fault.NONE) {
                ViewChain shrunk = firstFailure(fault).shrink(folder, fault);
                assertTrue(shrunk.steps().size() <= 2, fault + ": " + shrunk.run(folder, fault));
            }
        }
    }

    private ViewChain firstFailure(ViewChain.Fault fault) {
        for (long seed = 1; seed < 1000; seed++) {
            ViewChain chain = ViewChain.random(seed);
            if (chain.run(folder, fault).isPresent()) {
                return chain;
            }
        }
        return fail(fault + " was not found in 1000 chains");
    }
}
