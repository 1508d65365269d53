package io.straggler.ping;

import io.straggler.sampler.linux.NativeThread;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Server of pings: answers each client on a new thread, over the transport that the client asks for.
 *
 * <p>Lifecycle: {@link #listen}, {@link #await}, {@link #close}, which ends the connections too. From any thread.
 */
public final class PingServer implements Closeable {
    private final ServerSocketChannel listening;
    private final OptionalInt cpu;
    private final Consumer<String> journal;
    private final UnaryOperator<MessageChannel> fault;
    private final Thread acceptor = new Thread(this::acceptAll, "ping-acceptor");
    private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();
    private final Set<Thread> sessions = ConcurrentHashMap.newKeySet();

    private PingServer(
            ServerSocketChannel listening,
            OptionalInt cpu,
            Consumer<String> journal,
            UnaryOperator<MessageChannel> fault) {
        this.listening = listening;
        this.cpu = cpu;
        this.journal = journal;
        this.fault = fault;
        acceptor.setDaemon(true);
    }

    /**
     * Begins to listen.
     *
     * @param address port 0 for any free port
     * @param cpu the core to bind each connection's thread to
     * @param journal receives one line about the end of each connection
     * @throws PingException if the port is in use or the address is not this machine's
     */
    public static PingServer listen(InetSocketAddress address, OptionalInt cpu, Consumer<String> journal)
            throws IOException {
        return listen(address, cpu, journal, UnaryOperator.identity());
    }

    /** @param fault wrapper of each client's channel, for tests */
    static PingServer listen(
            InetSocketAddress address, OptionalInt cpu, Consumer<String> journal, UnaryOperator<MessageChannel> fault)
            throws IOException {
        if (address.isUnresolved()) {
            throw new PingException("the address to listen on must be known: address=" + address.getHostString());
        }
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address);
        } catch (BindException e) {
            channel.close();
            throw new PingException(
                    "cannot listen on " + address.getHostString() + ":" + address.getPort() + ": " + e.getMessage());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        PingServer server = new PingServer(channel, cpu, journal, fault);
        server.acceptor.start();
        return server;
    }

    /** The address on which it listens. */
    public InetSocketAddress address() throws IOException {
        return (InetSocketAddress) listening.getLocalAddress();
    }

    /** Returns when it is closed. */
    public void await() throws InterruptedException {
        acceptor.join();
    }

    private void acceptAll() {
        try {
            while (true) {
                SocketChannel connection = listening.accept();
                connections.add(connection);
                Thread thread = new Thread(() -> serve(connection), "ping-server");
                thread.setDaemon(true);
                sessions.add(thread);
                thread.start();
            }
        } catch (ClosedChannelException e) {
            // Closed: this is how it ends.
        } catch (IOException e) {
            journal.accept("cannot accept connections any more: " + e.getMessage());
        }
    }

    private void serve(SocketChannel connection) {
        String client = "a client";
        try (connection) {
            client = connection.getRemoteAddress().toString().replaceFirst("^/", "");
            connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
            cpu.ifPresent(NativeThread::pinCurrent);
            Handshake.Request request = Handshake.readRequest(connection);
            client += " over " + request.transport().label();
            try (MessageChannel channel = fault.apply(TransportConnector.server(request, connection))) {
                Echo.serve(channel);
            }
        } catch (IOException | RuntimeException e) {
            // The client is gone, most of the time.
            journal.accept(client + ": " + (e.getMessage() == null ? "the connection is closed" : e.getMessage()));
        } finally {
            connections.remove(connection);
            sessions.remove(Thread.currentThread());
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (SocketChannel connection : connections) {
            connection.close();
        }
        sessions.forEach(Thread::interrupt);
    }
}
