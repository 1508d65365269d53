package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

/** Waits that end when somebody else sends data, makes room or gives a signal: another thread, another process, or nobody before the time is up. */
final class Exchanges implements AutoCloseable {
    private static final long SHORT_PARK_NS = 50_000;

    private final Opened opened = new Opened();
    private final Partner worker = opened.add(new Partner("app-exchange"));
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final StampedLock stamped = new StampedLock();
    private final BlockingQueue<String> full = new ArrayBlockingQueue<>(1);
    private final PipedInputStream piped = new PipedInputStream();
    private final PipedOutputStream pipedPeer;
    private final ServerSocketChannel listener;
    private final ServerSocket silentListener;
    private final Socket socket;
    private final Socket silentPeer;
    private final Process answering;
    private boolean signalled;
    private long result;

    Exchanges() throws ImpossibleException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try {
            pipedPeer = new PipedOutputStream(piped);
            listener = opened.add(ServerSocketChannel.open());
            listener.bind(new InetSocketAddress(loopback, 0));
            silentListener = opened.add(new ServerSocket(0, 1, loopback));
            socket = opened.add(new Socket(loopback, silentListener.getLocalPort()));
            silentPeer = opened.add(silentListener.accept());
            answering = new ProcessBuilder("sh", "-c", "while read seconds; do sleep $seconds; echo; done").start();
            opened.add(answering::destroy);
        } catch (IOException e) {
            opened.close();
            throw new ImpossibleException("needs the loopback interface and a shell: " + e.getMessage());
        }
    }

    List<Injector> injectors() {
        return List.of(
                TimedCall.waiting(Fault.CONDITION, this::awaitSignal),
                TimedCall.waitingOnceHeld(Fault.STAMPED_LOCK, this::lockStamped),
                TimedCall.waiting(Fault.FULL_QUEUE, this::put),
                TimedCall.waiting(Fault.PIPED_STREAM, this::readStream),
                TimedCall.waiting(Fault.INCOMING_CONNECTION, this::accept),
                TimedCall.waiting(Fault.READ_TIMEOUT, this::readInVain),
                TimedCall.waiting(Fault.PROCESS_OUTPUT, this::askProcess),
                TimedCall.waiting(Fault.SHORT_PARKS, this::parkAgainAndAgain));
    }

    private void awaitSignal(long ns) throws InterruptedException {
        signalled = false;
        worker.later(ns, () -> {
            lock.lock();
            signalled = true;
            changed.signal();
            lock.unlock();
        });
        lock.lock();
        try {
            while (!signalled) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private long lockStamped(long ns) {
        worker.hold(() -> {
            long stamp = stamped.writeLock();
            worker.keep(ns);
            stamped.unlockWrite(stamp);
        });
        long waitNs = System.nanoTime();
        stamped.unlockRead(stamped.readLock());
        return waitNs;
    }

    private void put(long ns) throws InterruptedException {
        full.put("first");
        worker.later(ns, full::take);
        full.put("second");
        full.take();
    }

    private void readStream(long ns) throws IOException {
        worker.later(ns, () -> {
            pipedPeer.write(1);
            pipedPeer.flush();
        });
        result += piped.read();
    }

    private void accept(long ns) throws IOException {
        worker.later(ns, () -> SocketChannel.open(listener.getLocalAddress()).close());
        listener.accept().close();
    }

    /** In whole milliseconds. */
    private void readInVain(long ns) throws IOException {
        socket.setSoTimeout((int) Math.max(1, ns / 1_000_000));
        try {
            result += socket.getInputStream().read();
        } catch (SocketTimeoutException e) {
            result++;
        }
    }

    private void askProcess(long ns) throws IOException {
        OutputStream question = answering.getOutputStream();
        question.write((BigDecimal.valueOf(ns, 9).toPlainString() + "\n").getBytes(StandardCharsets.US_ASCII));
        question.flush();
        result += answering.getInputStream().read();
    }

    private void parkAgainAndAgain(long ns) {
        long untilNs = System.nanoTime() + ns;
        do {
            LockSupport.parkNanos(SHORT_PARK_NS);
        } while (System.nanoTime() < untilNs);
    }

    @Override
    public void close() {
        opened.close();
    }
}
