package io.straggler.selftest.task;

import io.straggler.harness.Harness;
import io.straggler.selftest.task.ApplicationWorkload.Orders;
import io.straggler.selftest.task.PipelineTask.Work;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** One thread serves many connections: it does both stages of an iteration when the bytes of its request have arrived. */
final class EventLoopRoute implements PipelineTask.Route {
    private static final int CONNECTIONS = 16;

    private final List<SocketChannel> clients = new ArrayList<>();
    private final List<SocketChannel> servers = new ArrayList<>();
    private final Map<Long, Work> begun = new ConcurrentHashMap<>();
    private final ByteBuffer written = ByteBuffer.allocateDirect(Long.BYTES);
    private final ByteBuffer read = ByteBuffer.allocateDirect(Long.BYTES);
    private final Selector selector = Selector.open();
    private final RouteThread thread;
    private int next;

    EventLoopRoute(Harness harness) throws IOException {
        try (ServerSocketChannel listening =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            for (int i = 0; i < CONNECTIONS; i++) {
                SocketChannel client = SocketChannel.open(listening.getLocalAddress());
                client.setOption(StandardSocketOptions.TCP_NODELAY, true);
                clients.add(client);
                SocketChannel server = listening.accept();
                servers.add(server);
                server.configureBlocking(false);
                server.register(selector, SelectionKey.OP_READ);
            }
        }
        thread = new RouteThread("event-loop", harness, orders -> serve(harness, orders));
    }

    private void serve(Harness harness, Orders orders) throws Exception {
        selector.select();
        Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
        while (ready.hasNext()) {
            SocketChannel channel = (SocketChannel) ready.next().channel();
            ready.remove();
            // A request is written by one call and is smaller than any segment, so it is never read in part.
            while (channel.read(read.clear()) > 0) {
                Work work = Objects.requireNonNull(begun.remove(read.flip().getLong()), "a request is of an iteration");
                work.stage(0, orders);
                work.stage(1, orders);
                harness.complete(work.intendedNs());
            }
        }
    }

    @Override
    public void begin(Work work) throws IOException {
        thread.check();
        begun.put(work.intendedNs(), work);
        clients.get(next).write(written.clear().putLong(work.intendedNs()).flip());
        next = (next + 1) % CONNECTIONS;
    }

    @Override
    public void close() {
        thread.close();
        try {
            selector.close();
            for (SocketChannel client : clients) {
                client.close();
            }
            for (SocketChannel server : servers) {
                server.close();
            }
        } catch (IOException e) {
            // They end with the process.
        }
    }
}
