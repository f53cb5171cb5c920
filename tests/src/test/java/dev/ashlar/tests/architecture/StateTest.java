// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class StateTest {
    private static final int AT_LEAST_FIELDS = 100;
    private static final List<Class<?>> MUTABLE = List.of(
            AtomicBoolean.class,
            AtomicInteger.class,
            AtomicLong.class,
            AtomicReference.class,
            LongAdder.class,
            ThreadLocal.class,
            StringBuilder.class,
            Random.class,
            Buffer.class);
    private static final List<String> UNMODIFIABLE = List.of(
            "java.util.ImmutableCollections", "java.util.Collections$Unmodifiable", "java.util.Collections$Empty");

    @Test
    void hasNoStaticMutableState() {
        List<JavaField> fields = staticFields().toList();
        assertTrue(fields.size() >= AT_LEAST_FIELDS, "found only %d static fields".formatted(fields.size()));
        List<String> mutable = fields.stream()
                .filter(StateTest::isMutable)
                .map(JavaField::getFullName)
                .toList();
        assertEquals(List.of(), mutable);
    }

    @Test
    void writesToStandardStreamsOnlyInTheLauncher() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.ashlar.launcher")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .check(Code.classes());
    }

    @Test
    void readsTheEnvironmentOnlyInLauncherAndLanguage() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.ashlar.launcher", "dev.ashlar.language")
                .should()
                .callMethod(System.class, "getProperty", String.class)
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .orShould()
                .callMethod(Boolean.class, "getBoolean", String.class)
                .orShould()
                .callMethod(Integer.class, "getInteger", String.class)
                .check(Code.classes());
    }

    private static Stream<JavaField> staticFields() {
        return Code.classes().stream()
                .filter(type -> !isGenerated(type))
                .flatMap(type -> type.getFields().stream())
                .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
                .filter(field -> !field.getModifiers().contains(JavaModifier.SYNTHETIC));
    }

    private static boolean isGenerated(JavaClass type) {
        String outermost = type.getName().replaceAll("\\$.*", "");
        return outermost.endsWith("Gen") || outermost.endsWith("Provider") && outermost.contains("Language");
    }

    /// An array that its package alone sees is taken for a constant table: review sees who writes to it.
    private static boolean isMutable(JavaField field) {
        if (!field.getModifiers().contains(JavaModifier.FINAL)) {
            return true;
        }
        JavaClass type = field.getRawType();
        if (type.isArray()) {
            return field.getModifiers().contains(JavaModifier.PUBLIC)
                    || field.getModifiers().contains(JavaModifier.PROTECTED);
        }
        if (type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class)) {
            String name = value(field).getClass().getName();
            return UNMODIFIABLE.stream().noneMatch(name::startsWith);
        }
        return MUTABLE.stream().anyMatch(type::isAssignableTo);
    }

    private static Object value(JavaField field) {
        try {
            Field reflected = field.reflect();
            reflected.setAccessible(true);
            return reflected.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(field.getFullName(), e);
        }
    }
}
