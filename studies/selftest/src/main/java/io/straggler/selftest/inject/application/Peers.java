package io.straggler.selftest.inject.application;

import com.sun.net.httpserver.HttpServer;
import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.Waits;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** More ways of waiting for another thread, on both sides of locks, pipes and connections. */
final class Peers implements AutoCloseable {
    private static final int PIPED_BYTES = 256 * 1024;

    private final Opened opened = new Opened();
    private final Partner worker = opened.add(new Partner("app-peer"));
    private final Semaphore semaphore = new Semaphore(0);
    private final SynchronousQueue<String> handOff = new SynchronousQueue<>();
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Object monitor = new Object();
    private final ByteBuffer piped = ByteBuffer.allocateDirect(PIPED_BYTES);
    private final ByteBuffer drained = ByteBuffer.allocateDirect(PIPED_BYTES);
    private final ServerSocketChannel listener;
    private final HttpServer server;
    private final URL url;
    private final Pipe pipe;
    private final Thread acceptor = new Thread(this::accept, "app-acceptor");
    private volatile boolean held;
    private volatile long answerAtNs;

    Peers() throws ImpossibleException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try {
            listener = opened.add(ServerSocketChannel.open());
            listener.bind(any);
            pipe = Pipe.open();
            opened.add(pipe.sink());
            server = HttpServer.create(any, 0);
            server.createContext("/", exchange -> {
                Waits.roughly(answerAtNs);
                exchange.sendResponseHeaders(200, -1);
                exchange.close();
            });
            server.start();
            opened.add(() -> server.stop(0));
            url = URI.create("http://" + any.getHostString() + ":"
                            + server.getAddress().getPort() + "/")
                    .toURL();
        } catch (IOException e) {
            opened.close();
            throw new ImpossibleException("needs the loopback interface: " + e.getMessage());
        }
        acceptor.setDaemon(true);
        acceptor.start();
    }

    List<Injector> injectors() {
        return List.of(
                TimedCall.waiting(Fault.SEMAPHORE, this::acquire),
                TimedCall.waiting(Fault.HANDOFF, this::take),
                TimedCall.waitingOnceHeld(Fault.WRITE_LOCK, this::lockForReading),
                TimedCall.waitingOnceHeld(Fault.HELD_MONITOR, this::enter),
                TimedCall.waiting(Fault.TIMED_WAIT, this::waitInVain),
                TimedCall.waiting(Fault.FULL_PIPE, this::fillPipe),
                TimedCall.waiting(Fault.HTTP, this::request),
                TimedCall.waiting(Fault.BUSY_WAIT, this::spin),
                TimedCall.repeating(Fault.CONNECTIONS, this::connect));
    }

    private void acquire(long ns) throws InterruptedException {
        worker.later(ns, semaphore::release);
        semaphore.acquire();
    }

    private void take(long ns) throws InterruptedException {
        worker.later(ns, () -> handOff.offer("element", 1, TimeUnit.SECONDS));
        handOff.take();
    }

    private long lockForReading(long ns) {
        worker.hold(() -> {
            lock.writeLock().lock();
            worker.keep(ns);
            lock.writeLock().unlock();
        });
        long waitNs = System.nanoTime();
        lock.readLock().lock();
        lock.readLock().unlock();
        return waitNs;
    }

    private long enter(long ns) {
        worker.hold(() -> {
            synchronized (monitor) {
                worker.keep(ns);
            }
        });
        long waitNs = System.nanoTime();
        synchronized (monitor) {
            return waitNs;
        }
    }

    /** In whole milliseconds. */
    private void waitInVain(long ns) throws InterruptedException {
        synchronized (monitor) {
            monitor.wait(Math.max(1, ns / 1_000_000));
        }
    }

    private void fillPipe(long ns) throws IOException {
        worker.later(ns, this::drain);
        piped.clear();
        while (piped.hasRemaining()) {
            pipe.sink().write(piped);
        }
        worker.awaitIdle();
    }

    private void drain() {
        drained.clear();
        try {
            while (drained.hasRemaining() && pipe.source().read(drained) >= 0) {}
        } catch (IOException e) {
            // Closed: the run is over.
        }
    }

    private void request(long ns) throws IOException {
        answerAtNs = System.nanoTime() + ns;
        try (InputStream answer = url.openStream()) {
            answer.readAllBytes();
        }
    }

    private void spin(long ns) {
        held = true;
        worker.later(ns, () -> held = false);
        while (held) {
            Thread.onSpinWait();
        }
    }

    private void connect() throws IOException {
        SocketChannel.open(listener.getLocalAddress()).close();
    }

    private void accept() {
        try {
            while (true) {
                listener.accept().close();
            }
        } catch (IOException e) {
            // Closed: the run is over.
        }
    }

    @Override
    public void close() {
        opened.close();
    }
}
