package io.straggler.diagnosis.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Runs;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StackSpanTest {
    private static final long START_NS = 50;
    private static final long END_NS = 1_000;

    private static StackSample at(long timeNs) {
        return new StackSample(timeNs, Runs.THREAD, true, Runs.stack("task"));
    }

    private static StackSample asleep(long timeNs, String... frames) {
        return new StackSample(timeNs, Runs.THREAD, false, Runs.stack(frames));
    }

    private static StackSample event(long sinceNs, long untilNs, String... frames) {
        return new StackSample(sinceNs, untilNs, Runs.THREAD, false, Runs.stack(frames));
    }

    private static List<StackSpan> intervals(List<StackSample> stacks, Long... askedNs) {
        return intervals(stacks, List.of(askedNs), Collections.nCopies(stacks.size(), END_NS));
    }

    private static List<StackSpan> intervals(List<StackSample> stacks, List<Long> askedNs, List<Long> untilNs) {
        return StackSpan.of(stacks, askedNs, untilNs, Runs.THREAD, START_NS, END_NS);
    }

    private static String stood(StackSpan span) {
        List<String> reported = new ArrayList<>();
        long from = -1;
        for (long ns = START_NS - 10; ns <= END_NS + 10; ns++) {
            if (span.stood().contains(ns) && from < 0) {
                from = ns;
            } else if (!span.stood().contains(ns) && from >= 0) {
                reported.add(from + "-" + ns);
                from = -1;
            }
        }
        return String.join(" ", reported);
    }

    @Test
    void shouldDivideMidwayToTheRequestAndNotToTheAnswer() {
        assertThat(intervals(List.of(at(120), at(500)), 100L, 200L))
                .extracting(StackSpanTest::stood)
                .containsExactly("100-160", "160-1000");
    }

    @Test
    void shouldNotBelieveRequestsFromBeforeTheStartOrTheStackInFront() {
        List<StackSpan> intervals = intervals(List.of(at(120), at(500)), 10L, 90L);

        assertThat(intervals).extracting(StackSpan::askedNs).containsExactly(50L, 120L);
        assertThat(intervals).extracting(StackSpanTest::stood).containsExactly("50-120", "120-1000");
    }

    @Test
    void shouldLeaveOtherThreadsOut() {
        StackSample other = new StackSample(300, Runs.THREAD + 1, true, Runs.stack("task"));

        assertThat(intervals(List.of(at(120), other), 120L, 300L))
                .extracting(StackSpanTest::stood)
                .containsExactly("120-1000");
    }

    @Test
    void shouldNotLetAStackStandForWhatComesAfterACaptureThatBroughtNone() {
        assertThat(intervals(List.of(at(120), at(600)), List.of(100L, 590L), List.of(200L, 700L)))
                .extracting(StackSpanTest::stood)
                .containsExactly("100-200", "355-700");
    }

    @Test
    void shouldLetTheStackOfAnEventStandForTheEventAlone() {
        assertThat(intervals(
                        List.of(event(10, 80, "a"), event(200, 300, "b"), event(900, 2_000, "c")), 10L, 200L, 900L))
                .extracting(StackSpanTest::stood)
                .containsExactly("50-80", "200-300", "900-1000");
    }

    @Test
    void shouldCountTheTimeOfAnEventOnceThoughStacksWereTakenInIt() {
        List<StackSample> stacks =
                List.of(at(120), event(200, 600, "task", "read"), asleep(300, "task"), asleep(400, "read"), at(700));

        assertThat(intervals(stacks, 120L, 200L, 300L, 400L, 700L))
                .extracting(StackSpanTest::stood)
                .containsExactly("120-200", "200-600", "", "", "600-1000");
    }

    @Test
    void shouldPreferAStackWithMoreFramesOfTheSameWait() {
        List<StackSample> stacks = List.of(
                event(200, 600, "task", "read"),
                asleep(300, "task", "read", "recv"),
                asleep(400, "task", "read", "recv", "kernel"),
                at(500));

        // The one that ran was taken when the wait was over, as the other clock has it.
        assertThat(intervals(stacks, 200L, 300L, 400L, 500L))
                .extracting(StackSpanTest::stood)
                .containsExactly("", "", "200-600", "600-1000");
    }

    @Test
    void shouldPreferTheInnerOfTwoEvents() {
        assertThat(intervals(List.of(event(200, 600, "task"), event(300, 400, "task", "park")), 200L, 300L))
                .extracting(StackSpanTest::stood)
                .containsExactly("200-300 400-600", "300-400");
    }

    /** Instants of each stack by looking at every stack for every event, and at every event for every instant. */
    private static List<BitSet> oneByOne(List<StackSample> stacks, List<StackSpan> spans, List<Long> untilNs) {
        List<BitSet> stood = new ArrayList<>();
        stacks.forEach(stack -> stood.add(new BitSet()));
        BitSet left = new BitSet();
        left.set((int) START_NS, (int) END_NS);
        List<Integer> events = new ArrayList<>();
        for (int i = 0; i < stacks.size(); i++) {
            if (stacks.get(i).ofInterval()) {
                events.add(i);
            }
        }
        events.sort(Comparator.comparing((Integer i) -> stacks.get(i).origin())
                .thenComparing(i -> -stacks.get(i).frames().size()));
        for (int event : events) {
            StackSample own = stacks.get(event);
            int fullest = event;
            for (int i = 0; i < stacks.size(); i++) {
                StackSample other = stacks.get(i);
                boolean inside = other.timeNs() >= own.sinceNs() && other.timeNs() < own.timeNs();
                if (inside
                        && !other.ofInterval()
                        && !other.running()
                        && other.frames().size() > stacks.get(fullest).frames().size()) {
                    fullest = i;
                }
            }
            for (long ns = Math.max(0, own.sinceNs()); ns < own.timeNs(); ns++) {
                if (left.get((int) ns)) {
                    left.clear((int) ns);
                    stood.get(fullest).set((int) ns);
                }
            }
        }
        long sinceNs = Long.MIN_VALUE;
        for (int i = 0; i < stacks.size(); i++) {
            if (!stacks.get(i).ofInterval()) {
                int next = i + 1;
                while (next < stacks.size() && stacks.get(next).ofInterval()) {
                    next++;
                }
                long timeNs = stacks.get(i).timeNs();
                long nextNs = next == stacks.size()
                        ? END_NS
                        : timeNs + (Math.max(timeNs, spans.get(next).askedNs()) - timeNs) / 2;
                sinceNs = sinceNs == Long.MIN_VALUE ? spans.get(i).askedNs() : sinceNs;
                for (long ns = sinceNs; ns < Math.min(nextNs, untilNs.get(i)); ns++) {
                    stood.get(i).set((int) ns, stood.get(i).get((int) ns) || left.get((int) ns));
                }
                sinceNs = nextNs;
            }
        }
        return stood;
    }

    /**
     * Samples and events in order of time.
     *
     * @param below number of them, exclusive
     * @param earlyNs nanoseconds by which an event begins before its instant, exclusive
     * @param lateNs nanoseconds by which it ends after it
     */
    private static List<StackSample> drawn(Random random, int below, int earlyNs, int lateNs) {
        List<StackSample> stacks = new ArrayList<>();
        for (int i = random.nextInt(below); i > 0; i--) {
            long atNs = START_NS + random.nextInt(950);
            String[] frames = Collections.nCopies(1 + random.nextInt(4), "f").toArray(String[]::new);
            stacks.add(
                    random.nextBoolean()
                            ? new StackSample(atNs, Runs.THREAD, random.nextBoolean(), Runs.stack(frames))
                            : event(atNs - random.nextInt(earlyNs), atNs + 1 + random.nextInt(lateNs), frames));
        }
        stacks.sort(Comparator.comparingLong(StackSample::sinceNs));
        return stacks;
    }

    /** Up to a hundred stacks, so that searches have something to search. */
    @ParameterizedTest
    @ValueSource(ints = {11, 12, 13, 14})
    void shouldFindWhatLookingAtEachStackFinds(int seed) {
        Random random = new Random(seed);
        for (int run = 0; run < 40; run++) {
            List<StackSample> stacks = drawn(random, 100, 20, 60);
            List<Long> askedNs = stacks.stream()
                    .map(stack -> stack.sinceNs() - random.nextInt(20))
                    .toList();
            List<Long> untilNs = stacks.stream()
                    .map(stack -> stack.timeNs() + random.nextInt(100))
                    .toList();

            List<StackSpan> spans = intervals(stacks, askedNs, untilNs);

            List<BitSet> expected = oneByOne(stacks, spans, untilNs);
            for (int i = 0; i < stacks.size(); i++) {
                BitSet stood = new BitSet();
                IntervalSet intervals = spans.get(i).stood();
                for (int k = 0; k < intervals.count(); k++) {
                    stood.set((int) intervals.fromNs(k), (int) intervals.toNs(k));
                }
                assertThat(stood).as("run %d, stack %d", run, i).isEqualTo(expected.get(i));
            }
        }
    }

    /** Nothing counts twice, nothing beyond the bounds, and each event's time is what its stacks stand for. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldGiveEachInstantToOneStackAtMost(int seed) {
        Random random = new Random(seed);
        for (int run = 0; run < 100; run++) {
            List<StackSample> stacks = drawn(random, 12, 100, 300);
            List<Long> askedNs = stacks.stream()
                    .map(stack -> stack.sinceNs() - random.nextInt(50))
                    .toList();
            List<Long> untilNs = stacks.stream()
                    .map(stack -> stack.timeNs() + random.nextInt(400))
                    .toList();
            List<StackSpan> intervals = intervals(stacks, askedNs, untilNs);

            assertThat(intervals).hasSameSizeAs(stacks);
            for (long ns = START_NS - 200; ns < END_NS + 200; ns++) {
                long at = ns;
                List<StackSpan> standing = intervals.stream()
                        .filter(one -> one.stood().contains(at))
                        .toList();
                List<StackSample> inEvents = stacks.stream()
                        .filter(stack -> stack.ofEvent() && stack.sinceNs() <= at && at < stack.timeNs())
                        .toList();
                boolean inside = ns >= START_NS && ns < END_NS;
                assertThat(standing).hasSizeLessThanOrEqualTo(inside ? 1 : 0);
                if (inside && !inEvents.isEmpty()) {
                    int frames = inEvents.stream()
                            .mapToInt(stack -> stack.frames().size())
                            .max()
                            .orElseThrow();
                    StackSample shown = stacks.get(standing.get(0).index());
                    assertThat(shown.frames()).hasSizeGreaterThanOrEqualTo(frames);
                    assertThat(shown.running()).isFalse();
                } else if (!standing.isEmpty()) {
                    assertThat(ns).isLessThan(untilNs.get(standing.get(0).index()));
                }
            }
        }
    }
}
