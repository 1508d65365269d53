package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChildStopsTest {
    private final BlockingQueue<long[]> told = new LinkedBlockingQueue<>();

    @Test
    void shouldTellOfEachStopUntilTheChildIsGone() throws Exception {
        Process child = new ProcessBuilder("sleep", "600").start();
        Thread watcher = new Thread(() ->
                ChildStops.watch(child.pid(), System::nanoTime, (fromNs, toNs) -> told.add(new long[] {fromNs, toNs})));
        watcher.start();
        long lastNs = System.nanoTime();
        for (int i = 0; i < 5; i++) {
            signal(child, "STOP");
            awaitStopped(child, true);
            long stoppedNs = System.nanoTime();
            signal(child, "CONT");

            long[] stop = told.poll(30, TimeUnit.SECONDS);
            assertThat(stop[0]).isBetween(lastNs, stop[1]);
            assertThat(stop[1]).isBetween(stoppedNs, System.nanoTime());
            awaitStopped(child, false);
            lastNs = stop[1];
        }
        child.destroyForcibly().waitFor();
        watcher.join();

        assertThat(told).isEmpty();
    }

    @Test
    void shouldEndAtOnceForAProcessThatIsNoChild() {
        ChildStops.watch(1, System::nanoTime, (fromNs, toNs) -> told.add(new long[] {fromNs, toNs}));

        assertThat(told).isEmpty();
    }

    private static void signal(Process child, String name) throws Exception {
        int exitCode = new ProcessBuilder("kill", "-" + name, Long.toString(child.pid()))
                .start()
                .waitFor();
        assertThat(exitCode).isZero();
    }

    /** The state is the field behind the name in parentheses. */
    private static void awaitStopped(Process child, boolean stopped) throws Exception {
        String stat = "";
        do {
            stat = Files.readString(Path.of("/proc/" + child.pid() + "/stat"));
        } while (stat.substring(stat.lastIndexOf(')')).startsWith(") T") != stopped);
    }
}
