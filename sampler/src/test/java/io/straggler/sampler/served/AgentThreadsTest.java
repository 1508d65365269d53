package io.straggler.sampler.served;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.WatchedThread;
import io.straggler.model.Witness;
import io.straggler.model.hook.CaptureListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With the profiler and the timers of this machine. */
@Timeout(60)
class AgentThreadsTest {
    private static final long ARM_DELAY_NS = 1_000_000;

    @TempDir
    private Path folder;

    private final List<WatchedThread> watched = new ArrayList<>();
    private final List<WatchedThread> released = new ArrayList<>();
    private long longestStallNs;
    private AgentThread served;
    private LateIteration late;

    private final CaptureListener listener = new CaptureListener() {
        @Override
        public void watching(WatchedThread thread) {
            watched.add(thread);
        }

        @Override
        public void stoodStill(long fromNs, long toNs) {
            longestStallNs = Math.max(longestStallNs, toNs - fromNs);
        }

        @Override
        public void released(WatchedThread thread) {
            released.add(thread);
        }
    };

    /** Where it then waits for a core for far longer than it was stopped, nothing is reported, and the test stops it again. */
    @Test
    void shouldTellThatTheProcessWasStoppedWhileItRested() throws Exception {
        long pid = ProcessHandle.current().pid();
        String stopping = "kill -STOP " + pid + "; sleep 0.2; kill -CONT " + pid;
        try (AgentThreads threads =
                AgentThreads.start(folder.resolve("stacks.jfr"), ARM_DELAY_NS, Witness.SWITCHES, listener)) {
            while (longestStallNs < 100_000_000) {
                Process stopper = new ProcessBuilder("sh", "-c", stopping).start();
                while (stopper.isAlive()) {
                    threads.rest(AgentThreads.SWEEP_NS);
                }
                stopper.waitFor();
            }
        }
    }

    /** What a thread runs last is reported when it has ended already. */
    @Test
    void shouldForgetAThreadWhenWhatItRanLastWasTold() throws Exception {
        try (AgentThreads threads =
                AgentThreads.start(folder.resolve("stacks.jfr"), ARM_DELAY_NS, Witness.SWITCHES, listener)) {
            Thread thread = new Thread(() -> runALateOne(threads));
            thread.start();
            thread.join();

            threads.sweep();
            threads.report(served, late, late.startNs(), true);
            assertThat(watched).containsExactly(served.identity());
            threads.sweep();

            assertThat(released).isEqualTo(watched);
        }
    }

    private void runALateOne(AgentThreads threads) {
        served = threads.enter(true);
        long startNs = served.begin(System.nanoTime());
        while (System.nanoTime() - startNs < 2 * ARM_DELAY_NS) {
            LockSupport.parkNanos(ARM_DELAY_NS);
        }
        late = served.end(System.nanoTime());
    }
}
