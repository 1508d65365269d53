package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Capture;
import io.straggler.model.FrameKind;
import io.straggler.model.OpenStages;
import io.straggler.model.OverheadCheck;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.carrier.SamplingCosts;
import io.straggler.sampler.usage.SamplerCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stages that are known beforehand, in simulated time; the JVM alone knows stacks. */
class AskedStagesTest {
    private static final long START_NS = 1_000_000_000;
    private static final long ARM_DELAY_NS = 250_000;
    private static final int PLACES = 4;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread worker = new Thread("order") {
        @Override
        public void run() {
            try {
                ended.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public String toString() {
            return "VirtualThread[#42,order]/waiting";
        }
    };
    private final long id = -worker.getId();
    private final long[] beganNs = new long[PLACES];
    private final long[] tagNs = new long[PLACES];
    private final List<StackSample> stacks = new ArrayList<>();
    private final List<Capture> captures = new ArrayList<>();
    private final List<WatchedThread> watched = new ArrayList<>();
    private final List<WatchedThread> released = new ArrayList<>();
    private long nowNs = START_NS;
    private final OpenStages stages = new OpenStages() {
        @Override
        public int places() {
            return PLACES;
        }

        @Override
        public int nextOpen(int place) {
            int next = place;
            while (next < PLACES && beganNs[next] == 0) {
                next++;
            }
            return next;
        }

        @Override
        public long fromNs(int place) {
            return beganNs[place];
        }

        @Override
        public long tagNs(int place) {
            return tagNs[place];
        }

        @Override
        public @Nullable Thread thread(int place) {
            return beganNs[place] == 0 ? null : worker;
        }
    };
    private final CaptureListener listener = new CaptureListener() {
        @Override
        public void stack(StackSample sample) {
            stacks.add(sample);
        }

        @Override
        public void captured(Capture capture) {
            captures.add(capture);
        }

        @Override
        public void watching(WatchedThread thread) {
            watched.add(thread);
        }

        @Override
        public void released(WatchedThread thread) {
            released.add(thread);
        }
    };
    private final AskedStages asked = new AskedStages(
            stages,
            (thread, number, clock) -> Optional.of(
                    new StackSample(nowNs, number, false, List.of(new StackFrame("a.B.c", FrameKind.JAVA)))),
            listener,
            () -> nowNs,
            ns -> {},
            new SamplerCounters(),
            OverheadCheck.NONE,
            null,
            new SamplingCosts(0, 0));

    @BeforeEach
    void begin() {
        worker.setDaemon(true);
        worker.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        ended.countDown();
        worker.join();
    }

    private void enter(int place, long atNs, long tag) {
        beganNs[place] = START_NS + atNs;
        tagNs[place] = START_NS + tag;
    }

    /** Looks as often as it wants to. */
    private void until(long atNs) {
        while (nowNs < START_NS + atNs) {
            nowNs = Math.min(START_NS + atNs, nowNs + asked.turn());
        }
    }

    @Test
    void shouldAskAtTheArmDelayBehindTheIterationsStart() {
        asked.arm(ARM_DELAY_NS);
        enter(2, 40_000, 10_000);
        until(260_000 + 110_000);
        beganNs[2] = 0;
        until(1_000_000);

        assertThat(watched).containsExactly(new WatchedThread("order", worker.getId(), id, ThreadRole.HELPER));
        assertThat(released).isEqualTo(watched);
        assertThat(captures).first().satisfies(capture -> {
            assertThat(capture.purpose()).isEqualTo(Capture.Purpose.LATE);
            assertThat(capture.intendedNs()).isEqualTo(START_NS + 10_000);
            assertThat(capture.osThreadId()).isEqualTo(id);
            assertThat(capture.dueNs()).isEqualTo(START_NS + 260_000);
            assertThat(capture.sentNs()).isBetween(START_NS + 260_000, START_NS + 360_000);
        });
        assertThat(stacks).singleElement().satisfies(stack -> {
            assertThat(stack.sinceNs()).isEqualTo(START_NS + 260_000);
            assertThat(stack.ofInterval()).isTrue();
        });
        assertThat(asked.taken()).isOne();
    }

    @Test
    void shouldLeaveStagesAloneThatAreOverInTime() {
        asked.arm(ARM_DELAY_NS);
        for (int i = 0; i < 100; i++) {
            enter(i % PLACES, i * 300_000L + 1, i * 300_000L);
            until(i * 300_000L + 200_000);
            beganNs[i % PLACES] = 0;
            until((i + 1) * 300_000L);
        }

        assertThat(captures).isEmpty();
        assertThat(watched).isEmpty();
    }

    @Test
    void shouldLeaveAStageAloneThatItsThreadHasLeftBehindOpen() throws InterruptedException {
        asked.arm(ARM_DELAY_NS);
        enter(0, 1, 0);
        until(400_000);
        end();
        until(20_000_000);

        assertThat(released).hasSize(1);
        assertThat(watched).hasSize(1);
        assertThat(captures).hasSizeLessThan(3);
    }

    @Test
    void shouldGiveAStageOfALateIterationTimeToEnd() {
        asked.arm(ARM_DELAY_NS);
        enter(0, 5_000_000, 0);
        until(5_090_000);
        assertThat(captures).isEmpty();
        until(5_300_000);
        assertThat(captures).isNotEmpty();
    }

    @Test
    void shouldEndWhatItLooksAtWhenItIsDisarmed() {
        asked.arm(ARM_DELAY_NS);
        enter(0, 1, 0);
        until(500_000);
        asked.disarm();
        until(5_600_000);

        assertThat(released).hasSize(1);
        assertThat(stacks).hasSize(1);
    }

    @Test
    void shouldLookTwiceWithinTheArmDelayAndNotMoreOftenThanItMay() {
        assertThat(asked.turn()).as("while it is disarmed").isEqualTo(5_000_000);
        asked.arm(1_000_000);
        assertThat(asked.turn()).isEqualTo(500_000);
        asked.arm(20_000);
        assertThat(asked.turn()).isEqualTo(100_000);
    }
}
