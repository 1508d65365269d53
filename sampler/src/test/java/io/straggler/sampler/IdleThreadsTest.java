package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Capture;
import io.straggler.model.IdleStack;
import io.straggler.model.NanoClock;
import io.straggler.model.ThreadRole;
import io.straggler.model.hook.CaptureListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdleThreadsTest {
    private final List<IdleStack> reported = new ArrayList<>();
    private final List<Capture> captured = new ArrayList<>();
    private final IdleThreads idle = new IdleThreads(
            new CaptureListener() {
                @Override
                public void idle(IdleStack stack) {
                    reported.add(stack);
                }

                @Override
                public void captured(Capture capture) {
                    captured.add(capture);
                }
            },
            NanoClock.SYSTEM);
    private final CountDownLatch work = new CountDownLatch(1);
    private final AtomicBoolean spinning = new AtomicBoolean();
    private final Thread helper = new Thread(this::awaitWork);
    private final Thread polling = new Thread(this::poll);

    private void awaitWork() {
        try {
            work.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void poll() {
        while (spinning.get()) {
            Thread.onSpinWait();
        }
    }

    private void beginPolling() {
        spinning.set(true);
        polling.start();
        idle.of(ThreadRole.DISPATCHER);
        idle.add(polling, 103);
    }

    private void begin(ThreadRole pacing) {
        idle.of(pacing);
        helper.start();
        while (helper.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        idle.add(helper, 102);
    }

    @AfterEach
    void endHelper() throws InterruptedException {
        work.countDown();
        spinning.set(false);
        helper.join();
        polling.join();
    }

    @Test
    void shouldReportWhereAHelperOfAnAsynchronousTaskWaits() {
        begin(ThreadRole.DISPATCHER);

        idle.look((osThreadId, atNs) -> true);

        assertThat(reported).singleElement().satisfies(stack -> {
            assertThat(stack.osThreadId()).isEqualTo(102);
            assertThat(stack.methods())
                    .containsSubsequence(
                            "java.lang.Thread.run",
                            "io.straggler.sampler.IdleThreadsTest.awaitWork",
                            "java.util.concurrent.CountDownLatch.await");
        });
    }

    @Test
    void shouldNotLookAtHelpersOfASequentialTask() {
        begin(ThreadRole.SEQUENTIAL);

        idle.look((osThreadId, atNs) -> true);

        assertThat(reported).isEmpty();
    }

    @Test
    void shouldReportNothingOfAThreadThatHasEnded() throws InterruptedException {
        begin(ThreadRole.DISPATCHER);
        endHelper();

        idle.look((osThreadId, atNs) -> true);

        assertThat(reported).isEmpty();
    }

    /** Every stack that the JVM shows of it may be at the loop's only safepoint, where its work is, too. */
    @Test
    void shouldCaptureAThreadThatPollsInsteadOfReportingWhereItIs() {
        beginPolling();

        idle.look((osThreadId, atNs) -> osThreadId == 103);

        assertThat(reported).isEmpty();
        assertThat(captured).hasSizeGreaterThan(20).allSatisfy(one -> {
            assertThat(one.purpose()).isEqualTo(Capture.Purpose.IDLE);
            assertThat(one.osThreadId()).isEqualTo(103);
        });
    }

    @Test
    void shouldReportNoCaptureOfAThreadThatCannotBeCaptured() {
        beginPolling();

        idle.look(IdleThreads.NO_CAPTURES);

        assertThat(reported).isEmpty();
        assertThat(captured).isEmpty();
    }
}
