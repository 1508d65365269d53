package io.straggler.selftest.inject.application;

import com.sun.jna.Function;
import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/** Pipes of the JDK, of the system, and between two threads. */
@Fixture.Needs("pipes")
public final class Pipes extends Fixture {
    private static final Function READ = Function.getFunction("c", "read");
    private static final Function WRITE = Function.getFunction("c", "write");
    private static final Function CLOSE = Function.getFunction("c", "close");
    private static final int FILLING_BYTES = 256 * 1024;

    private final Partner other = closing(new Partner("app-pipe-end"));
    private final ByteBuffer received = ByteBuffer.allocateDirect(1);
    private final ByteBuffer filling = ByteBuffer.allocateDirect(FILLING_BYTES);
    private final ByteBuffer drained = ByteBuffer.allocateDirect(FILLING_BYTES);
    private final Pipe empty = newPipe();
    private final Pipe full = newPipe();
    private final PipedInputStream stream = new PipedInputStream();
    private final PipedOutputStream streamPeer = new PipedOutputStream(stream);
    private final int[] ends = new int[2];
    private final byte[] receivedNatively = new byte[1];
    private final byte[] sentNatively = new byte[1];

    public Pipes(InjectionSite site) throws IOException {
        super(site);
        if (Function.getFunction("c", "pipe").invokeInt(new Object[] {ends}) != 0) {
            throw new IOException("the system made none");
        }
        for (int end : ends) {
            closing(() -> CLOSE.invokeInt(new Object[] {end}));
        }
    }

    private Pipe newPipe() throws IOException {
        Pipe pipe = Pipe.open();
        closing(pipe.sink());
        closing(pipe.source());
        return pipe;
    }

    public void read(long ns) throws IOException {
        other.later(ns, () -> empty.sink().write(ByteBuffer.allocate(1)));
        received.clear();
        empty.source().read(received);
    }

    public void fill(long ns) throws IOException {
        other.later(ns, this::drain);
        filling.clear();
        while (filling.hasRemaining()) {
            full.sink().write(filling);
        }
        other.awaitIdle();
    }

    private void drain() {
        drained.clear();
        try {
            while (drained.hasRemaining() && full.source().read(drained) >= 0) {}
        } catch (IOException e) {
            // Closed: the run is over.
        }
    }

    public void readNatively(long ns) {
        other.later(ns, () -> WRITE.invokeLong(new Object[] {ends[1], sentNatively, 1L}));
        while (READ.invokeLong(new Object[] {ends[0], receivedNatively, 1L}) != 1) {
            result++;
        }
    }

    public void readStream(long ns) throws IOException {
        other.later(ns, () -> {
            streamPeer.write(1);
            streamPeer.flush();
        });
        result += stream.read();
    }
}
