// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.graph.pass;

import java.util.List;
import java.util.Locale;

/// Writes decisions for people to read.
public final class Explanation {
    private Explanation() {}

    /// Explains decisions: per operation the chosen kernel, what else was decided, and why every other kernel of the
    /// operation that reads these formats was not taken.
    ///
    /// @param decisions as a compilation made them
    /// @return lines with line ends
    public static String of(List<Decision> decisions) {
        StringBuilder text = new StringBuilder();
        decisions.forEach(decision -> append(decision, text));
        return text.toString();
    }

    private static void append(Decision decision, StringBuilder text) {
        String relayout =
                decision.relayoutBytes() == 0 ? "" : " and a relayout of " + Matching.bytes(decision.relayoutBytes());
        text.append(decision.node())
                .append(" = ")
                .append(decision.op())
                .append(" by ")
                .append(decision.kernel());
        text.append(String.format(Locale.ROOT, ": %,.0f ns a call%s\n", decision.nanosecondsPerCall(), relayout));
        decision.notes().forEach(note -> text.append("  ").append(note).append('\n'));
        for (Rejected rejected : decision.rejected()) {
            text.append("  not ")
                    .append(rejected.kernel())
                    .append(": ")
                    .append(rejected.reason())
                    .append('\n');
        }
    }
}
