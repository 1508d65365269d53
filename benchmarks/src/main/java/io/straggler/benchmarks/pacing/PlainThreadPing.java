package io.straggler.benchmarks.pacing;

import java.io.IOException;

/** Two threads and two volatile fields that share no cache line. */
final class PlainThreadPing {
    private static final To TO = new To();
    private static final Back BACK = new Back();

    /** A field with room before and after it. */
    private static class Padded {
        long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
    }

    private static class ToValue extends Padded {
        volatile long value;
    }

    private static final class To extends ToValue {
        long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;
    }

    private static class BackValue extends Padded {
        volatile long value;
    }

    private static final class Back extends BackValue {
        long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;
    }

    private PlainThreadPing() {}

    public static void main(String[] args) throws IOException {
        Thread partner = new Thread(() -> {
            long last = 0;
            while (true) {
                last = echo(last);
            }
        });
        partner.setDaemon(true);
        partner.start();
        PlainPing.measure(
                number -> {
                    TO.value = number;
                    while (BACK.value != number) {
                        Thread.onSpinWait();
                    }
                },
                args);
    }

    private static long echo(long last) {
        long number = TO.value;
        while (number == last) {
            Thread.onSpinWait();
            number = TO.value;
        }
        BACK.value = number;
        return number;
    }
}
