// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.polyglot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotAccess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// One context for all tests: Python takes long to start.
class PythonTest {
    private static Context context;

    @BeforeAll
    static void open() {
        context = Context.newBuilder("python", "ashlar")
                .allowPolyglotAccess(PolyglotAccess.ALL)
                .option("engine.WarnInterpreterOnly", "false")
                .build();
        context.eval("python", "import polyglot, array, struct");
        context.getBindings("python").putMember("DOUBLE", Scripts.DOUBLE);
        context.getBindings("python").putMember("ROWS", Scripts.ROWS);
        context.getBindings("python").putMember("WRONG", Scripts.WRONG);
        context.eval("python", "twice = polyglot.eval(language='ashlar', string=DOUBLE).double");
        context.eval("python", "def rows_of(t): return [list(row) for row in t]");
    }

    @AfterAll
    static void close() {
        context.close();
    }

    private static String python(String expression) {
        return context.eval("python", "str(" + expression + ")").asString();
    }

    @Test
    void passesLists() {
        assertEquals("[[2.0, 4.0, 6.0]]", python("rows_of(twice([[1, 2, 3]]))"));
        assertEquals("[[2.0, 4.0, 6.0]]", python("rows_of(twice([(1.0, 2.0, 3.0)]))"));
    }

    @Test
    void passesBuffers() {
        assertEquals("[[2.0, 4.0, 6.0]]", python("rows_of(twice(bytearray(struct.pack('<3f', 1, 2, 3))))"));
        assertEquals("[[2.0, 4.0, 6.0]]", python("rows_of(twice(struct.pack('<3f', 1, 2, 3)))"));
        assertEquals("[[2.0, 4.0, 6.0]]", python("rows_of(twice(array.array('f', [1, 2, 3])))"));
        assertEquals("[[2.0, 4.0, 6.0]]", python("rows_of(twice(memoryview(array.array('f', [1, 2, 3]))))"));
        assertEquals("[[2.0, 4.0, 6.0]]", python("rows_of(twice(array.array('d', [1, 2, 3])))"));
        assertEquals("[[2.0, 4.0, 6.0]]", python("rows_of(twice(array.array('i', [1, 2, 3])))"));
    }

    @Test
    void passesNamedInputs() {
        assertEquals("[[2.0, 4.0, 6.0]]", python("rows_of(twice({'x': [[1, 2, 3]]}))"));
    }

    @Test
    void readsMembers() {
        assertEquals(
                "[1, 3] f32 contiguous",
                python("(lambda y: f'{list(y.shape)} {y.dtype} {y.order}')(twice([[1, 2, 3]]))"));
    }

    @Test
    void loadsWeightsFromADictionary() {
        context.eval("python", """
                rows = polyglot.eval(language='ashlar', string=ROWS).load({'table': [[1, 2], [3, 4], [5, 6]]}).rows
                """);
        assertEquals("[[5.0, 6.0], [1.0, 2.0]]", python("rows_of(rows([2, 0]))"));
        assertEquals("[[5.0, 6.0], [1.0, 2.0]]", python("rows_of(rows(array.array('i', [2, 0])))"));
    }

    @Test
    void catchesASyntaxErrorWithItsLine() {
        context.eval("python", """
                def fails():
                    try:
                        polyglot.eval(language='ashlar', string=WRONG)
                    except BaseException as e:
                        return f'{e.line}:{e.column} {":2:10: " in str(e)}'
                """);
        assertEquals("2:10 True", python("fails()"));
    }
}
