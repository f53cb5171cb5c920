// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import java.util.List;

/// Which kernel computes an operation, and why no other of its formats does.
///
/// @param node name of the value
/// @param op name of the operation
/// @param kernel name of the chosen kernel
/// @param nanosecondsPerCall estimated time of a call, with every symbolic size taken as 1
/// @param relayoutBytes bytes of the copies that its operands need, made once at load; 0 for none
/// @param rejected every other kernel of the operation that reads operands of these formats
/// @param notes what else was decided: fallen numerics, a shared or duplicated weight
public record Decision(
        String node,
        String op,
        String kernel,
        double nanosecondsPerCall,
        long relayoutBytes,
        List<Rejected> rejected,
        List<String> notes) {
    /// Copies the lists.
    public Decision {
        rejected = List.copyOf(rejected);
        notes = List.copyOf(notes);
    }
}
