package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.Waits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/** Waits for another thread of the process, which lets it wait as long as it was told to. */
final class Waiters implements AutoCloseable {
    private final Opened opened = new Opened();
    private final Partner worker = opened.add(new Partner("app-worker"));
    private final ByteBuffer received = ByteBuffer.allocateDirect(1);
    private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Object condition = new Object();
    private final SocketChannel socket;
    private final SocketChannel socketPeer;
    private final SocketChannel selected;
    private final SocketChannel selectedPeer;
    private final Selector selector;
    private final DatagramChannel datagrams;
    private final DatagramChannel datagramPeer;
    private final Pipe pipe;
    private volatile boolean held;
    private boolean notified;

    Waiters() throws ImpossibleException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(any)) {
            socket = opened.add(SocketChannel.open(listener.getLocalAddress()));
            socketPeer = opened.add(listener.accept());
            selected = opened.add(SocketChannel.open(listener.getLocalAddress()));
            selectedPeer = opened.add(listener.accept());
            selected.configureBlocking(false);
            selector = opened.add(Selector.open());
            selected.register(selector, SelectionKey.OP_READ);
            datagrams = opened.add(DatagramChannel.open());
            datagrams.bind(any);
            datagramPeer = opened.add(DatagramChannel.open());
            datagramPeer.connect(datagrams.getLocalAddress());
            pipe = Pipe.open();
            opened.add(pipe.sink());
            opened.add(pipe.source());
        } catch (IOException e) {
            opened.close();
            throw new ImpossibleException("needs the loopback interface: " + e.getMessage());
        }
    }

    List<Injector> injectors() {
        return List.of(
                TimedCall.waiting(Fault.SOCKET_CHANNEL, this::read),
                TimedCall.waiting(Fault.SELECTOR, this::select),
                TimedCall.waiting(Fault.DATAGRAM, this::receive),
                TimedCall.waiting(Fault.PIPE, this::readPipe),
                TimedCall.waiting(Fault.QUEUE, this::take),
                TimedCall.waiting(Fault.FUTURE, this::get),
                TimedCall.waiting(Fault.LATCH, this::await),
                TimedCall.waitingOnceHeld(Fault.LOCK, this::lock),
                TimedCall.waiting(Fault.NOTIFICATION, this::waitForNotification),
                TimedCall.waiting(Fault.JOIN, this::join),
                TimedCall.waiting(Fault.GC_ELSEWHERE, this::workBesideCollection));
    }

    private void read(long ns) throws IOException {
        worker.later(ns, () -> socketPeer.write(ByteBuffer.allocate(1)));
        received.clear();
        socket.read(received);
    }

    private void select(long ns) throws IOException {
        worker.later(ns, () -> selectedPeer.write(ByteBuffer.allocate(1)));
        selector.select();
        selector.selectedKeys().clear();
        received.clear();
        selected.read(received);
    }

    private void receive(long ns) throws IOException {
        worker.later(ns, () -> datagramPeer.write(ByteBuffer.allocate(1)));
        received.clear();
        datagrams.receive(received);
    }

    private void readPipe(long ns) throws IOException {
        worker.later(ns, () -> pipe.sink().write(ByteBuffer.allocate(1)));
        received.clear();
        pipe.source().read(received);
    }

    private void take(long ns) throws InterruptedException {
        worker.later(ns, () -> queue.add("element"));
        queue.take();
    }

    private void get(long ns) throws Exception {
        CompletableFuture<String> future = new CompletableFuture<>();
        worker.later(ns, () -> future.complete("value"));
        future.get();
    }

    private void await(long ns) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        worker.later(ns, latch::countDown);
        latch.await();
    }

    private long lock(long ns) {
        worker.hold(() -> {
            lock.lock();
            try {
                worker.keep(ns);
            } finally {
                lock.unlock();
            }
        });
        long waitNs = System.nanoTime();
        lock.lock();
        lock.unlock();
        return waitNs;
    }

    private void waitForNotification(long ns) throws InterruptedException {
        notified = false;
        worker.later(ns, () -> {
            synchronized (condition) {
                notified = true;
                condition.notifyAll();
            }
        });
        synchronized (condition) {
            while (!notified) {
                condition.wait();
            }
        }
    }

    private void join(long ns) throws InterruptedException {
        long atNs = System.nanoTime() + ns;
        Thread thread = new Thread(() -> Waits.roughly(atNs), "app-short-lived");
        thread.start();
        thread.join();
    }

    /** It works on, unless something stops it. */
    private void workBesideCollection(long ns) {
        held = true;
        worker.later(0, () -> {
            System.gc();
            held = false;
        });
        while (held) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        opened.close();
    }
}
