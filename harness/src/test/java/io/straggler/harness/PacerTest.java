package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.harness.schedule.Schedule;
import io.straggler.model.hook.InFlightCell;
import io.straggler.model.hook.InFlightView;
import io.straggler.model.hook.PacingHook;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PacerTest {
    private static final long NOW_NS = 5_000_000;
    private static final long ORIGIN_NS = NOW_NS + 10_000;
    private static final long STEP_NS = 10;
    private static final long NEVER_NS = Long.MAX_VALUE / 2;

    /** So long that nothing is ever slept. */
    private static final long SPIN_NS = 1L << 60;

    private final FakeClock clock = new FakeClock(NOW_NS, STEP_NS);
    private final InFlightCell cell = new InFlightCell(NOW_NS);
    private final Schedule.Instants everyMicrosecond =
            Schedule.uniform(1_000_000).instants();
    private final InFlightView view = new InFlightView();
    private IterationLog log = new IterationLog(1024, NOW_NS, true);
    private Pacer pacer = new Pacer(clock, log, PacingHook.NONE, SPIN_NS);
    private final List<Reported> reported = new ArrayList<>();

    private record Reported(long intendedNs, long startNs, long freeSinceNs, long endNs) {}

    private List<Reported> reported() {
        log.drain((intendedNs, startNs, freeSinceNs, endNs) ->
                reported.add(new Reported(intendedNs, startNs, freeSinceNs, endNs)));
        return reported;
    }

    private void run(Task task, RunLength length) throws Exception {
        pacer.runSync(task, cell, everyMicrosecond, length, ORIGIN_NS, NEVER_NS);
    }

    private boolean busy() {
        cell.read(view);
        return view.busy();
    }

    private static Long[] intended(int count) {
        return LongStream.range(0, count)
                .map(k -> ORIGIN_NS + 1_000 * k)
                .boxed()
                .toArray(Long[]::new);
    }

    @Test
    void shouldStartAtTheFirstReadingThatIsNotBeforeTheIntendedStart() throws Exception {
        run(intendedNs -> clock.jump(100), RunLength.of(50));

        assertThat(reported()).extracting(Reported::intendedNs).containsExactly(intended(50));
        assertThat(reported()).allSatisfy(one -> {
            assertThat(one.startNs() - one.intendedNs()).isBetween(0L, STEP_NS - 1);
            assertThat(one.endNs() - one.startNs()).isEqualTo(100 + STEP_NS);
        });
        for (int i = 1; i < 50; i++) {
            assertThat(reported().get(i).freeSinceNs())
                    .isEqualTo(reported().get(i - 1).endNs());
        }
    }

    @Test
    void shouldCountAStallBeforeTheFirstIterationAsItsDispatchDelay() throws Exception {
        clock.jump(50_000);
        run(intendedNs -> {}, RunLength.of(1));

        assertThat(reported())
                .containsExactly(new Reported(
                        ORIGIN_NS, NOW_NS + 50_000 + STEP_NS, ORIGIN_NS - 1, NOW_NS + 50_000 + 2 * STEP_NS));
    }

    @Test
    void shouldGiveTheTaskItsIntendedStart() throws Exception {
        List<Long> tags = new ArrayList<>();
        run(tags::add, RunLength.of(5));

        assertThat(tags).containsExactly(intended(5));
    }

    @Test
    void shouldNeverRebaseIntendedStartsAfterAStall() throws Exception {
        run(intendedNs -> clock.jump(intendedNs == ORIGIN_NS + 3_000 ? 10_000 : 100), RunLength.of(30));

        assertThat(reported()).extracting(Reported::intendedNs).containsExactly(intended(30));
        for (int i = 4; i < 12; i++) {
            assertThat(reported().get(i).startNs())
                    .as("start of %d", i)
                    .isEqualTo(reported().get(i - 1).endNs())
                    .isGreaterThan(reported().get(i).intendedNs());
        }
        assertThat(reported().get(29).startNs() - reported().get(29).intendedNs())
                .isLessThan(STEP_NS);
    }

    @Test
    void shouldStartAnIterationThatIsDueWithoutReadingTheClockAgain() throws Exception {
        long[] readings = {0};
        clock.onReading(() -> readings[0]++);
        pacer.runSync(
                intendedNs -> clock.jump(5_000),
                cell,
                everyMicrosecond,
                RunLength.of(100),
                NOW_NS - 1_000_000,
                NEVER_NS);

        // One for the end of each, and one for the start of the first.
        assertThat(readings[0]).isEqualTo(101);
    }

    @Test
    void shouldRunForADuration() throws Exception {
        run(intendedNs -> {}, new RunLength(10_000, Long.MAX_VALUE));

        assertThat(reported()).extracting(Reported::intendedNs).containsExactly(intended(10));
    }

    @Test
    void shouldRunWhatIsDueWithinTheDurationAlsoWhenItIsLate() throws Exception {
        run(intendedNs -> clock.jump(2_000), new RunLength(10_000, Long.MAX_VALUE));

        assertThat(reported()).extracting(Reported::intendedNs).containsExactly(intended(10));
        assertThat(reported().get(9).startNs()).isGreaterThan(ORIGIN_NS + 10_000);
    }

    @Test
    void shouldRunNothingWhenTheCountIsZero() throws Exception {
        run(intendedNs -> clock.jump(100), RunLength.NONE);

        assertThat(reported()).isEmpty();
        assertThat(pacer.started()).isZero();
    }

    @Test
    void shouldStartNothingAfterTheHardStop() throws Exception {
        pacer.runSync(
                intendedNs -> clock.jump(5_000 - STEP_NS),
                cell,
                everyMicrosecond,
                RunLength.of(1_000),
                ORIGIN_NS,
                ORIGIN_NS + 20_000);

        assertThat(reported()).hasSize(4);
        assertThat(reported()).allSatisfy(one -> assertThat(one.startNs()).isLessThan(ORIGIN_NS + 20_000));
    }

    @Test
    void shouldFinishTheIterationInWhichItIsStopped() throws Exception {
        run(
                intendedNs -> {
                    if (intendedNs == ORIGIN_NS + 4_000) {
                        pacer.stop();
                    }
                },
                RunLength.of(1_000));

        assertThat(reported()).extracting(Reported::intendedNs).containsExactly(intended(5));
        assertThat(pacer.started()).isEqualTo(5);
    }

    @Test
    void shouldNotSleepUntilAFarIterationWhenItIsStopped() throws Exception {
        Pacer sleeping = new Pacer(clock, log, PacingHook.NONE, 0);
        clock.onReading(sleeping::stop);
        long hourNs = 3_600_000_000_000L;
        sleeping.runSync(
                intendedNs -> {
                    throw new AssertionError("nothing is due");
                },
                cell,
                () -> hourNs,
                RunLength.of(1),
                ORIGIN_NS,
                NEVER_NS);

        assertThat(sleeping.started()).isZero();
    }

    @Test
    void shouldPassOnWhatTheTaskThrewAndKeepWhatWasBefore() {
        Task task = intendedNs -> {
            if (intendedNs == ORIGIN_NS + 3_000) {
                throw new java.io.IOException("disk full");
            }
        };

        assertThatThrownBy(() -> run(task, RunLength.of(10)))
                .isInstanceOf(java.io.IOException.class)
                .hasMessage("disk full");
        assertThat(reported()).extracting(Reported::intendedNs).containsExactly(intended(3));
        assertThat(pacer.started()).isEqualTo(4);
        cell.read(view);
        assertThat(view.busy()).isFalse();
        assertThat(view.nextIntendedNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldPublishWhatIsInFlight() throws Exception {
        List<Long> published = new ArrayList<>();
        run(
                intendedNs -> {
                    cell.read(view);
                    assertThat(view.busy()).isTrue();
                    assertThat(view.intendedNs()).isEqualTo(intendedNs);
                    published.add(view.startNs());
                },
                RunLength.of(3));

        assertThat(reported()).extracting(Reported::startNs).containsExactlyElementsOf(published);
        cell.read(view);
        assertThat(view.nextIntendedNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldPublishWhenTheNextIterationMayStart() throws Exception {
        List<Long> next = new ArrayList<>();
        clock.onReading(() -> {
            cell.read(view);
            if (!view.busy()) {
                next.add(view.nextIntendedNs());
            }
        });
        run(intendedNs -> {}, RunLength.of(3));

        assertThat(next).startsWith(ORIGIN_NS).contains(intended(3)).isSorted();
    }

    @Test
    void shouldWaitForRoomAndLoseNothingWhenTheRingIsFull() throws Exception {
        log = new IterationLog(4, NOW_NS, true);
        pacer = new Pacer(clock, log, PacingHook.NONE, SPIN_NS);
        clock.onReading(() -> {
            // Four are in the ring, and the fifth waits to get in.
            if (pacer.started() - reported.size() == 5 && !busy()) {
                reported();
            }
        });
        run(intendedNs -> {}, RunLength.of(100));

        assertThat(reported()).extracting(Reported::intendedNs).containsExactly(intended(100));
        assertThat(pacer.blockedNs()).isPositive();
        for (int i = 1; i < 100; i++) {
            assertThat(reported().get(i).freeSinceNs())
                    .isGreaterThanOrEqualTo(reported().get(i - 1).endNs());
        }
    }

    private void runAsync(AsyncTask task, int count) throws Exception {
        pacer.runAsync(task, everyMicrosecond, RunLength.of(count), ORIGIN_NS, NEVER_NS);
    }

    @Test
    void shouldLeaveAsynchronousIterationsOpenUntilTheyAreCompleted() throws Exception {
        runAsync(intendedNs -> clock.jump(100), 5);

        assertThat(reported()).isEmpty();
        assertThat(log.openCount()).isEqualTo(5);
        for (int k = 4; k >= 0; k--) {
            assertThat(log.complete(ORIGIN_NS + 1_000 * k, ORIGIN_NS + 100_000 - k, 7))
                    .isTrue();
        }
        assertThat(reported()).extracting(Reported::intendedNs).containsExactly(intended(5));
        assertThat(reported()).extracting(Reported::endNs).first().isEqualTo(ORIGIN_NS + 100_000);
        assertThat(log.openCount()).isZero();
    }

    @Test
    void shouldLetAnAsynchronousTaskCompleteWithinItsCall() throws Exception {
        runAsync(
                intendedNs -> assertThat(log.complete(intendedNs, clock.nanoTime(), 7))
                        .isTrue(),
                5);

        assertThat(reported()).extracting(Reported::intendedNs).containsExactly(intended(5));
        log.read(view);
        assertThat(view.busy()).isFalse();
        assertThat(view.nextIntendedNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldKeepAsynchronousIntendedStartsAfterAStall() throws Exception {
        runAsync(
                intendedNs -> {
                    clock.jump(intendedNs == ORIGIN_NS ? 10_000 : 100);
                    log.complete(intendedNs, clock.nanoTime(), 7);
                },
                20);

        assertThat(reported()).extracting(Reported::intendedNs).containsExactly(intended(20));
        assertThat(reported().get(1).startNs()).isEqualTo(reported().get(1).freeSinceNs());
    }

    @Test
    void shouldTellWaitingForCompletionsFromWaitingForTheRecorderThread() throws Exception {
        // The next iteration is always due: what reads the clock is the end of one call, and then who waits for room.
        AsyncTask open = intendedNs -> clock.jump(5_000);
        AsyncTask complete = intendedNs -> {
            clock.jump(5_000);
            log.complete(intendedNs, NEVER_NS, 7);
        };
        for (AsyncTask task : List.of(open, complete)) {
            log = new IterationLog(4, NOW_NS, true);
            pacer = new Pacer(clock, log, PacingHook.NONE, SPIN_NS);
            reported.clear();
            int[] readings = {0};
            clock.onReading(() -> {
                if (pacer.started() - reported.size() == 4 && ++readings[0] % 2 == 0) {
                    log.complete(ORIGIN_NS + 1_000 * reported.size(), NEVER_NS, 7);
                    reported();
                }
            });
            runAsync(task, 20);

            assertThat(pacer.overfullNs() > 0).as("for completions").isEqualTo(task == open);
            assertThat(pacer.blockedNs() > 0).as("for the recorder thread").isEqualTo(task == complete);
        }
    }

    @Test
    void shouldKeepTheIterationOpenInWhichAnAsynchronousTaskThrew() {
        AsyncTask task = intendedNs -> {
            if (intendedNs > ORIGIN_NS) {
                throw new IllegalStateException("broken");
            }
            log.complete(intendedNs, clock.nanoTime(), 7);
        };

        assertThatThrownBy(() -> runAsync(task, 5)).hasMessage("broken");
        assertThat(reported()).hasSize(1);
        assertThat(log.openCount()).isEqualTo(1);
    }

    @Test
    void shouldGiveUpWaitingForRoomWhenItIsStoppedAndNothingCompletes() throws Exception {
        log = new IterationLog(4, NOW_NS, true);
        pacer = new Pacer(clock, log, PacingHook.NONE, SPIN_NS);
        clock.onReading(() -> {
            if (!log.reserve()) {
                pacer.stop();
            }
        });
        runAsync(intendedNs -> clock.jump(10_000), 100);

        assertThat(pacer.started()).isEqualTo(4);
        assertThat(log.openCount()).isEqualTo(4);
    }

    /** Remembers its calls, and is asked again as it wants. */
    private final class Hook implements PacingHook {
        private final List<String> calls = new ArrayList<>();
        private long attentionAfterNs = NEVER;

        @Override
        public long idle(long lastIntendedNs, long nowNs, long nextIntendedNs) {
            calls.add("idle " + (lastIntendedNs - ORIGIN_NS) + " " + (nextIntendedNs - ORIGIN_NS));
            return nowNs + attentionAfterNs;
        }

        @Override
        public long behind(long lastIntendedNs, long nowNs) {
            calls.add("behind " + (lastIntendedNs - ORIGIN_NS));
            clock.jump(300);
            return nowNs + attentionAfterNs;
        }

        @Override
        public void sleep(long ns) {
            calls.add("sleep");
            clock.jump(ns);
        }
    }

    @Test
    void shouldCallTheHookOnceInEveryGap() throws Exception {
        Hook hook = new Hook();
        pacer = new Pacer(clock, log, hook, SPIN_NS);
        run(intendedNs -> clock.jump(100), RunLength.of(3));

        assertThat(hook.calls).containsExactly("idle 0 0", "idle 0 0", "idle 0 1000", "idle 1000 2000");
    }

    @Test
    void shouldTellTheHookWhenItIsBehindAfterTheInstantThatItAskedFor() throws Exception {
        Hook hook = new Hook();
        hook.attentionAfterNs = 2_500;
        pacer = new Pacer(clock, log, hook, SPIN_NS);
        run(intendedNs -> clock.jump(intendedNs == ORIGIN_NS ? 5_000 : 1_500), RunLength.of(4));

        // Behind the first, which took too long; the second ends before the new instant, the third after it.
        assertThat(hook.calls.stream().filter(call -> call.startsWith("behind")))
                .containsExactly("behind 0", "behind 2000");
    }

    @Test
    void shouldCountWhatTheHookTakesAsPacingLatenessAndNotAsServiceTime() throws Exception {
        Hook hook = new Hook();
        hook.attentionAfterNs = 2_500;
        pacer = new Pacer(clock, log, hook, SPIN_NS);
        run(intendedNs -> clock.jump(intendedNs == ORIGIN_NS ? 5_000 : 100), RunLength.of(2));

        Reported second = reported().get(1);
        assertThat(second.freeSinceNs()).isEqualTo(reported().get(0).endNs());
        assertThat(second.startNs() - second.freeSinceNs()).isEqualTo(300 + STEP_NS);
        assertThat(second.endNs() - second.startNs()).isEqualTo(100 + STEP_NS);
    }

    @Test
    void shouldCallTheHookAgainAfterASleepAndWhenItsInstantHasCome() throws Exception {
        Hook hook = new Hook();
        pacer = new Pacer(clock, log, hook, 0);
        pacer.runSync(intendedNs -> {}, cell, Schedule.uniform(1_000).instants(), RunLength.of(2), ORIGIN_NS, NEVER_NS);
        assertThat(hook.calls).containsExactly("idle 0 0", "idle 0 0", "idle 0 1000000", "sleep", "idle 0 1000000");

        hook.calls.clear();
        hook.attentionAfterNs = 400_000;
        pacer = new Pacer(clock, log, hook, SPIN_NS);
        pacer.runSync(
                intendedNs -> {},
                cell,
                Schedule.uniform(1_000).instants(),
                RunLength.of(2),
                clock.nanoTime() + 10_000,
                NEVER_NS);
        assertThat(hook.calls.stream().filter(call -> call.startsWith("idle")).count())
                .isEqualTo(5);
    }
}
