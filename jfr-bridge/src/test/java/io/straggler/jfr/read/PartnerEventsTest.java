package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.event.EventEmitter;
import io.straggler.model.CoreUser;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Iteration;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.Outlier;
import io.straggler.model.Partner;
import io.straggler.model.Partner.Role;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import io.straggler.model.ThreadRole;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WakeUp;
import io.straggler.model.WatchedThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real events of threads that wait for each other. */
class PartnerEventsTest {
    private static final long OS_ID = 4242;
    private static final long WAIT_NS = 3_000_000;
    private static final int QUEUES = 5;
    private static final int LISTENED = 5;
    private static final int HITS = 12;

    @TempDir
    private Path directory;

    /** How often the peer has read for long enough to be recorded. */
    private volatile int listened;

    /** What the test does while it is recorded; its thread is watched. */
    @FunctionalInterface
    private interface Waiting {
        void happen(EventEmitter emitter) throws Exception;
    }

    private List<Evidence> waits(Kind kind, Waiting waiting) {
        RecordedRun run = RecordingReader.read(Recorded.recording(directory.resolve("run.jfr"), 0, emitter -> {
            emitter.watching(new WatchedThread("me", Thread.currentThread().getId(), OS_ID, ThreadRole.SEQUENTIAL));
            try {
                waiting.happen(emitter);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }));
        return run.evidence().stream()
                .filter(one -> one.kind() == kind && one.osThreadId() == OS_ID)
                .filter(one -> one.durationNs() >= WAIT_NS / 2)
                .toList();
    }

    private static void park() {
        park(WAIT_NS);
    }

    private static void park(long forNs) {
        long untilNs = System.nanoTime() + forNs;
        for (long leftNs = forNs; leftNs > 0; leftNs = untilNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }

    @Test
    void shouldNameWhoNotified() {
        Object condition = new Object();
        boolean[] notified = new boolean[1];
        List<Evidence> waits = waits(Kind.MONITOR_WAIT, emitter -> {
            Thread me = Thread.currentThread();
            Thread other = new Thread(
                    () -> {
                        await(me, Thread.State.WAITING);
                        park();
                        synchronized (condition) {
                            notified[0] = true;
                            condition.notifyAll();
                        }
                    },
                    "the notifier");
            synchronized (condition) {
                other.start();
                while (!notified[0]) {
                    condition.wait();
                }
            }
            other.join();
        });

        assertThat(waits).anySatisfy(wait -> {
            Partner partner = wait.partner().orElseThrow();
            assertThat(partner.thread()).isEqualTo("the notifier");
            assertThat(partner.role()).isEqualTo(Role.NOTIFIER);
            assertThat(partner.blocked()).anyMatch(one -> one.kind() == Kind.PARK);
        });
    }

    /** The JVM says that the one in front of it had it last; or nobody, where that one got it without having been put to sleep. */
    @Test
    void shouldNameWhoLetAQueueForAMonitorGrowAndNotWhoStoodInIt() {
        List<Evidence> waits = waits(Kind.MONITOR_ENTER, emitter -> {
            for (int i = 0; i < QUEUES; i++) {
                standInAQueue(new Object());
            }
        });

        // Others than these may be the flight recorder's.
        List<Evidence> ours = waits.stream()
                .filter(wait -> wait.place().words().equals(Object.class.getName()))
                .toList();
        assertThat(ours).hasSize(QUEUES);
        List<Partner> named =
                ours.stream().map(Evidence::partner).flatMap(Optional::stream).toList();
        // Who stood in front may have lost its core with the monitor, and is rightly named then.
        assertThat(named).extracting(Partner::thread).isSubsetOf("the holder", "in front");
        assertThat(named)
                .filteredOn(partner -> partner.thread().equals("the holder"))
                .hasSizeGreaterThan(named.size() / 2)
                .allSatisfy(partner -> {
                    assertThat(partner.role()).isEqualTo(Role.OWNER);
                    assertThat(partner.blocked()).anyMatch(one -> one.kind() == Kind.PARK);
                });
    }

    private static void standInAQueue(Object monitor) throws InterruptedException {
        Thread me = Thread.currentThread();
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = new Thread(
                () -> {
                    synchronized (monitor) {
                        held.countDown();
                        await(me, Thread.State.BLOCKED);
                        park();
                        park(5 * WAIT_NS);
                    }
                },
                "the holder");
        Thread inFront = new Thread(
                () -> {
                    synchronized (monitor) {
                        held.getCount();
                    }
                },
                "in front");
        holder.start();
        held.await();
        inFront.start();
        await(inFront, Thread.State.BLOCKED);
        synchronized (monitor) {
            held.getCount();
        }
        holder.join();
        inFront.join();
    }

    private static void await(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldNameTheOwnerOfALockIfSomebodyLookedDuringTheWait() {
        ReentrantLock lock = new ReentrantLock();
        List<Evidence> waits = waits(Kind.PARK, emitter -> {
            for (boolean look : new boolean[] {true, false}) {
                CountDownLatch held = new CountDownLatch(1);
                Thread me = Thread.currentThread();
                Thread owner = new Thread(
                        () -> {
                            lock.lock();
                            held.countDown();
                            while (!lock.hasQueuedThread(me) || me.getState() != Thread.State.WAITING) {
                                Thread.onSpinWait();
                            }
                            park();
                            if (look) {
                                long id = Thread.currentThread().getId();
                                emitter.lockOwned(System.nanoTime(), OS_ID, id, "the owner");
                            }
                            park();
                            lock.unlock();
                        },
                        "the owner");
                owner.start();
                held.await();
                lock.lock();
                lock.unlock();
                owner.join();
            }
        });

        assertThat(waits)
                .filteredOn(wait -> wait.place().words().contains("ReentrantLock"))
                .hasSize(2);
        assertThat(waits.stream().map(Evidence::partner).flatMap(Optional::stream))
                .singleElement()
                .satisfies(partner -> {
                    assertThat(partner.thread()).isEqualTo("the owner");
                    assertThat(partner.role()).isEqualTo(Role.OWNER);
                    assertThat(partner.blocked()).isNotEmpty();
                });
    }

    /**
     * A machine may be so busy that the waiting thread is late for most waits: they are repeated until it is in time for enough of a few. It is seldom
     * awake within 70 us, because the JVM records the wait before it returns, so the wider of the windows has to do.
     */
    @Test
    void shouldNameWhoIsBlockedAgainWheneverAParkHasEnded() {
        List<Evidence> waits = waits(Kind.PARK, emitter -> {
            BlockingQueue<CountDownLatch> asked = new LinkedBlockingQueue<>();
            AtomicLong blockedAgainNs = new AtomicLong();
            Thread me = Thread.currentThread();
            Thread worker = new Thread(
                    () -> {
                        try {
                            for (CountDownLatch done = asked.take(); done.getCount() > 0; done = asked.take()) {
                                await(me, Thread.State.WAITING);
                                park();
                                park();
                                // The more seldom it begins to be blocked, the less likely is that it does so by
                                // chance.
                                park(5 * WAIT_NS);
                                done.countDown();
                                blockedAgainNs.set(System.nanoTime());
                            }
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    "the worker");
            worker.start();
            for (int hits = 0; hits < HITS; ) {
                long startNs = System.nanoTime();
                CountDownLatch done = new CountDownLatch(1);
                asked.add(done);
                done.await();
                long endNs = System.nanoTime();
                LockSupport.parkNanos(2 * WAIT_NS); // So that the worker is blocked for long enough to be recorded.
                long afterNs = blockedAgainNs.get() - endNs;
                // Of a wait after which the machine had no core for one of the two nothing can be known.
                if (-250_000 < afterNs && afterNs < 70_000) {
                    hits++;
                    emitter.outlier(new Outlier(
                            new Iteration(new RunId(0, 1), startNs, startNs, System.nanoTime(), 0, 0),
                            1_000_000,
                            List.of()));
                }
            }
            asked.add(new CountDownLatch(0));
            worker.join();
        });

        List<Partner> named =
                waits.stream().map(Evidence::partner).flatMap(Optional::stream).toList();
        assertThat(named).isNotEmpty().allSatisfy(partner -> {
            assertThat(partner.thread()).isEqualTo("the worker");
            assertThat(partner.role()).isEqualTo(Role.WAKER);
            assertThat(partner.osThreadId()).isPositive();
            assertThat(partner.blocked())
                    .filteredOn(one -> one.kind() == Kind.PARK)
                    .hasSizeGreaterThanOrEqualTo(3)
                    .anySatisfy(one -> assertThat(one.place().what()).endsWith("PartnerEventsTest.park"));
        });
    }

    @Test
    void shouldKnowWhatAThreadDidThatTheKernelSawEndingAPark() {
        AtomicLong workerId = new AtomicLong();
        List<Evidence> waits = waits(Kind.PARK, emitter -> {
            Thread me = Thread.currentThread();
            AtomicLong seenNs = new AtomicLong();
            AtomicLong wokenNs = new AtomicLong();
            CountDownLatch done = new CountDownLatch(1);
            Thread worker = new Thread(
                    () -> {
                        await(me, Thread.State.WAITING);
                        workerId.set(osThreadId());
                        park();
                        seenNs.set(System.nanoTime());
                        park();
                        wokenNs.set(System.nanoTime());
                        done.countDown();
                    },
                    "the worker");
            long startNs = System.nanoTime();
            worker.start();
            done.await();
            worker.join();
            long endNs = System.nanoTime();
            emitter.outlier(
                    new Outlier(new Iteration(new RunId(0, 1), startNs, startNs, endNs, 0, 0), 1_000_000, List.of()));
            CoreUser by = new CoreUser(CoreUser.Kind.OWN_THREAD, workerId.get(), "the worker");
            OffCoreInterval wait = new OffCoreInterval(
                    seenNs.get(), endNs, false, Optional.of(new WakeUp(wokenNs.get(), by)), List.of());
            Optional<OffCoreTimes> offCore = Optional.of(new OffCoreTimes(startNs, List.of(wait)));
            emitter.used(new ThreadUsage(startNs, OS_ID, startNs, endNs, 0, 0, 0, 0, 1, 0, 0, 0, 0, offCore));
        });

        assertThat(waits).anySatisfy(wait -> {
            Partner partner = wait.partner().orElseThrow();
            assertThat(partner.thread()).isEqualTo("the worker");
            assertThat(partner.role()).isEqualTo(Role.RECORDED_WAKER);
            assertThat(partner.osThreadId()).isEqualTo(workerId.get());
            assertThat(partner.blocked()).hasSizeGreaterThanOrEqualTo(2).allMatch(one -> one.kind() == Kind.PARK);
        });
    }

    private static long osThreadId() {
        try {
            return Long.parseLong(Files.readSymbolicLink(Path.of("/proc/thread-self"))
                    .getFileName()
                    .toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldNameThePeerOfAConnectionIfThereIsOnlyOne() {
        assertThat(peers(1))
                .isNotEmpty()
                .allSatisfy(partner -> {
                    assertThat(partner.thread()).isEqualTo("the peer");
                    assertThat(partner.role()).isEqualTo(Role.PEER);
                    assertThat(partner.osThreadId()).isPositive();
                })
                .anySatisfy(partner -> assertThat(partner.blocked()).anyMatch(one -> one.kind() == Kind.PARK));
    }

    @Test
    void shouldNameNobodyIfTheServerHasAnotherClient() {
        assertThat(peers(2)).isEmpty();
    }

    /**
     * Whom it waited for in asking a thread that parks before it answers, over the first of so many connections to the same server. Where a busy machine
     * takes its core within a write, that is a wait as well, and for nobody.
     */
    private List<Partner> peers(int clients) {
        List<Evidence> waits = waits(Kind.SOCKET_IO, emitter -> {
            InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            try (ServerSocketChannel server = ServerSocketChannel.open().bind(any)) {
                SocketChannel first = null;
                for (int i = 0; i < clients; i++) {
                    SocketChannel client = SocketChannel.open(server.getLocalAddress());
                    SocketChannel accepted = server.accept();
                    emitter.connected(end(client), end(accepted));
                    emitter.connected(end(accepted), end(client));
                    if (i == 0) {
                        first = client;
                        serve(accepted);
                    }
                }
                // More than once, because on a busy machine a read may begin late, and later than the peer knows.
                for (listened = 0; listened < LISTENED; ) {
                    park();
                    first.write(ByteBuffer.allocate(1));
                    first.read(ByteBuffer.allocate(1));
                }
                first.close();
            }
        });
        assertThat(waits).isNotEmpty();
        return waits.stream().map(Evidence::partner).flatMap(Optional::stream).toList();
    }

    private void serve(SocketChannel end) {
        Thread peer = new Thread(
                () -> {
                    try (end) {
                        long fromNs = System.nanoTime();
                        while (end.read(ByteBuffer.allocate(1)) > 0) {
                            listened += System.nanoTime() - fromNs >= WAIT_NS / 2 ? 1 : 0;
                            park();
                            end.write(ByteBuffer.allocate(1));
                            fromNs = System.nanoTime();
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                "the peer");
        peer.setDaemon(true);
        peer.start();
    }

    private static String end(SocketChannel channel) throws IOException {
        InetSocketAddress address = (InetSocketAddress) channel.getLocalAddress();
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
