// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DependencyTest {
    private static final int AT_LEAST_CLASSES = 250;

    /// Which packages each module may use, besides its own and the JDK's.
    private static final Map<String, List<String>> ALLOWED = Map.of(
            "runtime", List.of(),
            "graph", List.of("dev.ashlar.runtime.."),
            "kernels", List.of("dev.ashlar.runtime..", "jdk.incubator.vector.."),
            "language",
                    List.of(
                            "dev.ashlar.runtime..",
                            "dev.ashlar.graph..",
                            "dev.ashlar.kernels..",
                            "com.oracle.truffle..",
                            "org.graalvm.."),
            "inference", List.of("dev.ashlar.runtime..", "org.graalvm.polyglot.."),
            "launcher",
                    List.of(
                            "dev.ashlar..",
                            "org.graalvm.polyglot..",
                            "picocli..",
                            "org.jline..",
                            "me.tongfei.progressbar..",
                            "com.fasterxml.jackson.."));

    static List<String> moduleNames() {
        return ALLOWED.keySet().stream().sorted().toList();
    }

    @Test
    void scansTheWholeProduct() {
        int count = Code.classes().size();
        assertTrue(count >= AT_LEAST_CLASSES, "found only %d classes".formatted(count));
        for (String module : moduleNames()) {
            String root = "dev.ashlar." + module;
            assertTrue(
                    Code.classes().stream()
                            .anyMatch(type -> type.getPackageName().startsWith(root)),
                    () -> "found no class of " + root);
        }
    }

    @ParameterizedTest
    @MethodSource("moduleNames")
    void dependsOnlyOnWhatItsModuleMay(String module) {
        List<String> allowed = new ArrayList<>(ALLOWED.get(module));
        allowed.addAll(List.of("java..", "dev.ashlar.%s..".formatted(module)));
        classes()
                .that()
                .resideInAPackage("dev.ashlar.%s..".formatted(module))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed.toArray(String[]::new))
                .check(Code.classes());
    }

    @Test
    void usesVectorsOnlyInVectorPackages() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.ashlar.kernels..vector..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.incubator.vector..")
                .check(Code.classes());
    }

    @Test
    void hasNoCycleBetweenPackages() {
        slices().matching("dev.ashlar.(**)").should().beFreeOfCycles().check(Code.classes());
    }

    @Test
    void looksUpNoServices() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(ServiceLoader.class)
                .check(Code.classes());
    }
}
