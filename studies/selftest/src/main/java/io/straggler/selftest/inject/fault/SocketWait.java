package io.straggler.selftest.inject.fault;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Cores;
import io.straggler.selftest.inject.HelperThread;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.RunDelay;
import io.straggler.selftest.inject.TruthLog;
import io.straggler.selftest.inject.Waits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Asks a peer on the loopback interface, and waits for the answer. */
public final class SocketWait implements Injector {
    private final RunDelay runDelay = new RunDelay();
    private final Socket client;
    private final Socket server;
    private final HelperThread peer;
    private volatile long answerAfterNs;
    private volatile boolean asked;

    public SocketWait(Cores cores) throws ImpossibleException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            client = new Socket(listener.getInetAddress(), listener.getLocalPort());
            server = listener.accept();
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        } catch (IOException e) {
            throw new ImpossibleException("needs the loopback interface: " + e.getMessage());
        }
        peer = new HelperThread("selftest-peer", cores.helper(1));
    }

    @Override
    public Fault fault() {
        return Fault.SOCKET;
    }

    @Override
    public void prepare(PlannedInjection injection, long intendedNs) {
        asked = false;
        answerAfterNs = injection.sizeNs();
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
    public void inject(PlannedInjection injection, TruthLog truth) throws IOException {
        asked = true;
        runDelay.begin();
        long startNs = System.nanoTime();
        client.getOutputStream().write(1);
        client.getInputStream().read();
        long endNs = System.nanoTime();
        runDelay.waited(Fault.SOCKET, startNs, endNs, truth);
    }

    /** A peer that nobody has asked would wait for ever. */
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
