package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.Waits;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.ReferenceQueue;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;

/** Waits for other threads that no lock of the program's own is part of, and some that hide theirs. */
final class Encounters implements AutoCloseable {
    private static final String KEY = "key";

    private final Opened opened = new Opened();
    private final Partner worker = opened.add(new Partner("app-encounter"));
    private final ExecutorService executor = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "app-executor");
        thread.setDaemon(true);
        return thread;
    });
    private final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> references = new ReferenceQueue<>();
    private final ByteBuffer received = ByteBuffer.allocateDirect(1);
    private final byte[] slow;
    private final SocketChannel socket;
    private final SocketChannel peer;
    private volatile boolean held;
    private long result;

    Encounters() throws ImpossibleException {
        try (InputStream code = Encounters.class.getResourceAsStream("Encounters$Slow.class");
                ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            slow = code.readAllBytes();
            // Its path must be short.
            Path folder = Files.createTempDirectory("straggler");
            Path file = folder.resolve("socket");
            listener.bind(UnixDomainSocketAddress.of(file));
            socket = opened.add(SocketChannel.open(listener.getLocalAddress()));
            peer = opened.add(listener.accept());
            Files.delete(file);
            Files.delete(folder);
        } catch (IOException e) {
            close();
            throw new ImpossibleException("needs a socket in a folder: " + e.getMessage());
        }
    }

    /** Its initialiser takes as long as its class loader does. Loaded again and again. It must need nothing but the JDK. */
    static final class Slow {
        static {
            ((Runnable) Slow.class.getClassLoader()).run();
        }

        private Slow() {}
    }

    /** An element that becomes one at an instant. */
    private record Later(long atNs) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(atNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    List<Injector> injectors() {
        return List.of(
                TimedCall.waiting(Fault.PHASER, this::advance),
                TimedCall.waiting(Fault.DELAY_QUEUE, this::takeDelayed),
                TimedCall.waiting(Fault.EXECUTOR, this::submit),
                TimedCall.waitingOnceHeld(Fault.MAP_CONTENTION, this::compute),
                TimedCall.waitingOnceHeld(Fault.CLASS_INITIALIZATION, this::initialize),
                TimedCall.waiting(Fault.DOMAIN_SOCKET, this::read),
                TimedCall.waiting(Fault.REFERENCE_QUEUE, this::removeReference),
                TimedCall.waiting(Fault.YIELDING_WAIT, this::yieldUntilReleased));
    }

    private void advance(long ns) {
        Phaser phaser = new Phaser(1);
        worker.later(ns, phaser::arrive);
        phaser.awaitAdvance(0);
    }

    private void takeDelayed(long ns) throws InterruptedException {
        DelayQueue<Later> queue = new DelayQueue<>(List.of(new Later(System.nanoTime() + ns)));
        result += queue.take().atNs();
    }

    private void submit(long ns) throws Exception {
        long atNs = System.nanoTime() + ns;
        executor.submit(() -> Waits.roughly(atNs)).get();
    }

    private long compute(long ns) {
        worker.hold(() -> map.computeIfAbsent(KEY, key -> {
            worker.keep(ns);
            return "value";
        }));
        long waitNs = System.nanoTime();
        result += map.computeIfAbsent(KEY, key -> "another").length();
        map.clear();
        return waitNs;
    }

    private long initialize(long ns) throws ClassNotFoundException {
        SlowLoader loader = new SlowLoader(slow, ns);
        worker.now(() -> Class.forName(Slow.class.getName(), true, loader));
        while (!loader.initializing) {
            Thread.onSpinWait();
        }
        long waitNs = System.nanoTime();
        result += Class.forName(Slow.class.getName(), true, loader).getModifiers();
        return waitNs;
    }

    /** Defines {@link Slow} itself, and is what that has its initialiser run. */
    private static final class SlowLoader extends ClassLoader implements Runnable {
        private final byte[] code;
        private final long ns;
        private volatile boolean initializing;

        private SlowLoader(byte[] code, long ns) {
            super(Encounters.class.getClassLoader());
            this.code = code;
            this.ns = ns;
        }

        @Override
        public void run() {
            initializing = true;
            Waits.roughly(System.nanoTime() + ns);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.equals(Slow.class.getName())) {
                    return super.loadClass(name, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : defineClass(name, code, 0, code.length);
            }
        }
    }

    private void read(long ns) throws IOException {
        worker.later(ns, () -> peer.write(ByteBuffer.allocate(1)));
        received.clear();
        socket.read(received);
    }

    /** In whole milliseconds; none ever comes. */
    private void removeReference(long ns) throws InterruptedException {
        result += references.remove(Math.max(1, ns / 1_000_000)) == null ? 1 : 0;
    }

    private void yieldUntilReleased(long ns) {
        held = true;
        worker.later(ns, () -> held = false);
        while (held) {
            Thread.yield();
        }
    }

    @Override
    public void close() {
        opened.close();
        executor.shutdownNow();
    }
}
