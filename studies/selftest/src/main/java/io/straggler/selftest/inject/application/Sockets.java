package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Messages over sockets that are connected already. */
@Fixture.Needs("the loopback interface and a socket in a folder")
public final class Sockets extends Fixture {
    private static final int SENT_BYTES = 32 * 1024;
    private static final SocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final Partner peer = closing(new Partner("app-socket-peer"));
    private final ByteBuffer received = ByteBuffer.allocateDirect(1);
    private final ByteBuffer datagram = ByteBuffer.allocateDirect(512);
    private final ByteBuffer drained = ByteBuffer.allocateDirect(2 * SENT_BYTES);
    private final Pair connected = new Pair(StandardProtocolFamily.INET, ANY);
    private final Pair selected = new Pair(StandardProtocolFamily.INET, ANY);
    private final Pair sink = new Pair(StandardProtocolFamily.INET, ANY);
    private final Pair local = localPair();
    private final Selector selector = closing(Selector.open());
    private final Selector wokenUp = closing(Selector.open());
    private final DatagramChannel datagrams = closing(DatagramChannel.open());
    private final DatagramChannel datagramPeer = closing(DatagramChannel.open());
    private final DatagramChannel sender = closing(DatagramChannel.open());
    private final DatagramChannel receiver = closing(DatagramChannel.open());
    private final ServerSocket silent = closing(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    private final Socket socket = closing(new Socket(silent.getInetAddress(), silent.getLocalPort()));
    private final Path sentFile = Files.write(newFolder("sockets").resolve("sent"), new byte[SENT_BYTES]);
    private final FileChannel sent = closing(FileChannel.open(sentFile, StandardOpenOption.READ));

    public Sockets(InjectionSite site) throws IOException {
        super(site);
        closing(silent.accept());
        selected.near.configureBlocking(false);
        selected.near.register(selector, SelectionKey.OP_READ);
        sink.far.configureBlocking(false);
        datagramPeer.connect(datagrams.bind(ANY).getLocalAddress());
        sender.connect(receiver.bind(ANY).getLocalAddress());
        receiver.configureBlocking(false);
    }

    /** Both ends of a connection. */
    private final class Pair {
        private final SocketChannel near;
        private final SocketChannel far;

        private Pair(StandardProtocolFamily family, SocketAddress address) throws IOException {
            try (ServerSocketChannel listener = ServerSocketChannel.open(family).bind(address)) {
                near = closing(SocketChannel.open(listener.getLocalAddress()));
                far = closing(listener.accept());
            }
        }
    }

    /** Two ends of a socket, whose file lies in a folder of its own among the temporary files, because its path must be short. */
    private Pair localPair() throws IOException {
        Path folder = Files.createTempDirectory("straggler");
        Path file = folder.resolve("socket");
        try {
            return new Pair(StandardProtocolFamily.UNIX, UnixDomainSocketAddress.of(file));
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    public void read(long ns) throws IOException {
        peer.later(ns, () -> connected.far.write(ByteBuffer.allocate(1)));
        received.clear();
        connected.near.read(received);
    }

    public void readLocally(long ns) throws IOException {
        peer.later(ns, () -> local.far.write(ByteBuffer.allocate(1)));
        received.clear();
        local.near.read(received);
    }

    public void select(long ns) throws IOException {
        peer.later(ns, () -> selected.far.write(ByteBuffer.allocate(1)));
        selector.select();
        selector.selectedKeys().clear();
        received.clear();
        selected.near.read(received);
    }

    public void selectUntilWokenUp(long ns) throws IOException {
        peer.later(ns, wokenUp::wakeup);
        result += wokenUp.select();
    }

    public void receive(long ns) throws IOException {
        peer.later(ns, () -> datagramPeer.write(ByteBuffer.allocate(1)));
        received.clear();
        datagrams.receive(received);
    }

    /** Waits for whole milliseconds; nobody sends anything. */
    public void readInVain(long ns) throws IOException {
        socket.setSoTimeout((int) Math.max(1, ns / 1_000_000));
        try {
            result += socket.getInputStream().read();
        } catch (SocketTimeoutException e) {
            result++;
        }
    }

    public void sendDatagram() throws IOException {
        datagram.clear();
        result += sender.write(datagram);
        datagram.clear();
        receiver.receive(datagram);
    }

    public void sendFile() throws IOException {
        result += sent.transferTo(0, SENT_BYTES, sink.near);
        int read;
        do {
            drained.clear();
            read = sink.far.read(drained);
        } while (read > 0);
    }
}
