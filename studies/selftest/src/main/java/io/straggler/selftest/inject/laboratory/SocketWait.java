package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.HelperThread;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.TimedInjector;
import io.straggler.selftest.inject.Waits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Asks a peer on the loopback interface, and waits for the answer. */
public final class SocketWait extends TimedInjector {
    private final Socket client;
    private final Socket server;
    private final HelperThread peer;
    private volatile long answerAfterNs;
    private volatile boolean asked;

    public SocketWait(InjectionSite site) throws ImpossibleException {
        super(Nature.WAITS);
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            client = new Socket(listener.getInetAddress(), listener.getLocalPort());
            server = listener.accept();
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        } catch (IOException e) {
            throw new ImpossibleException("needs the loopback interface: " + e.getMessage());
        }
        peer = new HelperThread("selftest-peer", site.cores().helper(1));
    }

    @Override
    public void prepare(long sizeNs, long atNs) {
        asked = false;
        answerAfterNs = sizeNs;
        peer.ask(this::answer);
    }

    private void answer() {
        try {
            if (server.getInputStream().read() >= 0) {
                Waits.roughly(System.nanoTime() + answerAfterNs);
                server.getOutputStream().write(1);
            }
        } catch (IOException e) {
            // Closed: the run is over.
        }
    }

    @Override
    protected long act(long sizeNs) throws IOException {
        asked = true;
        client.getOutputStream().write(1);
        client.getInputStream().read();
        return 0;
    }

    /** Asks the peer if nobody has: otherwise it would wait for ever. */
    @Override
    public void clearUp() throws IOException {
        if (!asked) {
            answerAfterNs = 0;
            client.getOutputStream().write(1);
            client.getInputStream().read();
        }
        peer.awaitIdle();
    }

    @Override
    public void close() {
        peer.close();
        try {
            client.close();
            server.close();
        } catch (IOException e) {
            // They end with the process.
        }
    }
}
