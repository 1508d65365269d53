package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.hook.InFlightView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class IterationLogTest {
    private static final long HAND_OVERS_NS = 3_000_000_000L;
    private static final int MIN_HAND_OVERS = 100;

    private static final long NOW_NS = -1_000_000;

    private final IterationLog log = new IterationLog(4, NOW_NS, true);
    private final List<Long> reported = new ArrayList<>();
    private final List<String> uncompleted = new ArrayList<>();
    private final IterationLog.Reader reader = new IterationLog.Reader() {
        @Override
        public void iteration(long intendedNs, long startNs, long freeSinceNs, long endNs) {
            reported.add(intendedNs);
        }

        @Override
        public void uncompleted(long intendedNs, long atNs) {
            uncompleted.add(intendedNs + " at " + atNs);
        }
    };
    private final InFlightView view = new InFlightView();

    private long drain() {
        return log.drain(reader);
    }

    /** An iteration whose other times follow from its tag. */
    private void add(long intendedNs) {
        assertThat(log.reserve()).isTrue();
        log.add(intendedNs, intendedNs + 1, intendedNs - 1, intendedNs + 2);
    }

    private void open(long intendedNs) {
        assertThat(log.reserve()).isTrue();
        log.open(intendedNs, intendedNs + 1, intendedNs - 1);
    }

    @Test
    void shouldTellAllTimesOfAnIterationAlsoWhenTheClockIsNegative() {
        List<List<Long>> times = new ArrayList<>();
        log.add(NOW_NS, NOW_NS + 5, NOW_NS - 7, NOW_NS + 9);
        log.open(NOW_NS + 20, NOW_NS + 25, NOW_NS + 9);
        log.complete(NOW_NS + 20, NOW_NS + 29, 7);
        log.drain((intendedNs, startNs, freeSinceNs, endNs) ->
                times.add(List.of(intendedNs, startNs, freeSinceNs, endNs)));

        assertThat(times)
                .containsExactly(
                        List.of(NOW_NS, NOW_NS + 5, NOW_NS - 7, NOW_NS + 9),
                        List.of(NOW_NS + 20, NOW_NS + 25, NOW_NS + 9, NOW_NS + 29));
    }

    @Test
    void shouldTellWhoCompletedAnIterationAndWhenItsMethodCameBack() {
        List<List<Long>> handOvers = new ArrayList<>();
        IterationLog.Reader handedOver = new IterationLog.Reader() {
            @Override
            public void handedOver(long returnedNs, long completedBy) {
                handOvers.add(List.of(returnedNs, completedBy));
            }

            @Override
            public void iteration(long intendedNs, long startNs, long freeSinceNs, long endNs) {}
        };
        for (int round = 0; round < 3; round++) {
            open(NOW_NS);
            log.returned(NOW_NS + 2);
            open(NOW_NS + 10);
            log.complete(NOW_NS + 10, NOW_NS + 12, 8);
            log.complete(NOW_NS + 10, NOW_NS + 13, 9);
            log.complete(NOW_NS, NOW_NS + 20, 7);
            log.drain(handedOver);
        }

        // The second one's method had not come back, whatever was in its slot before.
        assertThat(handOvers)
                .containsExactlyElementsOf(
                        Collections.nCopies(3, List.of(List.of(NOW_NS + 2, 7L), List.of(0L, 8L))).stream()
                                .flatMap(List::stream)
                                .toList());
    }

    @Test
    void shouldRoundItsCapacityUpToAPowerOfTwo() {
        for (int[] pair : new int[][] {{1, 2}, {2, 2}, {3, 4}, {4, 4}, {5, 8}, {4097, 8192}}) {
            IterationLog sized = new IterationLog(pair[0], NOW_NS, true);
            int added = 0;
            while (sized.reserve()) {
                sized.add(added, added, added, added);
                added++;
            }
            assertThat(added).isEqualTo(pair[1]);
        }
    }

    @Test
    void shouldHaveNoRoomUntilItIsDrained() {
        for (long k = 0; k < 4; k++) {
            add(k);
        }

        assertThat(log.reserve()).isFalse();
        assertThat(drain()).isZero();
        assertThat(log.reserve()).isTrue();
        assertThat(reported).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void shouldTellInOrderHoweverOftenItWraps() {
        for (long k = 0; k < 1_000; k++) {
            add(k);
            if (k % 3 == 2) {
                assertThat(drain()).isZero();
            }
        }
        drain();

        assertThat(reported).hasSize(1_000).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void shouldTellOnceOnly() {
        add(1);
        drain();

        assertThat(drain()).isZero();
        assertThat(reported).containsExactly(1L);
    }

    @Test
    void shouldLeaveOutWhatIsOpenAndTellItWhenItIsComplete() {
        open(1);
        open(2);
        open(3);

        assertThat(log.complete(2, 20, 7)).isTrue();
        assertThat(drain()).isEqualTo(3);
        assertThat(reported).containsExactly(2L);
        assertThat(log.complete(3, 30, 7)).isTrue();
        assertThat(log.complete(1, 40, 7)).isTrue();
        assertThat(drain()).isZero();
        assertThat(reported).containsExactly(2L, 1L, 3L);
    }

    @Test
    void shouldTellSinceWhenAnIterationIsGivenUpAndMakeRoomForOthers() {
        for (long k = 0; k < 4; k++) {
            open(k);
        }
        assertThat(log.abandon(0, 50)).isTrue();
        assertThat(log.abandon(0, 50)).isFalse();
        assertThat(log.complete(0, 9, 7)).isFalse();
        assertThat(log.complete(1, 9, 7)).isTrue();
        assertThat(log.abandon(1, 50)).isFalse();
        assertThat(log.abandon(7, 50)).isFalse();

        log.read(view);
        assertThat(view.intendedNs()).isEqualTo(2);
        assertThat(log.openCount()).isEqualTo(2);
        assertThat(drain()).isEqualTo(2);
        assertThat(reported).containsExactly(1L);
        assertThat(uncompleted).containsExactly("0 at 50");
        assertThat(log.reserve()).isTrue();

        log.reportOpen(reader, 70);
        assertThat(uncompleted).containsExactly("0 at 50", "2 at 70", "3 at 70");
    }

    @Test
    void shouldHaveNoRoomWhileTheOldestIsOpen() {
        for (long k = 0; k < 4; k++) {
            open(k);
        }
        for (long k = 1; k < 4; k++) {
            assertThat(log.complete(k, k, 7)).isTrue();
        }

        assertThat(drain()).isEqualTo(4);
        assertThat(log.reserve()).isFalse();
        assertThat(log.openCount()).isEqualTo(1);
        assertThat(log.complete(0, 9, 7)).isTrue();
        assertThat(drain()).isZero();
        assertThat(log.reserve()).isTrue();
        assertThat(log.openCount()).isZero();
        assertThat(reported).containsExactly(1L, 2L, 3L, 0L);
    }

    @Test
    void shouldRejectCompletionsThatAreUnknownOrNotTheFirst() {
        open(10);
        open(20);

        assertThat(log.complete(15, 1, 7)).isFalse();
        assertThat(log.complete(9, 1, 7)).isFalse();
        assertThat(log.complete(21, 1, 7)).isFalse();
        assertThat(log.complete(10, 1, 7)).isTrue();
        assertThat(log.complete(10, 2, 7)).isFalse();
        drain();
        assertThat(log.complete(10, 3, 7)).isFalse();
        assertThat(log.openCount()).isEqualTo(1);
    }

    @Test
    void shouldRejectADuplicateThatComesWhenItsSlotIsInUseAgain() {
        open(1);
        log.complete(1, 2, 7);
        drain();
        for (long k = 2; k <= 5; k++) {
            open(k);
        }

        assertThat(log.complete(1, 100, 7)).isFalse();
        assertThat(log.openCount()).isEqualTo(4);
        drain();
        assertThat(reported).containsExactly(1L);
    }

    @Test
    void shouldRejectCompletionsOfIterationsThatWereAddedComplete() {
        add(7);

        assertThat(log.complete(7, 8, 7)).isFalse();
    }

    @Test
    void shouldShowTheOldestOpenIterationAsInFlight() {
        log.nextIntended(99);
        log.read(view);
        assertThat(view.busy()).isFalse();
        assertThat(view.nextIntendedNs()).isEqualTo(99);

        open(10);
        open(20);
        log.read(view);
        assertThat(view.busy()).isTrue();
        assertThat(view.intendedNs()).isEqualTo(10);
        assertThat(view.startNs()).isEqualTo(11);

        log.complete(10, 15, 7);
        log.read(view);
        assertThat(view.intendedNs()).isEqualTo(20);
        assertThat(view.startNs()).isEqualTo(21);

        log.complete(20, 25, 7);
        log.read(view);
        assertThat(view.busy()).isFalse();
    }

    /** Where both threads share a core with others, each hand-over takes milliseconds: fewer are made then. */
    @Test
    void shouldTellEveryIterationOnceAndInOrderToAConcurrentReader() throws Exception {
        int most = 2_000_000;
        long untilNs = System.nanoTime() + HAND_OVERS_NS;
        IterationLog ring = new IterationLog(64, 0, true);
        ExecutorService writer = Executors.newSingleThreadExecutor();
        try {
            Future<Long> written = writer.submit(() -> {
                long k = 0;
                while (k < most && (k < MIN_HAND_OVERS || System.nanoTime() - untilNs < 0)) {
                    while (!ring.reserve()) {
                        Thread.yield();
                    }
                    k++;
                    ring.add(k, 3 * k, -k, 5 * k);
                }
                return k;
            });
            long[] expected = {1};
            while (!written.isDone() || expected[0] <= written.get()) {
                ring.drain((intendedNs, startNs, freeSinceNs, endNs) -> {
                    long k = expected[0]++;
                    if (intendedNs != k || startNs != 3 * k || freeSinceNs != -k || endNs != 5 * k) {
                        throw new AssertionError(k + " was reported as " + intendedNs + ", " + startNs + ", " + endNs);
                    }
                });
                Thread.onSpinWait();
            }
            assertThat(expected[0] - 1).isEqualTo(written.get()).isGreaterThan(64);
        } finally {
            writer.shutdownNow();
        }
    }

    /**
     * A tiny ring, in which slots are reused all the time. Each iteration is completed by one thread of several; it has to succeed
     * however much of the ring changes while it looks for its tag, and a second attempt has to fail.
     */
    @Test
    void shouldCompleteEveryIterationExactlyOnceWhenSlotsAreReusedMeanwhile() throws Exception {
        int most = 30_000;
        int completers = 3;
        long untilNs = System.nanoTime() + HAND_OVERS_NS;
        IterationLog ring = new IterationLog(8, 0, true);
        AtomicLong count = new AtomicLong(most);
        AtomicLong opened = new AtomicLong();
        AtomicLong lost = new AtomicLong();
        AtomicLong twice = new AtomicLong();
        AtomicLong done = new AtomicLong();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            threads.submit(() -> {
                long k = 0;
                while (k < most && (k < MIN_HAND_OVERS || System.nanoTime() - untilNs < 0)) {
                    while (!ring.reserve()) {
                        Thread.yield();
                    }
                    ring.open(k, k, k);
                    opened.set(++k);
                }
                count.set(k);
            });
            for (int completer = 0; completer < completers; completer++) {
                int first = completer;
                threads.submit(() -> {
                    for (long k = first; ; k += completers) {
                        while (opened.get() <= k && k < count.get()) {
                            Thread.yield();
                        }
                        if (k >= count.get()) {
                            break;
                        }
                        if (!ring.complete(k, k + 1, 7)) {
                            lost.incrementAndGet();
                            // So that the test ends.
                            while (!ring.complete(k, k + 1, 7)) {
                                Thread.yield();
                            }
                        }
                        twice.addAndGet(ring.complete(k, k + 2, 7) ? 1 : 0);
                    }
                    done.incrementAndGet();
                });
            }
            int[] times = new int[most];
            while (done.get() < completers || ring.openCount() > 0) {
                ring.drain((intendedNs, startNs, freeSinceNs, endNs) -> {
                    times[(int) intendedNs] += endNs == intendedNs + 1 ? 1 : 100;
                });
                Thread.yield();
            }
            ring.drain((intendedNs, startNs, freeSinceNs, endNs) -> ++times[(int) intendedNs]);

            assertThat(lost)
                    .as("completions of open iterations that were rejected")
                    .hasValue(0);
            assertThat(twice).as("iterations that could be completed twice").hasValue(0);
            assertThat(Arrays.copyOf(times, (int) count.get())).containsOnly(1).hasSizeGreaterThan(8);
        } finally {
            threads.shutdownNow();
        }
    }
}
