package io.straggler.examples.dates;

import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import io.straggler.harness.Task;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Instant;
import java.util.Date;

/**
 * Sends a date to a server on this machine, which answers with the next day, over one TCP connection and by Java's own serialisation.
 * A probe for each leg: {@code out} until the server has the date, {@code back} from there until its answer is a date again.
 */
public final class DateCall implements Task {
    private static final long DAY_MS = 86_400_000;

    private DateServer server;
    private Socket connection;
    private DateChannel channel;
    private Probe out;
    private Probe back;
    private long dayMs = Instant.parse("2026-11-20T00:00:00Z").toEpochMilli();

    @Override
    public void setUp(Harness harness) throws IOException {
        out = harness.probe("out");
        back = harness.probe("back");
        server = DateServer.start();
        harness.watch(server.thread());
        connection = new Socket(InetAddress.getLoopbackAddress(), server.port());
        connection.setTcpNoDelay(true);
        channel = new DateChannel(connection);
    }

    @Override
    public void run(long intendedNs) throws IOException {
        long startNs = System.nanoTime();
        channel.write(new Date(dayMs));
        Date next = channel.read();
        long endNs = System.nanoTime();
        // The answer is the server's way of saying that it has written this.
        long receivedNs = server.receivedNs();
        if (next.getTime() != dayMs + DAY_MS) {
            throw new IOException("answer must be the next day: asked=" + new Date(dayMs) + " answer=" + next);
        }
        out.record(receivedNs - startNs);
        back.record(endNs - receivedNs);
        dayMs = next.getTime();
    }

    @Override
    public void tearDown() throws IOException {
        connection.close();
        server.close();
    }
}
