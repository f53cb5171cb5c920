// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

/// A command that runs graphs, so that there is something to trace.
interface RunsGraphs {}
