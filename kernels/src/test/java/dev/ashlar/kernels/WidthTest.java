// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.incubator.vector.FloatVector;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Vector kernels give the same bits at every width: the contract, and the cases of F16 and of the smallest
/// bytes, in a JVM whose vectors are shorter. Those of the machine's own width are what [ContractTest],
/// [HalfWeightsTest] and [SmallestBytesTest] test.
class WidthTest {
    @ParameterizedTest
    @ValueSource(ints = {128, 256})
    void theContractHoldsAtAnyWidth(int bits) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-modules=jdk.incubator.vector",
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:MaxVectorSize=" + bits / 8,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        Integer.toString(bits)))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
        assertTrue(output.contains("held at"), output);
    }

    /// What runs in the JVM of another width.
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) {
            int bits = FloatVector.SPECIES_PREFERRED.vectorBitSize();
            int wanted = Integer.parseInt(arguments[0]);
            if (bits > wanted) {
                throw new AssertionError("vectors of %d bits, wanted %d".formatted(bits, wanted));
            }
            ContractTest contract = new ContractTest();
            contract.kernelsWithWeightsKeepTheContract();
            contract.otherKernelsKeepTheContract();
            HalfWeightsTest.allCases();
            SmallestBytesTest.allCases();
            System.out.println("held at " + bits);
        }
    }
}
