// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.runtime.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceSinkTest {
    private static TraceEvent allocation(int number) {
        return new TraceEvent.Allocation(number, "buffer", number);
    }

    @Test
    void recordingKeepsTheLatestEvents() {
        RecordingSink sink = new RecordingSink(2);
        for (int i = 0; i < 5; i++) {
            sink.emit(allocation(i));
        }
        assertEquals(List.of(allocation(3), allocation(4)), sink.events());
        assertEquals(3, sink.dropped());
        assertEquals(List.of(), sink.events(TraceEvent.Free.class));
        sink.clear();
        assertEquals(List.of(), sink.events());
    }

    @Test
    void compositePassesEventsToEnabledSinks() {
        RecordingSink first = new RecordingSink(2);
        CompositeSink sink = new CompositeSink(List.of(first, TraceSink.NONE));
        assertTrue(sink.isEnabled());
        sink.emit(allocation(1));
        assertEquals(1, first.events().size());
        assertFalse(new CompositeSink(List.of(TraceSink.NONE)).isEnabled());
    }

    @Test
    void perfettoWritesChromeTraceJson() {
        StringWriter text = new StringWriter();
        long thread = Thread.currentThread().threadId();
        try (PerfettoSink sink = new PerfettoSink(text, 1000)) {
            sink.emit(new TraceEvent.KernelChosen(3000, "t0", "a", List.of("b: slower than a", "c: reads row_major")));
            sink.emit(new TraceEvent.KernelRun(3500, 2000, "t0", "linear.\"q\".scalar", 2));
            sink.emit(new TraceEvent.AdapterInserted(1000, 1, "relayout", "w\n", "row_major", "input_block_major", 34));
            sink.emit(new TraceEvent.Allocation(1000, "cache", 64));
            sink.emit(new TraceEvent.Free(2000, "cache", 64));
        }
        String head = "\"pid\":1,\"tid\":%d,".formatted(thread);
        assertEquals("""
                {"displayTimeUnit":"ns","traceEvents":[
                {"ph":"i","s":"t",%s"ts":2.000,"name":"choose t0","cat":"choice","args":{"kernel":"a","rejected":"b: slower than a; c: reads row_major"}},
                {"ph":"X",%s"ts":2.500,"dur":2.000,"name":"t0","cat":"kernel","args":{"kernel":"linear.\\"q\\".scalar","threads":2}},
                {"ph":"X",%s"ts":0.000,"dur":0.001,"name":"relayout w\\u000a","cat":"adapter","args":{"from":"row_major","to":"input_block_major","bytes":34}},
                {"ph":"i","s":"t",%s"ts":0.000,"name":"allocate cache","cat":"memory","args":{"bytes":64}},
                {"ph":"i","s":"t",%s"ts":1.000,"name":"free cache","cat":"memory","args":{"bytes":64}}
                ]}
                """.formatted(head, head, head, head, head), text.toString());
    }

    @Test
    void perfettoDropsEventsAfterItsEnd() {
        StringWriter text = new StringWriter();
        PerfettoSink sink = new PerfettoSink(text);
        sink.close();
        sink.emit(allocation(1));
        sink.close();
        assertEquals("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n]}\n", text.toString());
    }
}
