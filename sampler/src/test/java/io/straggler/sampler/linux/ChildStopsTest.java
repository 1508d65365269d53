package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Memory;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChildStopsTest {
    private final BlockingQueue<long[]> reported = new LinkedBlockingQueue<>();

    @Test
    void shouldTellOfEachStopUntilTheChildIsGone() throws Exception {
        Process child = new ProcessBuilder("sleep", "600").start();
        BlockingQueue<Integer> changes = new LinkedBlockingQueue<>();
        Thread watcher = new Thread(() -> watch(child, changes));
        watcher.start();
        for (int i = 0; i < 5; i++) {
            long askedNs = System.nanoTime();
            signal(child, "STOP");
            awaitChange(changes, ChildStops.STOPPED);
            long stoppedNs = System.nanoTime();
            signal(child, "CONT");

            long[] stop = reported.poll(30, TimeUnit.SECONDS);
            assertThat(stop[0]).isGreaterThan(askedNs);
            assertThat(stop[1]).isBetween(stoppedNs, System.nanoTime());
            assertThat(stop[0]).isLessThan(stop[1]);
        }
        child.destroyForcibly().waitFor();
        watcher.join();

        assertThat(reported).isEmpty();
    }

    private void watch(Process child, BlockingQueue<Integer> changes) {
        try (Memory info = new Memory(128)) {
            ChildStops.watch(
                    () -> {
                        int change = NativeThread.awaitStopOrContinue(child.pid(), info);
                        changes.add(change);
                        return change;
                    },
                    System::nanoTime,
                    this::report);
        }
    }

    private void report(long fromNs, long toNs) {
        reported.add(new long[] {fromNs, toNs});
    }

    private static void awaitChange(BlockingQueue<Integer> changes, int wanted) throws InterruptedException {
        Integer change = changes.poll(30, TimeUnit.SECONDS);
        while (change != null && change != wanted) {
            change = changes.poll(30, TimeUnit.SECONDS);
        }
        assertThat(change).isEqualTo(wanted);
    }

    @Test
    void shouldTellOfAStopWhoseBeginningWasNotSeenByItsEnd() {
        Iterator<Integer> changes = List.of(
                        ChildStops.STOPPED,
                        ChildStops.CONTINUED,
                        -1,
                        ChildStops.CONTINUED,
                        ChildStops.STOPPED,
                        ChildStops.STOPPED,
                        ChildStops.CONTINUED)
                .iterator();
        AtomicLong clock = new AtomicLong();

        ChildStops.watch(() -> changes.hasNext() ? changes.next() : -1, clock::incrementAndGet, this::report);

        assertThat(reported).containsExactly(new long[] {1, 2}, new long[] {4, 4}, new long[] {6, 7});
    }

    @Test
    void shouldEndAtOnceForAProcessThatIsNoChild() {
        ChildStops.watch(1, System::nanoTime, this::report);

        assertThat(reported).isEmpty();
    }

    private static void signal(Process child, String name) throws Exception {
        int exitCode = new ProcessBuilder("kill", "-" + name, Long.toString(child.pid()))
                .start()
                .waitFor();
        assertThat(exitCode).isZero();
    }
}
