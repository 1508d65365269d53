package io.straggler.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenIterationsTest {
    private static final long ORIGIN_NS = Long.MAX_VALUE - 50_000;
    private static final long INTERVAL_NS = 10_000;
    private static final long SLOW_INTERVAL_NS = 200_000;
    private static final long LONG_NS = 1_000_000;
    private static final double PER_SECOND = 1e9 / INTERVAL_NS;

    private OpenIterations open = new OpenIterations(64, PER_SECOND, false);

    /** Iterations that are {@value #INTERVAL_NS} ns apart; the clock overflows on the way. */
    private void add(int count) {
        for (int k = 0; k < count; k++) {
            open.add(tag(k));
        }
    }

    /** A thousand iterations that are {@value #SLOW_INTERVAL_NS} ns apart, in place of those that there were. */
    private void addSlowly() {
        open = new OpenIterations(1_024, 1e9 / SLOW_INTERVAL_NS, false);
        for (int k = 0; k < 1_000; k++) {
            open.add(ORIGIN_NS + k * SLOW_INTERVAL_NS);
        }
    }

    private static long tag(int k) {
        return ORIGIN_NS + k * INTERVAL_NS;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldFindTheIterationThatASampleCountsFrom(long seed) {
        Random random = new Random(seed);
        add(64);
        List<Integer> order = new ArrayList<>(IntStream.range(0, 64).boxed().toList());
        Collections.shuffle(order, random);
        for (int k : order) {
            long sequence = open.sampled(tag(k) + random.nextInt(1_000), LONG_NS);

            assertThat(sequence).isEqualTo(k);
            assertThat(open.tag(sequence)).isEqualTo(tag(k));
        }
        open.decide();
        assertThat(open.inOrder()).isFalse();
        assertThat(open.oldest()).isEqualTo(OpenIterations.NONE);
    }

    @Test
    void shouldCloseAllWhenWhoeverSampledStoodStillInBetween() {
        add(10);
        assertThat(open.sampled(tag(0) + 100, LONG_NS)).isZero();

        // Of iteration 1, but handed over so late that it seems to count from iteration 5.
        assertThat(open.sampled(tag(5) + 4_000, LONG_NS)).isEqualTo(5);
        for (int k = 2; k < 5; k++) {
            assertThat(open.sampled(tag(k) + 100, LONG_NS)).isEqualTo(k);
        }
        assertThat(open.sampled(tag(5) + 100, LONG_NS)).isEqualTo(1);
        assertThat(open.sampled(tag(6) + 100, LONG_NS)).isEqualTo(6);
    }

    @Test
    void shouldGiveASecondSampleToTheOneBeforeUnlessIterationsHaveSeveral() {
        add(4);
        open.sampled(tag(2) + 10, LONG_NS);
        assertThat(open.sampled(tag(2) + 20, LONG_NS)).isEqualTo(1);

        open = new OpenIterations(64, PER_SECOND, true);
        add(4);
        open.sampled(tag(2) + 10, LONG_NS);
        assertThat(open.sampled(tag(2) + 20, LONG_NS)).isEqualTo(OpenIterations.NONE);
        assertThat(open.sampled(tag(1) + 10, LONG_NS)).isEqualTo(1);
    }

    @Test
    void shouldKnowNothingOfSamplesThatCountFromBeforeAnyIteration() {
        add(4);

        assertThat(open.sampled(tag(0) - 1, LONG_NS)).isEqualTo(OpenIterations.NONE);
        assertThat(new OpenIterations(64, PER_SECOND, false).sampled(tag(0), LONG_NS))
                .isEqualTo(OpenIterations.NONE);
    }

    @Test
    void shouldTakeSamplesInOrderWhenTheyCountFromSomethingElse() {
        add(20);
        for (int k = 0; k < 20; k++) {
            open.sampled(tag(k) + 5_000, LONG_NS);
        }
        open.decide();

        assertThat(open.inOrder()).isTrue();
        add(20);
        for (int k = 20; k < 40; k++) {
            assertThat(open.sampled(Long.MIN_VALUE, LONG_NS)).isEqualTo(k);
        }
        assertThat(open.sampled(0, LONG_NS)).isEqualTo(OpenIterations.NONE);
    }

    /** Of iterations 200 µs apart, in a JVM that still interprets: the clock was read up to 18 µs before, and for some long before. */
    @Test
    void shouldSeeThatSlowSamplesCountFromAStartToo() {
        addSlowly();
        for (int k = 0; k < 1_000; k++) {
            open.sampled(ORIGIN_NS + k * SLOW_INTERVAL_NS + (k % 3 == 0 ? 90_000 : 5_000 + k % 13_000), LONG_NS);
        }
        open.decide();

        assertThat(open.inOrder()).isFalse();
    }

    /** Quick iterations, all of which say 17 ns: as near to their starts as slow samples are that count from there. */
    @Test
    void shouldSeeThatShortSamplesOfQuickIterationsCountFromSomethingElse() {
        addSlowly();
        for (int k = 0; k < 1_000; k++) {
            open.sampled(ORIGIN_NS + k * SLOW_INTERVAL_NS + 3_000 + k % 15_000, 17);
        }
        open.decide();

        assertThat(open.inOrder()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldSeeThatSamplesCountFromSomethingElseWhereverTheyFall(long seed) {
        Random random = new Random(seed);
        addSlowly();
        for (int k = 0; k < 1_000; k++) {
            open.sampled(ORIGIN_NS + k * SLOW_INTERVAL_NS + random.nextLong(SLOW_INTERVAL_NS), LONG_NS);
        }
        open.decide();

        assertThat(open.inOrder()).isTrue();
    }

    @Test
    void shouldHoldForLostWhatIsOldAndOvertaken() {
        add(6);
        assertThat(open.overtaken(tag(6))).as("nothing has come at all").isEqualTo(OpenIterations.NONE);
        open.sampled(tag(2) + 10, LONG_NS);

        assertThat(open.overtaken(tag(6))).as("just overtaken").isEqualTo(OpenIterations.NONE);
        open.turn();
        assertThat(open.overtaken(tag(6))).as("since a moment").isEqualTo(OpenIterations.NONE);
        open.turn();

        assertThat(open.overtaken(tag(0))).as("not old enough").isEqualTo(OpenIterations.NONE);
        assertThat(open.overtaken(tag(6))).isZero();
        assertThat(open.overtaken(tag(6))).isEqualTo(1);
        assertThat(open.overtaken(tag(6))).as("nothing later has come").isEqualTo(OpenIterations.NONE);
        assertThat(open.sampled(tag(3) + 10, LONG_NS)).isEqualTo(3);
        assertThat(open.oldest()).isEqualTo(4);
        assertThat(open.oldest()).isEqualTo(5);
        assertThat(open.oldest()).isEqualTo(OpenIterations.NONE);
    }

    @Test
    void shouldForgetWhatItHasNoRoomFor() {
        for (int k = 0; k < 100; k++) {
            open.add(tag(k));
        }

        assertThat(open.sampled(tag(35) + 10, LONG_NS)).isEqualTo(OpenIterations.NONE);
        assertThat(open.sampled(tag(36) + 10, LONG_NS)).isEqualTo(36);
        assertThat(open.sampled(tag(99) + 10, LONG_NS)).isEqualTo(99);
        assertThat(open.oldest()).isEqualTo(37);
        assertThat(open.added()).isEqualTo(100);
    }

    @Test
    void shouldCloseEveryIterationOnceForSeveralThreads() throws InterruptedException {
        int count = 40_000;
        int threads = 4;
        OpenIterations shared = new OpenIterations(1 << 16, PER_SECOND, false);
        AtomicIntegerArray closed = new AtomicIntegerArray(count);
        for (int k = 0; k < count; k++) {
            shared.add(tag(k));
        }
        List<Thread> workers = IntStream.range(0, threads)
                .mapToObj(worker -> new Thread(() -> {
                    for (int k = worker; k < count; k += threads) {
                        closed.incrementAndGet((int) shared.sampled(tag(k) + 50, LONG_NS));
                    }
                }))
                .toList();
        workers.forEach(Thread::start);
        for (Thread worker : workers) {
            worker.join();
        }

        assertThat(IntStream.range(0, count).map(closed::get)).containsOnly(1);
    }
}
