// SPDX-License-Identifier: Apache-2.0

/// What happened at run time, as events: kernels run, relayouts, allocations.
///
/// May import the JDK only. Start at [dev.ashlar.runtime.trace.TraceEvent].
package dev.ashlar.runtime.trace;
