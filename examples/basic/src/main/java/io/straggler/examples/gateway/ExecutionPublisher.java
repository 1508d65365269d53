package io.straggler.examples.gateway;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;

/**
 * Sends execution reports over TCP to a peer that echoes them, and returns when the echo is back. Blocks on the socket; for
 * one thread.
 */
final class ExecutionPublisher implements Closeable {
    /** Less than any socket buffer, so that a batch can be written whole before its echo is read. */
    private static final int BATCH_BYTES = 8 * 1024;

    private final SocketChannel channel;
    private final ReportWriter writer = new ReportWriter();
    private final ByteBuffer batch = ByteBuffer.allocateDirect(BATCH_BYTES);
    private final ByteBuffer echo = ByteBuffer.allocateDirect(BATCH_BYTES);

    private ExecutionPublisher(SocketChannel channel) {
        this.channel = channel;
    }

    static ExecutionPublisher connect(SocketAddress peer) throws IOException {
        SocketChannel channel = SocketChannel.open(peer);
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        } catch (IOException | RuntimeException failure) {
            channel.close();
            throw failure;
        }
        return new ExecutionPublisher(channel);
    }

    /** Sends all reports, in as few round trips as fit. */
    void publish(List<ExecutionReport> reports) throws IOException {
        batch.clear();
        for (ExecutionReport report : reports) {
            if (batch.remaining() < ReportWriter.LONGEST_FRAME) {
                roundTrip();
            }
            writer.append(report, batch);
        }
        roundTrip();
    }

    private void roundTrip() throws IOException {
        batch.flip();
        while (batch.hasRemaining()) {
            channel.write(batch);
        }
        batch.rewind();
        echo.clear().limit(batch.limit());
        while (echo.hasRemaining()) {
            if (channel.read(echo) < 0) {
                throw new EOFException("the peer closed the connection before it had echoed everything: missingBytes="
                        + echo.remaining());
            }
        }
        if (!echo.flip().equals(batch)) {
            throw new IOException("the echo must be what was sent: differs at offset=" + batch.mismatch(echo));
        }
        batch.clear();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
