package io.straggler.jfr;

/** Bytes that cannot be what the JFR format says they are. Never leaves this package. */
final class CorruptChunkException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CorruptChunkException(String message) {
        super(message);
    }
}
