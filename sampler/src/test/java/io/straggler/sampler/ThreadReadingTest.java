package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.model.NanoClock;
import io.straggler.model.ThreadAccounting;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ThreadReadingTest {
    private static final int BYTES = 64 << 20;

    private static <T> T onAThread(String name, Callable<T> action) throws Exception {
        FutureTask<T> task = new FutureTask<>(action);
        new Thread(task, name).start();
        return task.get();
    }

    /** Minor faults, major faults and both kinds of switches, read another way. */
    private static long[] oracle() {
        try {
            String stat = Files.readString(Path.of("/proc/thread-self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            String status = Files.readString(Path.of("/proc/thread-self/status"));
            return new long[] {
                Long.parseLong(fields[7]),
                Long.parseLong(fields[9]),
                Long.parseLong(status.replaceAll("(?s).*\nvoluntary_ctxt_switches:\\s*([0-9]+).*", "$1")),
                Long.parseLong(status.replaceAll("(?s).*nonvoluntary_ctxt_switches:\\s*([0-9]+).*", "$1")),
            };
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "a) b (c", "S 1 2 3 4 5", ") R 1 (", "\u0645\u062f\u064a\u0631"})
    void shouldReadWhatTheSystemSaysWhateverTheNameOfTheThread(String name) throws Exception {
        onAThread(name, () -> {
            try (ThreadReading reading = ThreadReading.open(NativeThread.currentId(), NanoClock.SYSTEM)) {
                long[] outerBefore = oracle();
                reading.readBefore();
                long[] innerBefore = oracle();
                touchFreshMemory();
                long[] innerAfter = oracle();
                ThreadAccounting accounting = reading.accountUntilNow(77, 1_000, 500, 7);
                long[] outerAfter = oracle();

                long[] told = {
                    accounting.minorFaults(),
                    accounting.majorFaults(),
                    accounting.voluntarySwitches(),
                    accounting.involuntarySwitches()
                };
                for (int i = 0; i < told.length; i++) {
                    assertThat(told[i])
                            .as("value %d", i)
                            .isBetween(innerAfter[i] - innerBefore[i], outerAfter[i] - outerBefore[i]);
                }
                // With huge pages every one of them is 2 MB.
                assertThat(accounting.minorFaults()).isGreaterThanOrEqualTo(BYTES / (2 << 20));
                assertThat(accounting.intendedNs()).isEqualTo(77);
                assertThat(accounting.osThreadId()).isEqualTo(NativeThread.currentId());
                assertThat(accounting.fromNs()).isEqualTo(reading.beforeNs());
                assertThat(accounting.toNs()).isGreaterThan(accounting.fromNs());
                assertThat(accounting.faultsNs()).isEqualTo(1_000 * accounting.minorFaults());
                assertThat(accounting.capturesNs()).isEqualTo(500);
            }
            return null;
        });
    }

    private static void touchFreshMemory() {
        ByteBuffer fresh = ByteBuffer.allocateDirect(BYTES);
        for (int i = 0; i < BYTES; i += 4096) {
            fresh.put(i, (byte) 1);
        }
    }

    @Test
    void shouldSeeAnotherThreadBurnAndBlock() throws Exception {
        CountDownLatch ready = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch burned = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        FutureTask<Long> task = new FutureTask<>(() -> {
            long id = NativeThread.currentId();
            ready.countDown();
            go.await();
            long untilNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() + 200_000_000;
            while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < untilNs) {
                Thread.onSpinWait();
            }
            burned.countDown();
            end.await();
            return id;
        });
        Thread thread = new Thread(task, "burner");
        thread.start();
        ready.await();
        long id = OsThreadIds.of(thread).orElseThrow();
        try (ThreadReading reading = ThreadReading.open(id, NanoClock.SYSTEM)) {
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            reading.readBefore();
            go.countDown();
            burned.await();
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            ThreadAccounting accounting = reading.accountUntilNow(1, 1_000, 500, 7);
            end.countDown();

            assertThat(task.get()).isEqualTo(id);
            // The system's account may lag by a tick.
            assertThat(accounting.cpuNs()).isGreaterThan(150_000_000);
            assertThat(accounting.runDelayNs()).isNotNegative();
        }
    }

    @Test
    void shouldCountTheSwitchesOfAThreadThatBlocks() throws Exception {
        ThreadAccounting accounting = onAThread("blocker", () -> {
            try (ThreadReading reading = ThreadReading.open(NativeThread.currentId(), NanoClock.SYSTEM)) {
                reading.readBefore();
                Thread self = Thread.currentThread();
                for (int i = 0; i < 5; i++) {
                    CountDownLatch seenWaiting = new CountDownLatch(1);
                    new Thread(() -> {
                                while (self.getState() != Thread.State.WAITING) {
                                    Thread.onSpinWait();
                                }
                                seenWaiting.countDown();
                            })
                            .start();
                    seenWaiting.await();
                }
                return reading.accountUntilNow(1, 1_000, 500, 7);
            }
        });

        assertThat(accounting.voluntarySwitches() + accounting.involuntarySwitches())
                .isPositive();
    }

    @Test
    void shouldHaveNothingToReadOfAThreadThatIsNotThere() {
        assertThat(ThreadReading.open(-1, NanoClock.SYSTEM)).isNull();
        assertThat(ThreadReading.open(Long.MAX_VALUE, NanoClock.SYSTEM)).isNull();
    }

    @Test
    void shouldSayThatAThreadHasEnded() throws Exception {
        FutureTask<ThreadReading> opened =
                new FutureTask<>(() -> ThreadReading.open(NativeThread.currentId(), NanoClock.SYSTEM));
        FutureTask<Long> id = new FutureTask<>(NativeThread::currentId);
        Thread thread = new Thread(() -> {
            opened.run();
            id.run();
        });
        thread.start();
        thread.join();
        while (Files.exists(Path.of("/proc/self/task/" + id.get()))) {
            Thread.onSpinWait();
        }

        try (ThreadReading reading = opened.get()) {
            assertThatThrownBy(() -> reading.readBefore()).isInstanceOf(IOException.class);
        }
    }
}
