// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/// The classes of the product, read once.
final class Code {
    private static final String ROOT = "dev.ashlar.";

    private Code() {}

    static JavaClasses classes() {
        return Holder.CLASSES;
    }

    private static final class Holder {
        private static final JavaClasses CLASSES = new ClassFileImporter()
                .importPackages("dev.ashlar")
                .that(DescribedPredicate.describe(
                        "belong to the product", type -> !type.getPackageName().startsWith(ROOT + "tests")))
                .that(DescribedPredicate.not(DescribedPredicate.describe("are tests", Code::isTest)));
    }

    private static boolean isTest(JavaClass type) {
        return type.getSource().isPresent()
                && type.getSource().get().getUri().toString().contains("/test-classes/");
    }
}
