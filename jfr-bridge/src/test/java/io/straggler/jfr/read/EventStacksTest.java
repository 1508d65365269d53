package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stacks that the JVM records with what blocks a thread. */
class EventStacksTest {
    private static final long OS_ID = 4242;
    private static final long MS = 1_000_000;

    private static int parkedAtLine;

    @TempDir
    private Path directory;

    /** What is recorded of an outlier that does this, and of the same again when it is over. */
    private RecordedRun recorded(Runnable task) {
        return RecordingReader.read(recording(task));
    }

    private Path recording(Runnable task) {
        return Recorded.recording(directory.resolve("run.jfr"), 0, emitter -> {
            emitter.watching(new WatchedThread("me", Thread.currentThread().getId(), OS_ID, ThreadRole.SEQUENTIAL));
            long startNs = System.nanoTime();
            task.run();
            emitter.outlier(new Outlier(
                    new Iteration(new RunId(0, 1), startNs, startNs, System.nanoTime(), 0, 0), 1, List.of()));
            sleep();
            task.run();
        });
    }

    private static List<StackSample> stacks(RecordedRun run, String method) {
        String name = EventStacksTest.class.getName() + "." + method;
        return run.samples().stream()
                .filter(stack -> stack.frames().stream().map(StackFrame::name).anyMatch(name::equals))
                .toList();
    }

    private static void shouldStandForTheEvent(RecordedRun run, String method, Kind kind) {
        Outlier outlier = run.outliers().get(0);
        List<Evidence> events = run.evidence().stream()
                .filter(one -> one.kind() == kind && one.osThreadId() == OS_ID)
                .filter(one -> one.startNs() < outlier.iteration().endNs())
                .toList();

        assertThat(events).isNotEmpty();
        for (Evidence event : events) {
            assertThat(stacks(run, method))
                    .filteredOn(stack -> stack.sinceNs() == event.startNs() && stack.timeNs() == event.endNs())
                    .singleElement()
                    .satisfies(stack -> {
                        assertThat(stack.ofEvent()).isTrue();
                        assertThat(stack.running()).isFalse();
                        assertThat(stack.osThreadId()).isEqualTo(OS_ID);
                        // The JDK's method that blocked, or, from JDK 25 on for some events, who called it.
                        assertThat(leaf(stack)).matches("(java|jdk|sun|" + EventStacksTest.class.getName() + ")[.].*");
                    });
        }
        // What was done when the outlier was over has none.
        assertThat(stacks(run, method))
                .allSatisfy(stack -> assertThat(stack.sinceNs())
                        .isLessThan(outlier.iteration().endNs()));
    }

    private static String leaf(StackSample stack) {
        return stack.frames().get(stack.frames().size() - 1).name();
    }

    @Test
    void shouldReadTheStackOfAPark() {
        shouldStandForTheEvent(recorded(EventStacksTest::park), "park", Kind.PARK);
    }

    @Test
    void shouldReadTheLinesOfAParkIfTheyAreAskedFor() {
        RecordedRun run = RecordingReader.read(recording(EventStacksTest::park), StackDetail.LINES);

        assertThat(stacks(run, "park"))
                .flatExtracting(StackSample::frames)
                .filteredOn(frame -> frame.name().equals(EventStacksTest.class.getName() + ".park"))
                .extracting(StackFrame::line)
                .isNotEmpty()
                .containsOnly(parkedAtLine);
    }

    @Test
    void shouldReadTheStackOfASleep() {
        shouldStandForTheEvent(recorded(EventStacksTest::sleepALittle), "sleepALittle", Kind.SLEEP);
    }

    @Test
    void shouldReadTheStackOfAWait() {
        shouldStandForTheEvent(recorded(EventStacksTest::await), "await", Kind.MONITOR_WAIT);
    }

    @Test
    void shouldReadTheStackOfASocketsWait() {
        shouldStandForTheEvent(recorded(EventStacksTest::read), "read", Kind.SOCKET_IO);
    }

    @Test
    void shouldReadTheStackOfAWaitForAMonitor() {
        RecordedRun run = recorded(EventStacksTest::contend);

        assertThat(stacks(run, "contend"))
                .filteredOn(stack -> run.evidence().stream()
                        .anyMatch(one -> one.kind() == Kind.MONITOR_ENTER
                                && one.startNs() == stack.sinceNs()
                                && one.endNs() == stack.timeNs()))
                .singleElement()
                .satisfies(stack -> assertThat(
                                stack.frames().get(stack.frames().size() - 1).name())
                        .isEqualTo(EventStacksTest.class.getName() + ".contend"));
        // The owner's park is read, because it was waited for, but its stack is nobody's.
        assertThat(stacks(run, "park")).isEmpty();
    }

    @Test
    void shouldLeaveOutStacksWhereThereAreNoOutliers() {
        RecordedRun run = RecordingReader.read(Recorded.recording(directory.resolve("run.jfr"), 0, emitter -> {
            emitter.watching(new WatchedThread("me", Thread.currentThread().getId(), OS_ID, ThreadRole.SEQUENTIAL));
            park();
        }));

        assertThat(run.evidence()).anyMatch(one -> one.kind() == Kind.PARK);
        assertThat(run.samples()).isEmpty();
    }

    @Test
    void shouldLeaveOutStacksOfThreadsThatNobodyWatches() {
        RecordedRun run = recorded(() -> {
            Thread other = new Thread(EventStacksTest::park);
            other.start();
            try {
                other.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        assertThat(stacks(run, "park")).isEmpty();
    }

    /** Parks for 2 ms, whenever the thread gets to it; again if it was let go at once. */
    private static void park() {
        long fromNs;
        do {
            fromNs = System.nanoTime();
            parkedAtLine = new Throwable().getStackTrace()[0].getLineNumber() + 1;
            LockSupport.parkNanos(2 * MS);
        } while (System.nanoTime() - fromNs < MS);
    }

    private static void sleepALittle() {
        sleep();
    }

    private static void sleep() {
        try {
            Thread.sleep(5);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await() {
        Object lock = new Object();
        try {
            synchronized (lock) {
                lock.wait(2);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads from a peer that answers when it has seen the calling thread within the system call for a while. */
    private static void read() {
        Thread reader = Thread.currentThread();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket peer = server.accept()) {
            Thread answer = new Thread(() -> {
                while (!isInNativeCode(reader)) {
                    Thread.onSpinWait();
                }
                park();
                try {
                    peer.getOutputStream().write(1);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            answer.start();
            socket.getInputStream().read();
            answer.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isInNativeCode(Thread thread) {
        StackTraceElement[] frames = thread.getStackTrace();
        return frames.length > 0
                && frames[0].isNativeMethod()
                && frames[0].getClassName().startsWith("sun.nio.ch.");
    }

    /** Enters a monitor whose owner lets go when it has seen the calling thread blocked for a while. */
    private static void contend() {
        Object lock = new Object();
        Thread waiter = Thread.currentThread();
        CountDownLatch held = new CountDownLatch(1);
        Thread owner = new Thread(() -> {
            synchronized (lock) {
                held.countDown();
                while (waiter.getState() != Thread.State.BLOCKED) {
                    Thread.onSpinWait();
                }
                park();
            }
        });
        owner.start();
        try {
            held.await();
            synchronized (lock) {
                assertThat(Thread.holdsLock(lock)).isTrue();
            }
            owner.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
