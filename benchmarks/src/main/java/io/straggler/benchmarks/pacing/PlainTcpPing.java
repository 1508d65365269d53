package io.straggler.benchmarks.pacing;

import io.straggler.benchmarks.support.ChildJvm;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Two sockets in two processes, both read without blocking, over and over. */
final class PlainTcpPing {
    static final int BYTES = 64;

    private PlainTcpPing() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        try (ServerSocketChannel listening = ServerSocketChannel.open()) {
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = ((InetSocketAddress) listening.getLocalAddress()).getPort();
            ChildJvm echo = ChildJvm.start(Echo.class, port);
            try (SocketChannel channel = ready(listening.accept())) {
                ByteBuffer out = ByteBuffer.allocateDirect(BYTES);
                ByteBuffer in = ByteBuffer.allocateDirect(BYTES);
                PlainPing.measure(number -> ping(channel, out, in, number), args);
            } finally {
                echo.close();
            }
        }
    }

    private static SocketChannel ready(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        return channel;
    }

    private static void ping(SocketChannel channel, ByteBuffer out, ByteBuffer in, long number) throws IOException {
        out.clear();
        out.putLong(0, number);
        while (out.hasRemaining()) {
            channel.write(out);
        }
        in.clear();
        while (in.hasRemaining()) {
            if (channel.read(in) < 0) {
                throw new EOFException("the echo is gone");
            }
        }
        if (in.getLong(0) != number) {
            throw new IllegalStateException("echo must be of what was sent: sent=" + number);
        }
    }

    /** The other process. */
    static final class Echo {
        private Echo() {}

        public static void main(String[] args) throws IOException {
            InetSocketAddress address =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
            try (SocketChannel channel = ready(SocketChannel.open(address))) {
                ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
                while (echo(channel, buffer)) {}
            }
        }

        private static boolean echo(SocketChannel channel, ByteBuffer buffer) throws IOException {
            buffer.clear();
            while (buffer.hasRemaining()) {
                if (channel.read(buffer) < 0) {
                    return false;
                }
            }
            buffer.flip();
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            return true;
        }
    }
}
