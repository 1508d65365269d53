package io.straggler.ping;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;

/**
 * One end of a transport: messages of a fixed size that carry a number, one at a time in each direction. For one thread.
 *
 * <p>Invariants of {@link #send} and {@link #receive}: no allocation and no lock of ours; {@code PingAllocationTest} counts the bytes.
 */
interface MessageChannel extends Closeable {
    /** Sends a message. Numbers are above zero, and each differs from the one before. */
    void send(long number) throws IOException;

    /**
     * Waits for a message.
     *
     * @return the number that it carries
     * @throws EOFException if the other end is gone
     */
    long receive() throws IOException;
}
