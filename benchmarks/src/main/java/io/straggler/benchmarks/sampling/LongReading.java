package io.straggler.benchmarks.sampling;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;

/** Some iterations are long because they read a socket, and another thread of this JVM takes its time to answer. */
public final class LongReading implements Task {
    private final LongIterations iterations = new LongIterations();
    private ServerSocket server;
    private Socket socket;
    private DataOutputStream out;
    private DataInputStream in;

    @Override
    public void setUp(Harness harness) throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread answering = new Thread(this::answer, "answering");
        answering.setDaemon(true);
        answering.start();
        socket = new Socket(server.getInetAddress(), server.getLocalPort());
        socket.setTcpNoDelay(true);
        out = new DataOutputStream(socket.getOutputStream());
        in = new DataInputStream(socket.getInputStream());
    }

    private void answer() {
        try (Socket accepted = server.accept()) {
            accepted.setTcpNoDelay(true);
            DataInputStream asked = new DataInputStream(accepted.getInputStream());
            DataOutputStream answers = new DataOutputStream(accepted.getOutputStream());
            while (true) {
                long ns = asked.readLong();
                LockSupport.parkNanos(ns);
                answers.writeLong(ns);
            }
        } catch (EOFException e) {
            // The task has closed its end.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void run(long intendedNs) throws IOException {
        iterations.usualWork(intendedNs);
        long extraNs = iterations.extraNs(intendedNs);
        if (extraNs > 0) {
            out.writeLong(extraNs);
            beLong(extraNs);
        }
    }

    private void beLong(long extraNs) throws IOException {
        long answer = in.readLong();
        if (answer != extraNs) {
            throw new IllegalStateException("answer must be of what was asked: answer=" + answer);
        }
    }

    @Override
    public void tearDown() throws IOException {
        socket.close();
        server.close();
        iterations.write();
    }
}
