package io.straggler.examples.dates;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Date;

/** Answers every date of one connection with the day after, on a separate thread. */
final class DateServer implements Closeable {
    private static final long DAY_MS = 86_400_000;

    private final ServerSocket socket;
    private final Thread thread = new Thread(this::serve, "date-server");
    private volatile long receivedNs;

    private DateServer(ServerSocket socket) {
        this.socket = socket;
        thread.setDaemon(true);
    }

    static DateServer start() throws IOException {
        DateServer server = new DateServer(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        server.thread.start();
        return server;
    }

    int port() {
        return socket.getLocalPort();
    }

    Thread thread() {
        return thread;
    }

    /** When the last date that was answered had been read, on the {@link System#nanoTime()} clock. From any thread. */
    long receivedNs() {
        return receivedNs;
    }

    private void serve() {
        try (Socket connection = socket.accept()) {
            connection.setTcpNoDelay(true);
            DateChannel channel = new DateChannel(connection);
            while (true) {
                Date date = channel.read();
                receivedNs = System.nanoTime();
                channel.write(new Date(date.getTime() + DAY_MS));
            }
        } catch (IOException e) {
            // The client is gone, or nobody will come any more.
        }
    }

    /** Waits until the connection, which the client must have closed, has ended. */
    @Override
    public void close() throws IOException {
        socket.close();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
