package io.straggler.jfr.chunk;

/** Bytes that cannot be what the JFR format says they are. Never leaves this package. */
public final class CorruptChunkException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CorruptChunkException(String message) {
        super(message);
    }
}
