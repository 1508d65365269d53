package io.straggler.examples.gateway;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes execution reports as frames: a length of two bytes, then pipe-separated ASCII fields. */
final class ReportWriter {
    private static final int LENGTH_BYTES = 2;
    private static final int LONGEST_PAYLOAD = 400;

    /** Room that any frame fits in. */
    static final int LONGEST_FRAME = LENGTH_BYTES + LONGEST_PAYLOAD;

    private final StringBuilder text = new StringBuilder(LONGEST_PAYLOAD);
    private long lastSequence;

    /** Appends the next frame to a buffer with room for it. */
    void append(ExecutionReport report, ByteBuffer frames) {
        text.setLength(0);
        text.append("8|").append(++lastSequence);
        text.append('|').append(report.orderId());
        text.append('|').append(report.clientOrderId());
        text.append('|').append(report.status().code());
        text.append('|').append(report.lastQuantity());
        text.append('|').append(report.lastPriceTicks());
        text.append('|').append(report.openQuantity());
        text.append('|').append(report.reason());
        text.setLength(Math.min(text.length(), LONGEST_PAYLOAD));
        byte[] payload = text.toString().getBytes(StandardCharsets.US_ASCII);
        frames.putShort((short) payload.length).put(payload);
    }
}
