package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.straggler.Straggler;
import io.straggler.StragglerResult;
import io.straggler.junit.PacedTest;
import io.straggler.model.RunStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a module, and straggler-junit beside it on the class path, where Surefire puts it. */
class MeasuredOrdersTest {
    private final TreeMap<Long, String> book = new TreeMap<>();
    private long id;

    @Test
    void shouldLeaveARunFolder(@TempDir Path scratch) {
        assertEquals("com.acme.orders", getClass().getModule().getName());
        assertEquals("io.straggler.run", Straggler.class.getModule().getName());

        StragglerResult result = MeasuredOrders.measure(scratch.resolve("run"));

        assertNotEquals(RunStatus.FAILED, result.status(), result.reason());
        for (String file : new String[] {"run.json", "latency.hlog", "recording.jfr", "diagnosis.json", "report.html"}) {
            assertTrue(Files.exists(scratch.resolve("run").resolve(file)), file);
        }
    }

    @PacedTest(rate = "200/s", warmup = "200ms", duration = "3s", threshold = "10ms", limits = "p50 < 30s")
    void shouldBook() {
        book.put(id++, "order");
    }
}
