package io.straggler.ping;

import io.straggler.ping.StreamChannel.Waiting;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Opens the two ends of a transport, after a handshake over TCP. */
final class TransportConnector {
    private static final long LOOK_EVERY_NS = 1_000_000;

    /** Length in bytes; Linux has room for 107, other systems for a few less. */
    private static final int MAX_SOCKET_PATH = 100;

    private TransportConnector() {}

    /**
     * Connects to a server and opens the client's end.
     *
     * @throws PingException if that is impossible, with the reason in one line
     */
    static MessageChannel client(Transport transport, PingOptions options) throws IOException {
        String server = options.host() + ":" + options.port();
        SocketChannel control = connect(options.host(), options.port(), server);
        try {
            return switch (transport) {
                case UDP -> datagrams(control, server, options.bytes());
                case UNIX -> unix(control, server, options.bytes());
                case MAPPED -> mapped(control, server, options.bytes());
                default -> {
                    Handshake.ask(control, new Handshake.Request(transport, options.bytes(), 0));
                    Handshake.readAnswer(control, server);
                    yield stream(transport, control, options.bytes());
                }
            };
        } catch (IOException | RuntimeException e) {
            control.close();
            throw e;
        }
    }

    private static SocketChannel connect(String host, int port, String server) throws IOException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new PingException("no ping server at " + server + ": the host is not known");
        }
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(address, Handshake.TIMEOUT_MS);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw new PingException("no ping server at " + server + ": " + e.getMessage(), e);
        }
    }

    private static MessageChannel stream(Transport transport, SocketChannel channel, int bytes) throws IOException {
        return new StreamChannel(
                channel,
                bytes,
                switch (transport) {
                    case TCP_SELECT -> Waiting.SELECT;
                    case TCP_SELECT_NOW -> Waiting.SELECT_NOW;
                    case TCP_BLOCK -> Waiting.BLOCK;
                    default -> Waiting.SPIN;
                });
    }

    private static MessageChannel datagrams(SocketChannel control, String server, int bytes) throws IOException {
        DatagramChannel channel = boundLike(control);
        try {
            int ownPort = ((InetSocketAddress) channel.getLocalAddress()).getPort();
            Handshake.ask(control, new Handshake.Request(Transport.UDP, bytes, ownPort));
            int port = Integer.parseInt(Handshake.readAnswer(control, server));
            channel.connect(new InetSocketAddress(remote(control).getAddress(), port));
            return new Datagrams(channel, control, bytes);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static MessageChannel unix(SocketChannel control, String server, int bytes) throws IOException {
        OfferedPath.requireLoopback(remote(control).getAddress(), server);
        Handshake.ask(control, new Handshake.Request(Transport.UNIX, bytes, 0));
        Path path = OfferedPath.socket(Handshake.readAnswer(control, server), server);
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path));
        control.close();
        return new StreamChannel(channel, bytes, Waiting.SPIN);
    }

    private static MessageChannel mapped(SocketChannel control, String server, int bytes) throws IOException {
        OfferedPath.requireLoopback(remote(control).getAddress(), server);
        Handshake.ask(control, new Handshake.Request(Transport.MAPPED, bytes, 0));
        Path file = OfferedPath.cell(Handshake.readAnswer(control, server), server);
        MappedCell cell = MappedCell.client(file, control, bytes);
        control.configureBlocking(true);
        Handshake.ready(control);
        control.configureBlocking(false);
        return cell;
    }

    /** Answers a request and opens the server's end. Nothing is left on disk when both ends are connected. */
    static MessageChannel server(Handshake.Request request, SocketChannel control) throws IOException {
        return switch (request.transport()) {
            case UDP -> datagrams(request, control);
            case UNIX -> unix(request, control);
            case MAPPED -> mapped(request, control);
            default -> {
                Handshake.accept(control, "");
                yield stream(request.transport(), control, request.bytes());
            }
        };
    }

    private static MessageChannel datagrams(Handshake.Request request, SocketChannel control) throws IOException {
        DatagramChannel channel = orRefuse(request, control, () -> boundLike(control));
        try {
            orRefuse(
                    request,
                    control,
                    () -> channel.connect(new InetSocketAddress(remote(control).getAddress(), request.datagramPort())));
            Handshake.accept(control, Integer.toString(((InetSocketAddress) channel.getLocalAddress()).getPort()));
            return new Datagrams(channel, control, request.bytes());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static MessageChannel unix(Handshake.Request request, SocketChannel control) throws IOException {
        Path folder = orRefuse(request, control, TransportConnector::socketFolder);
        Path path = folder.resolve(OfferedPath.SOCKET);
        try (ServerSocketChannel listening = orRefuse(request, control, () -> listening(path))) {
            Handshake.accept(control, path.toString());
            listening.configureBlocking(false);
            control.configureBlocking(false);
            SocketChannel channel = awaitClient(listening);
            control.close();
            return new StreamChannel(channel, request.bytes(), Waiting.SPIN);
        } finally {
            Files.deleteIfExists(path);
            Files.deleteIfExists(folder);
        }
    }

    private static Path socketFolder() throws IOException {
        Path folder = Files.createTempDirectory(OfferedPath.PREFIX);
        if (folder.resolve(OfferedPath.SOCKET).toString().getBytes(StandardCharsets.UTF_8).length <= MAX_SOCKET_PATH) {
            return folder;
        }
        Files.delete(folder);
        return Files.createTempDirectory(OfferedPath.SHORT_FOLDER, OfferedPath.PREFIX);
    }

    private static ServerSocketChannel listening(Path path) throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            return listening.bind(UnixDomainSocketAddress.of(path));
        } catch (IOException | RuntimeException e) {
            listening.close();
            throw e;
        }
    }

    private static SocketChannel awaitClient(ServerSocketChannel listening) throws IOException {
        long untilNs = System.nanoTime() + Handshake.TIMEOUT_MS * 1_000_000L;
        while (System.nanoTime() - untilNs < 0) {
            SocketChannel channel = listening.accept();
            if (channel != null) {
                return channel;
            }
            LockSupport.parkNanos(LOOK_EVERY_NS);
        }
        throw PeerLiveness.gone();
    }

    private static MessageChannel mapped(Handshake.Request request, SocketChannel control) throws IOException {
        // The file is in memory where there is such a file system: then nothing is ever written to a disk.
        Path file = orRefuse(
                request,
                control,
                () -> Files.isWritable(OfferedPath.SHARED_MEMORY)
                        ? Files.createTempFile(OfferedPath.SHARED_MEMORY, OfferedPath.PREFIX, OfferedPath.CELL)
                        : Files.createTempFile(OfferedPath.PREFIX, OfferedPath.CELL));
        try {
            MappedCell cell = orRefuse(request, control, () -> MappedCell.server(file, control, request.bytes()));
            control.configureBlocking(true);
            Handshake.accept(control, file.toString());
            Handshake.awaitReady(control);
            control.configureBlocking(false);
            return cell;
        } finally {
            Files.delete(file);
        }
    }

    private interface Opening<T> {
        T open() throws IOException;
    }

    /** Opens something before the answer. If that fails, the answer is a refusal with the reason. */
    private static <T> T orRefuse(Handshake.Request request, SocketChannel control, Opening<T> opening)
            throws IOException {
        try {
            return opening.open();
        } catch (IOException | RuntimeException e) {
            // Some exceptions about files have no more of a message than the path.
            String reason = e.getMessage() == null || e instanceof FileSystemException ? e.toString() : e.getMessage();
            throw Handshake.refuse(
                    control,
                    "the server cannot open its end of " + request.transport().label() + ": " + reason);
        }
    }

    private static DatagramChannel boundLike(SocketChannel control) throws IOException {
        DatagramChannel channel = DatagramChannel.open(family(control));
        channel.bind(new InetSocketAddress(local(control).getAddress(), 0));
        return channel;
    }

    private static StandardProtocolFamily family(SocketChannel control) throws IOException {
        return local(control).getAddress() instanceof Inet6Address
                ? StandardProtocolFamily.INET6
                : StandardProtocolFamily.INET;
    }

    private static InetSocketAddress local(SocketChannel control) throws IOException {
        return (InetSocketAddress) control.getLocalAddress();
    }

    private static InetSocketAddress remote(SocketChannel control) throws IOException {
        return (InetSocketAddress) control.getRemoteAddress();
    }
}
