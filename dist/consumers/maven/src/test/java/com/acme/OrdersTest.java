package com.acme;

import io.straggler.junit.PacedTest;
import java.util.TreeMap;

/** A test as docs/guide/junit.md shows it, with a limit that any machine keeps. */
class OrdersTest {
    private final TreeMap<Long, String> book = new TreeMap<>();
    private long id;

    @PacedTest(rate = "200/s", warmup = "200ms", duration = "3s", threshold = "10ms", limits = "p50 < 30s")
    void shouldBook() {
        book.put(id++, "order");
    }
}
