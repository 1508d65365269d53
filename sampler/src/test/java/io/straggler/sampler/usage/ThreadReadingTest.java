package io.straggler.sampler.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.NanoClock;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.OsThreadIds;
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
            try (UsageSource another = ThreadReading.open(NativeThread.currentId(), NanoClock.SYSTEM);
                    UsageSource own = OwnUsage.open()) {
                shouldAgreeWithTheOracle(another);
                shouldAgreeWithTheOracle(own);
            }
            return null;
        });
    }

    private static void shouldAgreeWithTheOracle(UsageSource usage) {
        long[] before = new long[UsageSource.VALUES];
        long[] after = new long[UsageSource.VALUES];
        long[] outerBefore = oracle();
        long startNs = System.nanoTime();
        usage.read(before);
        long[] innerBefore = oracle();
        touchFreshMemory();
        long[] innerAfter = oracle();
        usage.read(after);
        // Its instant is not quite the one of its other values: the outer bound holds for all of them.
        long elapsedNs = System.nanoTime() - startNs;
        long[] outerAfter = oracle();
        int[] what = {UsageSource.MINOR, UsageSource.MAJOR, UsageSource.VOLUNTARY, UsageSource.INVOLUNTARY};
        for (int i = 0; i < what.length; i++) {
            assertThat(after[what[i]] - before[what[i]])
                    .as("value %d", i)
                    .isBetween(innerAfter[i] - innerBefore[i], outerAfter[i] - outerBefore[i]);
        }
        // With huge pages every one of them is 2 MB.
        assertThat(after[UsageSource.MINOR] - before[UsageSource.MINOR]).isGreaterThanOrEqualTo(BYTES / (2 << 20));
        assertThat(after[UsageSource.TIME] - before[UsageSource.TIME]).isBetween(1L, elapsedNs);
        assertThat(after[UsageSource.CPU] - before[UsageSource.CPU]).isBetween(1L, elapsedNs);
        assertThat(after[UsageSource.RUN_DELAY] - before[UsageSource.RUN_DELAY]).isBetween(0L, elapsedNs);
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
            long[] before = new long[UsageSource.VALUES];
            reading.read(before);
            go.countDown();
            burned.await();
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            long[] after = new long[UsageSource.VALUES];
            reading.read(after);
            end.countDown();

            assertThat(task.get()).isEqualTo(id);
            // The system's statistics may lag by a tick.
            assertThat(after[UsageSource.CPU] - before[UsageSource.CPU]).isGreaterThan(150_000_000);
            assertThat(after[UsageSource.RUN_DELAY] - before[UsageSource.RUN_DELAY])
                    .isNotNegative();
        }
    }

    @Test
    void shouldCountTheSwitchesOfAThreadThatBlocks() throws Exception {
        long switches = onAThread("blocker", () -> {
            try (UsageSource reading = OwnUsage.open()) {
                long[] before = new long[UsageSource.VALUES];
                reading.read(before);
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
                long[] after = new long[UsageSource.VALUES];
                reading.read(after);
                return after[UsageSource.VOLUNTARY]
                        - before[UsageSource.VOLUNTARY]
                        + after[UsageSource.INVOLUNTARY]
                        - before[UsageSource.INVOLUNTARY];
            }
        });

        assertThat(switches).isPositive();
    }

    @Test
    void shouldHaveNothingToReadOfAThreadThatIsNotThere() {
        assertThat(ThreadReading.open(-1, NanoClock.SYSTEM)).isNull();
        assertThat(ThreadReading.open(Long.MAX_VALUE, NanoClock.SYSTEM)).isNull();
    }

    @Test
    void shouldChargeNothingToAThreadThatHasEnded() throws Exception {
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
            long[] values = new long[UsageSource.VALUES];
            reading.read(values);
            assertThat(values[UsageSource.TIME]).isPositive();
            assertThat(values[UsageSource.RUN_DELAY]).isZero();
        }
    }
}
