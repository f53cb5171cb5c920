// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.kernels.nativecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.kernels.StandardKernels;
import dev.ashlar.runtime.kernel.KernelRegistry;
import dev.ashlar.runtime.kernel.Requirement;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class NativeLibraryTest {
    private static final String HASH_OF_EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    private static final int ELF_MACHINE = 18;

    @Test
    void aLibraryThatIsNotWhatWasBuiltIsRefused() {
        byte[] library = library().orElse(new byte[100]);
        library[library.length / 2] ^= 1;
        String reason = refusal(library, HASH_OF_EMPTY);
        assertTrue(reason.contains("has the SHA-256 ") && reason.contains("expected " + HASH_OF_EMPTY), reason);
    }

    @Test
    void aLibraryOfAnotherMachineIsRefused() {
        byte[] library = library().orElseGet(() -> Assumptions.abort("built without a C compiler"));
        Assumptions.assumeTrue(NativeLibrary.paths().getFirst().startsWith("linux"), "the header is that of ELF");
        library[ELF_MACHINE] ^= (byte) 0xff;
        String reason = refusal(library, NativeLibrary.sha256(library) + "\n");
        assertTrue(reason.contains("cannot be loaded"), reason);
    }

    @Test
    void aBuildWithoutALibraryIsRefused() {
        String reason = NativeLibrary.load(path -> Optional.empty()).orElseThrow();
        assertTrue(reason.contains("without a C compiler"), reason);
    }

    @Test
    void aRefusalMakesTheFamiliesUnavailableWithTheReason() {
        KernelRegistry registry =
                new KernelRegistry(StandardKernels.all(), Set.of(), Map.of(Requirement.NATIVE, "it is broken"));
        for (String family : Set.of("ffm", "jni")) {
            assertEquals(
                    "needs the library of the native kernels: it is broken",
                    registry.unavailable().get("linear.q4_0.input_block_major.q8." + family));
        }
    }

    private static Optional<byte[]> library() {
        return NativeLibrary.paths().stream()
                .flatMap(path -> NativeLibrary.resource(path).stream())
                .findFirst();
    }

    private static String refusal(byte[] library, String hash) {
        return NativeLibrary.load(path -> Optional.of(path.endsWith(".sha256") ? hash.getBytes() : library))
                .orElseThrow();
    }
}
