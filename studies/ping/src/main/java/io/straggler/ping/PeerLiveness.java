package io.straggler.ping;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** What a thread that spins looks at now and then: whether it is still wanted, and whether the other end is still there. */
final class PeerLiveness {
    /** Looking costs a system call, so it is done about every hundredth of a millisecond to every few. */
    private static final int LOOK_EVERY = 1 << 14;

    private final SocketChannel control;
    private final ByteBuffer ignored = ByteBuffer.allocateDirect(16);
    private int turns;

    /** @param control a connection on which nothing comes but its end; it does not block. Null where there is none */
    PeerLiveness(SocketChannel control) {
        this.control = control;
    }

    /** One turn in vain. */
    void turn() throws IOException {
        if ((++turns & (LOOK_EVERY - 1)) == 0) {
            look();
        }
    }

    /** Throws if there is nothing to wait for. */
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

    /** What is thrown when the other end is gone. */
    static EOFException gone() {
        return new EOFException("the other end of the ping has closed the connection");
    }
}
