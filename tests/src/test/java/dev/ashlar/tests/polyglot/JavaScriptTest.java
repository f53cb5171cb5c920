// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.tests.polyglot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class JavaScriptTest {
    private static Context context;

    @BeforeAll
    static void open() {
        context = Context.newBuilder("js", "ashlar")
                .allowPolyglotAccess(PolyglotAccess.ALL)
                .option("engine.WarnInterpreterOnly", "false")
                .build();
        context.getBindings("js").putMember("DOUBLE", Scripts.DOUBLE);
        context.getBindings("js").putMember("ROWS", Scripts.ROWS);
        context.getBindings("js").putMember("WRONG", Scripts.WRONG);
    }

    @AfterAll
    static void close() {
        context.close();
    }

    private static String js(String code) {
        Value value = context.eval("js", "(function() {" + code + "})()");
        return value.isString() ? value.asString() : value.toString();
    }

    @Test
    void passesATypedArray() {
        assertEquals("2 4 6 8 10 12", js("""
                const twice = Polyglot.eval('ashlar', DOUBLE).double;
                const y = twice(new Float32Array([1, 2, 3, 4, 5, 6]));
                return [...y].map(row => [...row].join(' ')).join(' ');
                """));
    }

    @Test
    void passesPartOfATypedArray() {
        assertEquals("6,8,10", js("""
                const twice = Polyglot.eval('ashlar', DOUBLE).double;
                return [...twice(new Float32Array([1, 2, 3, 4, 5, 6]).subarray(2, 5))[0]].join();
                """));
    }

    @Test
    void passesOtherNumbers() {
        assertEquals("2,4,6 2,4,6 2,4,6", js("""
                const twice = Polyglot.eval('ashlar', DOUBLE).double;
                return [twice(new Float64Array([1, 2, 3])), twice(new Int16Array([1, 2, 3])), twice([[1, 2, 3]])]
                    .map(y => [...y[0]].join()).join(' ');
                """));
    }

    @Test
    void passesAnArrayOfTypedArrays() {
        assertEquals("8,10,12", js("""
                const twice = Polyglot.eval('ashlar', DOUBLE).double;
                return [...twice([new Float32Array([1, 2, 3]), new Float32Array([4, 5, 6])])[1]].join();
                """));
    }

    @Test
    void passesNamedInputs() {
        assertEquals("2,4,6", js("""
                return [...Polyglot.eval('ashlar', DOUBLE).double({x: [[1, 2, 3]]})[0]].join();
                """));
    }

    @Test
    void readsMembersAndBytes() {
        assertEquals("1x3 f32 contiguous 12", js("""
                const y = Polyglot.eval('ashlar', DOUBLE).double([[1, 2, 3]]);
                const bytes = new Uint8Array(new ArrayBuffer(y)) ;
                return [...y.shape].join('x') + ' ' + y.dtype + ' ' + y.order + ' ' + bytes.length;
                """));
    }

    @Test
    void loadsWeightsFromAnObject() {
        assertEquals("5,6 1,2", js("""
                const rows = Polyglot.eval('ashlar', ROWS).load({table: [[1, 2], [3, 4], [5, 6]]}).rows;
                return [...rows(new Int32Array([2, 0]))].map(row => [...row].join()).join(' ');
                """));
    }

    @Test
    void givesABufferAShape() {
        assertEquals("5,6", js("""
                const table = {data: new Float32Array([1, 2, 3, 4, 5, 6]), shape: [3, 2]};
                const rows = Polyglot.eval('ashlar', ROWS).load({table}).rows;
                return [...rows([2])[0]].join();
                """));
    }

    @Test
    void catchesASyntaxErrorWithItsLine() {
        assertEquals("2:10 true", js("""
                try {
                  Polyglot.eval('ashlar', WRONG);
                } catch (e) {
                  return e.line + ':' + e.column + ' ' + e.message.includes(':2:10: ');
                }
                """));
    }

    @Test
    void catchesABadValueWithTheLineOfItsOperation() {
        assertEquals("5 true", js("""
                const rows = Polyglot.eval('ashlar', ROWS).load({table: [[1, 2], [3, 4], [5, 6]]}).rows;
                try {
                  rows([7]);
                } catch (e) {
                  return e.line + ' ' + e.message.includes('7');
                }
                """));
    }
}
