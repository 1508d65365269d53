package io.straggler.benchmarks.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Output of a command, as far as it fits. */
final class CapturedText extends OutputStream {
    private static final int MAX_BYTES = 4 << 20;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    PrintStream stream() {
        return new PrintStream(this, true, StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void write(int value) {
        if (kept.size() < MAX_BYTES) {
            kept.write(value);
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        kept.write(bytes, from, Math.min(length, MAX_BYTES - Math.min(MAX_BYTES, kept.size())));
    }

    synchronized String text() {
        return kept.toString(StandardCharsets.UTF_8);
    }
}
