package io.straggler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Where;
import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import io.straggler.sampler.linux.NativeThread;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real waits for another thread of the process, which does what it is told to: it is named, and what it did. */
@Timeout(120)
class PartnersTest {
    private static final Duration SLEEP = Duration.ofMillis(80);

    private static final Duration SPIN = Duration.ofMillis(100);

    private static final Duration BURN = Duration.ofMillis(4);

    private static final int HOGS = 2;

    /** However long they take. If the partner has no core to begin to read with, nobody knows whom an iteration waited for. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @TempDir
    private Path folder;

    /** What a thread of its own does for the task. */
    @FunctionalInterface
    private interface Act {
        void act() throws Exception;
    }

    /** A thread that acts when it is asked to. */
    private abstract static class WithPartner implements Task {
        private final SynchronousQueue<Act> asked = new SynchronousQueue<>();

        @Override
        public void setUp(Harness harness) throws Exception {
            Thread partner = new Thread(
                    () -> {
                        try {
                            while (true) {
                                asked.take().act();
                            }
                        } catch (Exception e) {
                            // The run is over.
                        }
                    },
                    "the partner");
            partner.setDaemon(true);
            partner.start();
        }

        final void ask(Act act) throws InterruptedException {
            asked.put(act);
        }
    }

    /** However long they take: if the partner has no core to begin to read with, nobody knows whom an iteration waited for. */
    private RunBudget measured(int iterations, String threshold, Task task) throws IOException {
        StragglerResult result = Straggler.options()
                .rate(10)
                .warmUp(Duration.ofMillis(200))
                .count(iterations)
                .threshold(threshold)
                .armDelay(Duration.ofNanos(500_000))
                .out(folder.resolve("run"))
                .run(task);
        RunBudget budget = Analysis.of(new RunFolder(result.folder().orElseThrow()))
                .conclusions()
                .budget();
        assertThat(budget.budgets())
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.parts().stream()
                                .mapToLong(part -> part.ns())
                                .sum())
                        .isEqualTo(one.latencyNs()));
        return budget;
    }

    /** Share of a cause's time at places that end in a regular expression. */
    private static double share(RunBudget budget, Cause cause, String did) {
        Pattern end = Pattern.compile(did + "$");
        RunBudget.CauseSum sum = budget.causes().stream()
                .filter(one -> one.cause() == cause)
                .findFirst()
                .orElseThrow();
        long ns = 0;
        long allNs = 0;
        for (Where where : sum.where()) {
            allNs += where.ns();
            ns += end.matcher(where.place().words()).find() ? where.ns() : 0;
        }
        return (double) ns / allNs;
    }

    @Test
    void shouldNameWhoWasWaitedForAndWhatThatThreadDid() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Object monitor = new Object();
        try (Peer peer = new Peer(() -> Thread.sleep(SLEEP.toMillis()))) {
            RunBudget budget = measured(45, "3ms", new WithPartner() {
                private volatile boolean held;
                private int iterations;

                @Override
                public void setUp(Harness harness) throws Exception {
                    super.setUp(harness);
                    peer.setUp(harness);
                }

                @Override
                public void run(long intendedNs) throws Exception {
                    switch (iterations++ % 3) {
                        case 0 -> waitForLock();
                        case 1 -> waitForMonitor();
                        default -> peer.run(intendedNs);
                    }
                }

                private void waitForLock() throws InterruptedException {
                    hold(() -> {
                        lock.lock();
                        held = true;
                        Thread.sleep(SLEEP.toMillis());
                        lock.unlock();
                    });
                    lock.lock();
                    lock.unlock();
                }

                private void waitForMonitor() throws InterruptedException {
                    hold(() -> {
                        synchronized (monitor) {
                            held = true;
                            spin(SPIN.toNanos());
                        }
                    });
                    synchronized (monitor) {
                        held = false;
                    }
                }

                private void hold(Act act) throws InterruptedException {
                    held = false;
                    ask(act);
                    while (!held) {
                        Thread.onSpinWait();
                    }
                }
            });

            // The sampler looks every five milliseconds, and on a busy machine later.
            assertThat(share(
                            budget,
                            Cause.PARK,
                            ", held by the partner, which was in sleep: io.straggler.PartnersTest\\S+"))
                    .isGreaterThan(0.1);
            assertThat(share(
                            budget,
                            Cause.SOCKET_IO,
                            ", waited for the peer, which was in sleep: io.straggler.PartnersTest\\S+"))
                    .isGreaterThan(0.1);
            double ran = share(budget, Cause.MONITOR, ", held by the partner, which ran");
            double hadNoCore = share(budget, Cause.MONITOR, ", held by the partner, which waited for a core");
            double noMoreIsKnown = share(budget, Cause.MONITOR, ", held by the partner");
            assertThat(ran + hadNoCore).isGreaterThan(0.1);
            assertThat(ran + hadNoCore + noMoreIsKnown).isGreaterThan(0.99);
        }
    }

    private static void spin(long ns) {
        long untilNs = System.nanoTime() + ns;
        while (System.nanoTime() < untilNs) {
            Thread.onSpinWait();
        }
    }

    /** Takes more of a core than one turn: with a thirtieth of it, that makes waits that are far longer than the time between two looks. */
    private static void burn() {
        long untilNs = THREADS.getCurrentThreadCpuTime() + BURN.toNanos();
        while (THREADS.getCurrentThreadCpuTime() < untilNs) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldNameThePeerThatHadNoCoreWhenItsAnswerWasAskedFor() throws Exception {
        int core = NativeThread.allowedCpus(0).nextSetBit(0);
        Peer starved = new Peer(PartnersTest::burn) {
            private volatile boolean asked;

            @Override
            public void setUp(Harness harness) throws Exception {
                super.setUp(harness);
                for (int i = 0; i < HOGS; i++) {
                    Thread hog = new Thread(this::hog);
                    hog.setDaemon(true);
                    hog.start();
                }
            }

            private void hog() {
                NativeThread.pinCurrent(core);
                while (channel.isOpen()) {
                    if (asked) {
                        Thread.onSpinWait();
                    } else {
                        Thread.yield();
                    }
                }
            }

            @Override
            void peerBegins() {
                NativeThread.pinCurrent(core);
                NativeThread.giveWay();
            }

            @Override
            public void run(long intendedNs) throws Exception {
                asked = true;
                super.run(intendedNs);
                asked = false;
            }
        };
        try (starved) {
            RunBudget budget = measured(15, "1ms", starved);

            // On a busy machine the looks are far apart, and of some waits little can be said.
            assertThat(share(budget, Cause.SOCKET_IO, ", waited for the peer, which waited for a core"))
                    .isGreaterThan(0.05);
        }
    }

    /** Sends a word to a thread that answers when it has acted. */
    private static class Peer implements Task, AutoCloseable {
        private final ServerSocketChannel server;
        private final ByteBuffer word = ByteBuffer.allocateDirect(1);
        private final Act act;
        SocketChannel channel;

        Peer(Act act) throws IOException {
            this.act = act;
            server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        }

        void peerBegins() {}

        @Override
        public void setUp(Harness harness) throws Exception {
            channel = SocketChannel.open(server.getLocalAddress());
            SocketChannel end = server.accept();
            Thread peer = new Thread(
                    () -> {
                        peerBegins();
                        ByteBuffer received = ByteBuffer.allocateDirect(1);
                        try (end) {
                            while (end.read(received) > 0) {
                                act.act();
                                received.flip();
                                end.write(received);
                                received.clear();
                            }
                        } catch (Exception e) {
                            // The run is over.
                        }
                    },
                    "the peer");
            peer.setDaemon(true);
            peer.start();
        }

        @Override
        public void run(long intendedNs) throws Exception {
            word.clear();
            channel.write(word);
            word.clear();
            channel.read(word);
        }

        @Override
        public void close() throws IOException {
            server.close();
            channel.close();
        }
    }
}
