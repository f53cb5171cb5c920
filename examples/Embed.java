// SPDX-License-Identifier: Apache-2.0
import java.io.File;
import java.io.IOException;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyObject;

/// Calls a graph from Java: `java $(./ashlar jvm-args) examples/Embed.java`.
class Embed {
    public static void main(String[] args) throws IOException {
        try (Context context =
                Context.newBuilder("ashlar").allowHostAccess(HostAccess.ALL).build()) {
            Value module = context.eval(
                    Source.newBuilder("ashlar", new File("examples/mlp.ashlar")).build());
            Map<String, Object> weights = Map.of(
                    "up.weight", new float[][] {{1, 1}, {1, 1}},
                    "up.bias", new float[] {0, -1},
                    "down.weight", new float[][] {{1, -2}},
                    "down.bias", new float[] {0});
            Value mlp = module.invokeMember("load", ProxyObject.fromMap(weights)).getMember("mlp");
            Value y = mlp.execute((Object) new float[][] {{0, 0}, {0, 1}, {1, 0}, {1, 1}});
            for (long row = 0; row < y.getArraySize(); row++) {
                System.out.println(y.getArrayElement(row).getArrayElement(0).asFloat());
            }
        }
    }
}
