// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.tensor;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// A random tensor and a random chain of operations on it, reproducible from its numbers.
///
/// Every step is a number that seeds its own choices, made among what is possible in the state it meets. So steps can
/// be left out, to find the shortest chain that fails.
///
/// @param tensor seeds the choice of format, shape, order, storage and bytes
/// @param steps each seeds one operation
record ViewChain(long tensor, List<Long> steps) {
    static ViewChain random(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long tensor = random.nextLong();
        return new ViewChain(tensor, random.longs(random.nextInt(1, 9)).boxed().toList());
    }

    /// Runs the chain on a correct or a faulty implementation.
    ///
    /// @return what went wrong and in which chain, or empty
    Optional<String> run(Path folder, Fault fault) {
        List<String> log = new ArrayList<>();
        try (Arena scope = Arena.ofConfined()) {
            ViewChainState state = new ViewChainState(scope, folder, log, fault);
            state.start(new SplittableRandom(tensor));
            for (long step : steps) {
                state.step(new SplittableRandom(step));
                state.check();
            }
            return Optional.empty();
        } catch (AssertionError | RuntimeException e) {
            return Optional.of("%s%nafter %s%n%s".formatted(e, String.join(", ", log), this));
        }
    }

    /// Leaves out steps as long as the chain still fails.
    ViewChain shrink(Path folder, Fault fault) {
        for (int i = 0; i < steps.size(); i++) {
            List<Long> fewer = new ArrayList<>(steps);
            fewer.remove(i);
            ViewChain shorter = new ViewChain(tensor, List.copyOf(fewer));
            if (shorter.run(folder, fault).isPresent()) {
                return shorter.shrink(folder, fault);
            }
        }
        return this;
    }

    /// A deliberate mistake, to see that it is found.
    enum Fault {
        NONE,
        /// A relaid-out view keeps the layout that it had.
        ORDER_NOT_KEPT,
        /// A narrowed view keeps its first row.
        OFFSET_IGNORED
    }
}
