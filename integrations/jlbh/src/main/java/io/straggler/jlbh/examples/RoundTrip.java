package io.straggler.jlbh.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;

/** A few bytes to a server on this machine and back, over one connection. */
public final class RoundTrip implements JLBHTask {
    private static final int MESSAGE_BYTES = 40;

    private final ByteBuffer message = ByteBuffer.allocateDirect(MESSAGE_BYTES);
    private JLBH jlbh;
    private ServerSocketChannel server;
    private SocketChannel client;

    public static void main(String[] args) {
        new JLBH(new JLBHOptions()
                        .throughput(2_000)
                        .warmUpIterations(3_000)
                        .iterations(3_000)
                        .runs(2)
                        .recordOSJitter(false)
                        .acquireLock(() -> null)
                        .jlbhTask(new RoundTrip()))
                .start();
    }

    @Override
    public void init(JLBH harness) {
        jlbh = harness;
        try {
            server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Thread echo = new Thread(this::echo, "echo");
            echo.setDaemon(true);
            echo.start();
            client = SocketChannel.open(server.getLocalAddress());
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void run(long startTimeNs) {
        try {
            message.clear();
            message.putLong(0, startTimeNs);
            transfer(client, true);
            message.clear();
            transfer(client, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        jlbh.sampleNanos(System.nanoTime() - message.getLong(0));
    }

    private void transfer(SocketChannel channel, boolean out) throws IOException {
        while (message.hasRemaining()) {
            if ((out ? channel.write(message) : channel.read(message)) < 0) {
                throw new IOException("the server has closed the connection");
            }
        }
    }

    private void echo() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(MESSAGE_BYTES);
        try (SocketChannel connection = server.accept()) {
            connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
            while (connection.read(bytes) >= 0) {
                bytes.flip();
                while (bytes.hasRemaining()) {
                    connection.write(bytes);
                }
                bytes.clear();
            }
        } catch (IOException e) {
            // The client is gone.
        }
    }

    @Override
    public void complete() {
        try {
            client.close();
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
