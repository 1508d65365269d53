package io.straggler.examples.gateway;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** TCP peer on the loopback address that echoes one connection, on a separate thread. */
final class EchoPeer implements Closeable {
    private static final int BUFFER_BYTES = 16 * 1024;

    private final ServerSocketChannel server;
    private final SocketAddress address;
    private final Thread thread;
    private volatile IOException failure;

    private EchoPeer(ServerSocketChannel server) throws IOException {
        this.server = server;
        this.address = server.getLocalAddress();
        this.thread = new Thread(this::serve, "echo-peer");
        thread.setDaemon(true);
    }

    /** Listens on a free port and starts the thread. */
    static EchoPeer listen() throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            EchoPeer peer = new EchoPeer(server);
            peer.thread.start();
            return peer;
        } catch (IOException | RuntimeException failure) {
            server.close();
            throw failure;
        }
    }

    SocketAddress address() {
        return address;
    }

    Thread thread() {
        return thread;
    }

    private void serve() {
        try (SocketChannel connection = server.accept()) {
            connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
            ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
            while (connection.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    connection.write(buffer);
                }
                buffer.clear();
            }
        } catch (ClosedChannelException closed) {
            // close() ends the peer also where nobody ever connected.
            return;
        } catch (IOException broken) {
            failure = broken;
        }
    }

    /** Waits until the connection, which the other side must have closed, has ended; throws what broke it. */
    @Override
    public void close() throws IOException {
        server.close();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw failure;
        }
    }
}
