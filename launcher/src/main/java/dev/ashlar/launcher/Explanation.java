// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.launcher;

import dev.ashlar.graph.ir.Printer;
import dev.ashlar.graph.pass.Decision;
import dev.ashlar.graph.pass.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What `explain` says about a compiled graph. The text is a script: everything but the graph is a comment.
final class Explanation {
    private Explanation() {}

    static String text(List<Snapshot> snapshots, List<Decision> decisions) {
        List<String> parts = new ArrayList<>();
        for (Snapshot snapshot : snapshots) {
            String title = snapshots.size() == 1 ? "" : "// after " + snapshot.pass() + "\n";
            parts.add(title + Printer.print(snapshot.graph()).strip());
        }
        return String.join("\n\n", parts);
    }

    /// Says for each decision what was taken, and why nothing else was.
    static String reasons(List<Decision> decisions) {
        return dev.ashlar.graph.pass.Explanation.of(decisions).stripTrailing();
    }

    static Map<String, Object> json(List<Snapshot> snapshots, List<Decision> decisions) {
        Map<String, Object> result = new LinkedHashMap<>();
        Map<String, Object> graphs = new LinkedHashMap<>();
        snapshots.forEach(snapshot -> graphs.put(snapshot.pass(), Printer.print(snapshot.graph())));
        result.put("passes", graphs);
        result.put("relayout_bytes", snapshots.getLast().graph().relayoutBytes());
        result.put("decisions", decisions.stream().map(Explanation::json).toList());
        return result;
    }

    private static Map<String, Object> json(Decision decision) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("node", decision.node());
        result.put("op", decision.op());
        result.put("kernel", decision.kernel());
        result.put("ns_per_call", decision.nanosecondsPerCall());
        result.put("relayout_bytes", decision.relayoutBytes());
        result.put("notes", decision.notes());
        Map<String, String> rejected = new LinkedHashMap<>();
        decision.rejected().forEach(other -> rejected.put(other.kernel(), other.reason()));
        result.put("rejected", rejected);
        return result;
    }
}
