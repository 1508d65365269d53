package io.straggler.sampler.served;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Capture;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.carrier.SamplingCosts;
import io.straggler.sampler.stack.TimerCosts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Real threads that wait, in simulated time: a microsecond is a thousand. */
class PolledThreadsTest {
    private static final long ARM_DELAY_NS = 2_000_000;
    private static final long INTERVAL_NS = ARM_DELAY_NS / 2;
    private static final long LOOK_NS = 500_000;

    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Thread> waiting = new ArrayList<>();
    private final List<StackSample> stacks = new ArrayList<>();
    private final List<Capture> captures = new ArrayList<>();
    private long nowNs = 1_000_000_000;

    /** What a reading of the clock takes: that is all that time is spent with. */
    private long readingNs;

    private final TriggerSettings settings = new TriggerSettings(new TimerCosts(0, 0, 0), ARM_DELAY_NS, () -> {
        nowNs += readingNs;
        return nowNs;
    });
    private final CaptureListener listener = new CaptureListener() {
        @Override
        public void stack(StackSample sample) {
            stacks.add(sample);
        }

        @Override
        public void captured(Capture capture) {
            captures.add(capture);
        }
    };
    private final Queue<AgentThread> ended = new ArrayDeque<>();
    private final PolledThreads polled = new PolledThreads(settings, listener, ended, null, new SamplingCosts(0, 0));

    @AfterEach
    void release() throws InterruptedException {
        end.countDown();
        for (Thread one : waiting) {
            one.join();
        }
    }

    private void await() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private AgentThread thread() {
        Thread thread = new Thread(this::await);
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        waiting.add(thread);
        AgentThread served = served(thread, waiting.size());
        polled.add(served);
        return served;
    }

    private AgentThread served(Thread thread, int id) {
        return new AgentThread(
                settings,
                thread,
                new WatchedThread("asked", id, 1_000_000 + id, ThreadRole.SEQUENTIAL),
                null,
                null,
                null,
                new SweepLock(),
                atNs -> {});
    }

    /** Looks until then, and at the end. */
    private boolean look(long ns) {
        long untilNs = nowNs + ns;
        boolean running = false;
        while (nowNs < untilNs) {
            nowNs = Math.min(untilNs, nowNs + LOOK_NS);
            running = polled.look(nowNs);
        }
        return running;
    }

    @Test
    void shouldAskForStacksOfAnIterationThatIsLate() {
        AgentThread thread = thread();
        thread.begin(nowNs);
        long beganNs = thread.startNs();

        assertThat(look(ARM_DELAY_NS - LOOK_NS)).isTrue();
        assertThat(stacks).isEmpty();
        look(LOOK_NS + 3 * INTERVAL_NS);

        assertThat(stacks).hasSize(4).allSatisfy(stack -> {
            assertThat(stack.osThreadId()).isEqualTo(1_000_001);
            assertThat(stack.running()).isFalse();
        });
        List<Long> reported = new ArrayList<>();
        assertThat(thread.polled().of(beganNs, reported::add)).isEqualTo(4);
        assertThat(reported)
                .containsExactly(
                        beganNs + ARM_DELAY_NS,
                        beganNs + ARM_DELAY_NS + INTERVAL_NS,
                        beganNs + ARM_DELAY_NS + 2 * INTERVAL_NS,
                        beganNs + ARM_DELAY_NS + 3 * INTERVAL_NS);
        thread.end(nowNs);
        assertThat(look(LOOK_NS)).isFalse();
        thread.begin(nowNs);
        look(ARM_DELAY_NS);
        assertThat(thread.polled().of(beganNs, reported::add))
                .as("the one before")
                .isZero();
        assertThat(stacks).hasSize(5);
    }

    @Test
    void shouldAskMoreAndMoreSeldomTheLongerAnIterationTakes() {
        thread().begin(nowNs);
        look(ARM_DELAY_NS + 1_000 * INTERVAL_NS);

        // Eight in each of the distances 1, 2, 4, ..., of which the seventh lasts until the end.
        assertThat(stacks).hasSizeBetween(50, 58);
    }

    @Test
    void shouldKeepToItsPartOfTheTimeAndAskForFirstStacksFirst() {
        readingNs = 100_000;
        List<AgentThread> threads = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            threads.add(thread());
        }
        long fromNs = nowNs;
        threads.forEach(thread -> thread.begin(fromNs));
        look(400_000_000);

        // Asking takes two or three readings here; on further stacks a fiftieth of 400 ms is spent, and of what was
        // saved.
        long spentNs = (400_000_000 + 100_000_000) / 50;
        assertThat((stacks.size() - 30) * 2 * readingNs).isLessThanOrEqualTo(spentNs + 3 * readingNs);
        assertThat(stacks.stream().limit(30).map(StackSample::osThreadId).distinct())
                .as("threads with a stack")
                .hasSize(30);
    }

    /** As by a collection. */
    @Test
    void shouldGoOnSoonWhenAskingWasInterrupted() {
        thread().begin(nowNs);
        readingNs = 200_000_000;
        look(ARM_DELAY_NS);
        readingNs = 0;
        assertThat(stacks).hasSize(1);
        look(60_000_000);

        assertThat(stacks).hasSizeGreaterThan(10);
    }

    @Test
    void shouldAskForANormalIterationOnce() {
        AgentThread thread = thread();
        thread.begin(nowNs);
        polled.wantNormal();
        look(ARM_DELAY_NS - LOOK_NS);

        assertThat(stacks).hasSize(1);
        assertThat(captures)
                .singleElement()
                .matches(capture -> capture.purpose() == Capture.Purpose.NORMAL && capture.osThreadId() == 1_000_001);
        assertThat(polled.ofNormal()).isEqualTo(1);
    }

    @Test
    void shouldForgetAThreadThatHasEnded() throws Exception {
        AgentThread thread = thread();
        release();
        thread.begin(nowNs);
        thread.end(nowNs);
        assertThat(look(LOOK_NS)).isFalse();
        assertThat(ended).containsExactly(thread);
        // It cannot run another one; if it did, nobody would look.
        thread.begin(nowNs);
        assertThat(look(2 * ARM_DELAY_NS)).isFalse();
    }

    @Test
    void shouldLookAgainWhenAnIterationThatItHasSeenIsLate() {
        thread().begin(nowNs);
        polled.look(nowNs + ARM_DELAY_NS - 70_000);
        assertThat(polled.untilLookNs()).isEqualTo(70_000);
    }

    @Test
    void shouldExpectAnotherThreadForAWhileWhenOneHasEnded() throws Exception {
        assertThat(polled.any(nowNs)).isFalse();
        thread();
        release();
        polled.look(nowNs);
        assertThat(ended).hasSize(1);
        assertThat(polled.any(nowNs + AgentThreads.AWAKE_NS - 1)).isTrue();
        assertThat(polled.any(nowNs + AgentThreads.AWAKE_NS)).isFalse();
    }

    @Test
    void shouldLookTheMoreSeldomTheMoreThreadsThereAre() {
        for (int i = 0; i < 400; i++) {
            polled.add(served(Thread.currentThread(), i));
        }
        polled.look(nowNs);
        thread().begin(nowNs);

        // 400 times 50 ns, which a fiftieth of a millisecond is.
        assertThat(polled.look(nowNs + 900_000)).isFalse();
        assertThat(polled.look(nowNs + 1_000_000)).isTrue();
    }

    @Test
    void shouldAskForTheFirstStackOnlyWhereTheBudgetIsUsedUp() {
        thread().begin(nowNs);
        settings.debtNs(INTERVAL_NS);
        look(10 * ARM_DELAY_NS);
        assertThat(stacks).hasSize(1);
    }

    /** Each answer takes a fifth of a second here, and what is saved is half of that. */
    @Test
    void shouldCountIterationsThatThereWasNoTimeToAskFor() {
        AgentThread first = thread();
        AgentThread second = thread();
        first.begin(nowNs);
        long beganNs = nowNs;
        second.begin(nowNs);
        readingNs = 200_000_000;
        polled.look(nowNs + ARM_DELAY_NS);

        assertThat(stacks).hasSize(1);
        assertThat(second.polled().refused(beganNs)).isNotEqualTo(first.polled().refused(beganNs));
    }
}
