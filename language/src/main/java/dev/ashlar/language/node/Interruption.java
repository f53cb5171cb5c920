// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.language.node;

import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.interop.ExceptionType;
import com.oracle.truffle.api.nodes.Node;
import java.util.Optional;

/// Where a running graph looks whether it is to stop.
final class Interruption {
    private Interruption() {}

    /// Ends the graph when its context is cancelled or interrupted, or the calling thread is; the thread stays
    /// interrupted.
    ///
    /// @param location what is running
    static void poll(Node location) {
        TruffleSafepoint.poll(location);
        if (Thread.currentThread().isInterrupted()) {
            throw new AshlarException(
                    "interrupted",
                    Optional.ofNullable(location).map(Node::getEncapsulatingSourceSection),
                    ExceptionType.INTERRUPT);
        }
    }
}
