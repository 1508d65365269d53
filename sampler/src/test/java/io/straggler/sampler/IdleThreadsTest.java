package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.IdleStack;
import io.straggler.model.ThreadRole;
import io.straggler.model.hook.CaptureListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdleThreadsTest {
    private final List<IdleStack> reported = new ArrayList<>();
    private final IdleThreads idle = new IdleThreads(new CaptureListener() {
        @Override
        public void idle(IdleStack stack) {
            reported.add(stack);
        }
    });
    private final CountDownLatch work = new CountDownLatch(1);
    private final Thread helper = new Thread(this::awaitWork);

    private void awaitWork() {
        try {
            work.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
        helper.join();
    }

    @Test
    void shouldReportWhereAHelperOfAnAsynchronousTaskWaits() {
        begin(ThreadRole.DISPATCHER);

        idle.look();

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

        idle.look();

        assertThat(reported).isEmpty();
    }

    @Test
    void shouldReportNothingOfAThreadThatHasEnded() throws InterruptedException {
        begin(ThreadRole.DISPATCHER);
        endHelper();

        idle.look();

        assertThat(reported).isEmpty();
    }
}
