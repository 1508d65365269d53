package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import io.straggler.model.Capture;
import io.straggler.model.FrameKind;
import io.straggler.model.OverheadCheck;
import io.straggler.model.RunId;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.SamplerMode;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WatchedThread;
import io.straggler.model.Witness;
import io.straggler.model.hook.CaptureListener;
import io.straggler.model.hook.InFlightCell;
import io.straggler.model.hook.NormalSamples;
import io.straggler.model.hook.PacingHook;
import io.straggler.sampler.linux.NativeThread;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import one.profiler.AsyncProfiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The test's thread plays the pacing thread. */
@Timeout(120)
class SamplerTest {
    private static final RunId RUN = new RunId(0, 1);
    private static final long ARM_DELAY_NS = Duration.ofMillis(1).toNanos();

    @TempDir
    private Path folder;

    private final InFlightCell cell = new InFlightCell(System.nanoTime());
    private final Reported reported = new Reported();

    /** Remembers what is reported, and lets wait for captures. */
    private static final class Reported implements CaptureListener {
        private final List<Capture> captures = Collections.synchronizedList(new ArrayList<>());
        private final List<ThreadUsage> usages = Collections.synchronizedList(new ArrayList<>());
        private final List<StackSample> stacks = Collections.synchronizedList(new ArrayList<>());
        private final List<WatchedThread> watched = Collections.synchronizedList(new ArrayList<>());
        private final CountDownLatch several = new CountDownLatch(3);

        @Override
        public void captured(Capture capture) {
            captures.add(capture);
            several.countDown();
        }

        @Override
        public void used(ThreadUsage usage) {
            usages.add(usage);
        }

        @Override
        public void stack(StackSample sample) {
            stacks.add(sample);
        }

        @Override
        public void watching(WatchedThread thread) {
            watched.add(thread);
        }
    }

    private Sampler start(SamplerMode mode, Path recording) {
        return start(mode, recording, OverheadCheck.NONE);
    }

    private Sampler start(SamplerMode mode, Path recording, OverheadCheck check) {
        return Sampler.start(
                cell,
                new NormalSamples(),
                new SamplerOptions(
                        mode, Witness.SWITCHES, recording, 0, 1_000_000, OptionalInt.empty(), check, false, 1),
                reported);
    }

    /** One iteration that does not end before it was captured several times. */
    private long runALateIteration(Sampler sampler) throws InterruptedException {
        sampler.pacingThreadStarted(ThreadRole.SEQUENTIAL);
        sampler.thresholdSet(10 * ARM_DELAY_NS, ARM_DELAY_NS);
        sampler.runStarting(RUN, Phase.MEASURED);
        long intendedNs = System.nanoTime();
        cell.begin(intendedNs, intendedNs);
        blockInTheTask();
        cell.rest();
        sampler.runFinished(RUN, Phase.MEASURED);
        return intendedNs;
    }

    private void blockInTheTask() throws InterruptedException {
        assertThat(reported.several.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldDeliverTheStackOfALateIterationByJavasOwnMeans() throws Exception {
        long intendedNs;
        Sampler sampler = start(SamplerMode.JAVA, folder.resolve("unused.jfr"));
        try (sampler) {
            assertThat(sampler.mode()).isEqualTo(SamplerMode.JAVA);
            intendedNs = runALateIteration(sampler);
        }

        assertThat(sampler.summary().mode()).isEqualTo(SamplerMode.JAVA);
        assertThat(sampler.summary().why()).isEqualTo("by asking the JVM, which answers at safepoints");
        assertThat(sampler.summary().armDelayNs()).isEqualTo(ARM_DELAY_NS);
        assertThat(sampler.summary().capturesTaken()).isEqualTo(reported.stacks.size());
        assertThat(sampler.summary().signalsSent()).isEqualTo(reported.captures.size());
        assertThat(reported.stacks).hasSizeGreaterThanOrEqualTo(3).allSatisfy(stack -> {
            assertThat(stack.osThreadId()).isEqualTo(NativeThread.currentId());
            assertThat(stack.timeNs() - intendedNs).isGreaterThanOrEqualTo(ARM_DELAY_NS);
        });
        // The first may be of a thread that lost its core before it blocked.
        assertThat(reported.stacks)
                .anySatisfy(stack -> assertThat(stack.frames())
                        .contains(new StackFrame("io.straggler.sampler.SamplerTest.blockInTheTask", FrameKind.JAVA)));
        assertThat(reported.captures).extracting(Capture::intendedNs).containsOnly(intendedNs);
        assertThat(Files.exists(folder.resolve("unused.jfr"))).isFalse();
    }

    @Test
    void shouldPutTheRootOfAJavaStackFirst() throws Exception {
        try (Sampler sampler = start(SamplerMode.JAVA, folder.resolve("unused.jfr"))) {
            runALateIteration(sampler);
        }

        assertThat(reported.stacks)
                .extracting(
                        stack -> stack.frames().stream().map(StackFrame::name).toList())
                .anySatisfy(names -> assertThat(names)
                        .containsSubsequence(
                                "io.straggler.sampler.SamplerTest.runALateIteration",
                                "io.straggler.sampler.SamplerTest.blockInTheTask"));
    }

    @Test
    void shouldCaptureALateIterationByATimerOfTheKernel() throws Exception {
        Path recording = folder.resolve("stacks.jfr");
        Sampler sampler = start(SamplerMode.TRIGGERED, recording);
        long intendedNs = 0;
        try (sampler) {
            assertThat(sampler.mode()).isEqualTo(SamplerMode.TRIGGERED);
            sampler.pacingThreadStarted(ThreadRole.SEQUENTIAL);
            sampler.thresholdSet(10 * ARM_DELAY_NS, ARM_DELAY_NS);
            sampler.runStarting(RUN, Phase.MEASURED);
            PacingHook hook = sampler.hook();
            // So far ahead that even a busy machine lets the timer be moved in the gap.
            intendedNs = System.nanoTime() + 100 * ARM_DELAY_NS;
            hook.idle(0, System.nanoTime(), intendedNs);
            workUntilCaptured();
            hook.rest(intendedNs, System.nanoTime());
            sampler.runFinished(RUN, Phase.MEASURED);
        }

        assertThat(reported.stacks).isEmpty();
        assertThat(sampler.summary().why()).isEqualTo("by a kernel timer on the measured thread");
        assertThat(sampler.summary().capturesTaken()).isPositive();
        assertThat(sampler.summary().captureNs()).isPositive();
        assertThat(reported.captures)
                .isNotEmpty()
                .extracting(Capture::intendedNs)
                .containsOnly(intendedNs);
        assertThat(reported.captures.get(0).dueNs()).isEqualTo(intendedNs + ARM_DELAY_NS);
        assertThat(reported.usages).hasSize(1);
        assertThat(reported.usages.get(0).intendedNs()).isEqualTo(intendedNs);
        assertThat(reported.usages.get(0).fromNs()).isLessThan(intendedNs);
        assertThat(reported.usages.get(0).cpuNs() + reported.usages.get(0).runDelayNs())
                .isGreaterThan(2 * ARM_DELAY_NS);
        assertThat(new String(Files.readAllBytes(recording), StandardCharsets.ISO_8859_1))
                .contains("workUntil");
    }

    @Test
    void shouldSayThatTheTaskBlocksTheSignal() throws Exception {
        Sampler sampler = start(SamplerMode.TRIGGERED, folder.resolve("stacks.jfr"));
        try (sampler) {
            Thread blocking = new Thread(() -> {
                sampler.pacingThreadStarted(ThreadRole.SEQUENTIAL);
                sampler.thresholdSet(10 * ARM_DELAY_NS, ARM_DELAY_NS);
                sampler.runStarting(RUN, Phase.MEASURED);
                blockAllSignals();
                long intendedNs = System.nanoTime();
                sampler.hook().idle(0, intendedNs - ARM_DELAY_NS, intendedNs);
                workUntil(intendedNs + 3 * ARM_DELAY_NS);
                sampler.hook().rest(intendedNs, System.nanoTime());
                sampler.runFinished(RUN, Phase.MEASURED);
            });
            blocking.start();
            blocking.join();
        }

        assertThat(sampler.summary().why())
                .matches(
                        "by a kernel timer on the measured thread; but the task's thread blocks signal [0-9]+, so it was not"
                                + " captured: unblock it");
        assertThat(reported.captures).isNotEmpty();
    }

    private static void blockAllSignals() {
        try (Memory mask = new Memory(128)) {
            mask.setMemory(0, mask.size(), (byte) 0xff);
            int block = 0;
            NativeLibrary.getInstance("c").getFunction("pthread_sigmask").invokeInt(new Object[] {block, mask, null});
        }
    }

    /** On a busy machine a core may stand still for a while, and the kernel's timer with it; or the thread has no core. */
    private static void workUntilCaptured() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long startCpuNs = threads.getCurrentThreadCpuTime();
        long samples = AsyncProfiler.getInstance().getSamples();
        // Several: the stack of one may end in a frame of the system.
        while (AsyncProfiler.getInstance().getSamples() < samples + 10
                || threads.getCurrentThreadCpuTime() - startCpuNs < 3 * ARM_DELAY_NS) {
            Thread.onSpinWait();
        }
    }

    private static void workUntil(long untilNs) {
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldSleepWithoutParking() {
        try (Sampler sampler = start(SamplerMode.OFF, folder.resolve("unused.jfr"))) {
            long startNs = System.nanoTime();
            sampler.hook().sleep(2_000_000);

            assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(2_000_000);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TRIGGERED", "CONTINUOUS"})
    void shouldFallBackAndSayWhyWhenAsyncProfilerCannotWriteThere(SamplerMode mode) throws Exception {
        Path recording = folder.resolve("a,b.jfr");
        String because = "because async-profiler's file must not have a comma in its path: file=" + recording;
        try (Sampler sampler = start(mode, recording)) {
            assertThat(sampler.mode()).isEqualTo(SamplerMode.JAVA);
            assertThat(sampler.summary().why())
                    .isEqualTo(
                            mode == SamplerMode.TRIGGERED
                                    ? "not triggered, " + because + "; not continuous, " + because
                                    : "not continuous, " + because);
            runALateIteration(sampler);
        }

        assertThat(reported.stacks).isNotEmpty();
    }

    @Test
    void shouldTakeStacksPeriodicallyWhenContinuous() throws Exception {
        Path recording = folder.resolve("stacks.jfr");
        Sampler sampler = start(SamplerMode.CONTINUOUS, recording);
        try (sampler) {
            assertThat(sampler.mode()).isEqualTo(SamplerMode.CONTINUOUS);
            sampler.pacingThreadStarted(ThreadRole.SEQUENTIAL);
            sampler.runStarting(RUN, Phase.MEASURED);
            sampler.runFinished(RUN, Phase.MEASURED);
        }

        assertThat(reported.captures).isEmpty();
        assertThat(Files.size(recording)).isPositive();
    }

    @Test
    void shouldTakeStacksPeriodicallyAndSayWhyWhenTheKernelGivesNoTimer() throws Exception {
        Path recording = folder.resolve("stacks.jfr");
        Sampler sampler = withoutTimers(() -> start(SamplerMode.TRIGGERED, recording));
        try (sampler) {
            assertThat(sampler.mode()).isEqualTo(SamplerMode.CONTINUOUS);
            sampler.pacingThreadStarted(ThreadRole.SEQUENTIAL);
            sampler.runStarting(RUN, Phase.MEASURED);
            workUntilCaptured();
            sampler.runFinished(RUN, Phase.MEASURED);
        }

        assertThat(sampler.summary().mode()).isEqualTo(SamplerMode.CONTINUOUS);
        assertThat(sampler.summary().why())
                .isEqualTo("not triggered, because the kernel gives no timer to a thread (error 11 of timer_create)");
        assertThat(sampler.summary().capturesTaken()).isGreaterThanOrEqualTo(10);
        assertThat(new String(Files.readAllBytes(recording), StandardCharsets.ISO_8859_1))
                .contains("workUntilCaptured");
    }

    @Test
    void shouldAskTheJvmWhenThereIsNoTimerAndTheSamplerHasToBeOffForAWhile() throws Exception {
        Path recording = folder.resolve("stacks.jfr");
        OverheadCheck check = OverheadCheck.seeded(1);
        Sampler sampler = withoutTimers(() -> start(SamplerMode.TRIGGERED, recording, check));
        try (sampler) {
            assertThat(sampler.mode()).isEqualTo(SamplerMode.JAVA);
            runALateIteration(sampler);
        }

        assertThat(sampler.summary().why())
                .isEqualTo("not triggered, because the kernel gives no timer to a thread (error 11 of timer_create);"
                        + " not continuous, because that is never off, which an overhead check needs");
        assertThat(reported.stacks).hasSizeGreaterThanOrEqualTo(3);
        assertThat(reported.captures)
                .isNotEmpty()
                .noneMatch(capture -> check.off(capture.sentNs()) && check.off(capture.dueNs()));
    }

    /** Timers of the kernel count as pending signals, of which a process may be allowed none. */
    private static <T> T withoutTimers(Supplier<T> action) {
        int pendingSignals = 11;
        NativeLibrary c = NativeLibrary.getInstance("c");
        try (Memory limit = new Memory(2 * Long.BYTES)) {
            assertThat(c.getFunction("getrlimit").invokeInt(new Object[] {pendingSignals, limit}))
                    .isZero();
            long allowed = limit.getLong(0);
            limit.setLong(0, 0);
            assertThat(c.getFunction("setrlimit").invokeInt(new Object[] {pendingSignals, limit}))
                    .isZero();
            try {
                return action.get();
            } finally {
                limit.setLong(0, allowed);
                c.getFunction("setrlimit").invokeInt(new Object[] {pendingSignals, limit});
            }
        }
    }

    @Test
    void shouldTakeNothingWhenSwitchedOff() {
        Path recording = folder.resolve("stacks.jfr");
        try (Sampler sampler = start(SamplerMode.OFF, recording)) {
            sampler.pacingThreadStarted(ThreadRole.SEQUENTIAL);
            sampler.thresholdSet(10, 5);
            sampler.runStarting(RUN, Phase.MEASURED);
            cell.begin(1, System.nanoTime());
            sampler.runFinished(RUN, Phase.MEASURED);

            assertThat(sampler.mode()).isEqualTo(SamplerMode.OFF);
            assertThat(sampler.summary().why()).isEqualTo("switched off");
            assertThat(sampler.summary().signalsSent()).isZero();
        }

        assertThat(reported.captures).isEmpty();
        assertThat(recording).doesNotExist();
    }

    @Test
    void shouldTellWhichThreadsItWatches() {
        try (Sampler sampler = start(SamplerMode.JAVA, folder.resolve("unused.jfr"))) {
            sampler.pacingThreadStarted(ThreadRole.SEQUENTIAL);
        }
        Thread self = Thread.currentThread();

        assertThat(reported.watched)
                .containsExactly(new WatchedThread(
                        self.getName(), self.getId(), NativeThread.currentId(), ThreadRole.SEQUENTIAL));
    }

    @Test
    void shouldSayThatItCannotCaptureAThreadThatHasNotBegun() {
        Sampler sampler = start(SamplerMode.TRIGGERED, folder.resolve("stacks.jfr"));
        try (sampler) {
            sampler.threadWatched(new Thread(() -> {}, "not begun"));
        }

        assertThat(sampler.summary().why())
                .isEqualTo(
                        "by a kernel timer on the measured thread; 1 of the watched threads are not captured: there are"
                                + " too many, or they are virtual and enter no stages, have ended or had not begun");
    }

    /** More threads than are captured, and an interrupt, as of a test that took too long. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLeaveNoFileOpen(boolean interrupted) throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        List<Thread> helpers = new ArrayList<>();
        try (Sampler sampler = start(SamplerMode.TRIGGERED, folder.resolve("stacks.jfr"))) {
            sampler.pacingThreadStarted(ThreadRole.SEQUENTIAL);
            for (int i = 0; i < 6; i++) {
                Thread helper = new Thread(() -> await(over));
                helper.start();
                helpers.add(helper);
                sampler.threadWatched(helper);
            }
            // The sampler thread may have opened its own, and those of others.
            assertThat(openUsageFiles()).isPositive();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        } finally {
            assertThat(Thread.interrupted()).isEqualTo(interrupted);
            over.countDown();
        }

        assertThat(openUsageFiles()).isZero();
        for (Thread helper : helpers) {
            helper.join();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How many files of threads' statistics this process has open. */
    private static long openUsageFiles() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors
                    .filter(descriptor -> {
                        try {
                            return Files.readSymbolicLink(descriptor).toString().matches("/proc/[0-9]+/task/.*");
                        } catch (IOException e) {
                            // The descriptor of the listing itself is gone by now.
                            return false;
                        }
                    })
                    .count();
        }
    }
}
