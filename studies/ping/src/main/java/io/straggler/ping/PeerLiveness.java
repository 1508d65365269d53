package io.straggler.ping;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** Check by a thread that spins, now and then: whether it was interrupted, and whether the other end is still there. */
final class PeerLiveness {
    /** Turns between two looks, which cost a system call each: some ten microseconds to a few milliseconds. */
    private static final int TURNS_PER_LOOK = 1 << 14;

    private final @Nullable SocketChannel control;
    private final ByteBuffer ignored = ByteBuffer.allocateDirect(16);
    private int turns;

    /** @param control connection on which nothing is received but its end, not blocking; null for none */
    PeerLiveness(@Nullable SocketChannel control) {
        this.control = control;
    }

    /** Counts one turn of the spinning thread, and looks when it is time. */
    void turn() throws IOException {
        if ((++turns & (TURNS_PER_LOOK - 1)) == 0) {
            look();
        }
    }

    /** Throws if there is nothing to wait for any more. */
    void look() throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while waiting for the other end");
        }
        if (control == null) {
            return;
        }
        ignored.clear();
        if (control.read(ignored) < 0) {
            throw gone();
        }
    }

    /** The exception for a closed connection. */
    static EOFException gone() {
        return new EOFException("the other end of the ping has closed the connection");
    }
}
