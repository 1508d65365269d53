package io.straggler.examples.servers.load;

import io.straggler.harness.Harness;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A connection to a quote server, on which requests do not wait for earlier answers; a thread of its own reads these. */
final class QuoteConnection implements Closeable {
    private final Socket socket;
    private final Harness harness;
    private final Queue<String> expected = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;
    private volatile Throwable failed;

    private QuoteConnection(Socket socket, Harness harness) {
        this.socket = socket;
        this.harness = harness;
    }

    static QuoteConnection open(int port, Harness harness) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        QuoteConnection connection = new QuoteConnection(socket, harness);
        Thread reader = new Thread(connection::read, "quote-reader");
        reader.setDaemon(true);
        reader.start();
        return connection;
    }

    /** Sends a request whose answer completes the iteration. On the pacing thread. */
    void send(long intendedNs, String request, long expectedCents) throws IOException {
        Throwable thrown = failed;
        if (thrown != null) {
            throw new IOException("every request must be answered: " + thrown.getMessage(), thrown);
        }
        expected.add(intendedNs + " " + expectedCents);
        socket.getOutputStream().write((intendedNs + " " + request + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    private void read() {
        try (BufferedReader answers =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            while (true) {
                String answer = answers.readLine();
                String right = expected.poll();
                if (!String.valueOf(answer).equals(right)) {
                    throw new IOException(
                            "answer must be the one to the oldest request: expected=" + right + " answer=" + answer);
                }
                harness.complete(Long.parseLong(answer.substring(0, answer.indexOf(' '))));
            }
        } catch (IOException | RuntimeException e) {
            if (!closed) {
                failed = e;
            }
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        socket.close();
    }
}
