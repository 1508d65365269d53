package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Notice;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.hook.PacingHook;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Iterations that end on another thread than they began on. */
@Timeout(120)
class AsynchronousRunTest extends ShortPacedRun {
    /** Hands every iteration to another thread, which completes it. */
    private class Handing extends Asynchronous {
        private final ExecutorService worker = Executors.newSingleThreadExecutor();

        @Override
        public void setUp(Harness given) throws Exception {
            super.setUp(given);
            // So that the first iteration does not wait for the thread to begin.
            worker.submit(() -> {}).get();
        }

        @Override
        public void run(long intendedNs) {
            worker.execute(() -> complete(intendedNs));
        }

        void complete(long intendedNs) {
            harness.complete(intendedNs);
        }

        @Override
        public void tearDown() throws InterruptedException {
            worker.shutdown();
            assertThat(worker.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void shouldMeasureIterationsThatAnotherThreadCompletes() {
        HarnessResult result = execute(new Handing(), options(500).runs(2));

        assertThat(result.status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(result.runs()).extracting(RunOutcome::iterations).containsExactly(500L, 500L);
        assertThat(result.runs()).extracting(RunOutcome::strayCompletions).containsOnly(0L);
        assertThat(result.runs()).extracting(RunOutcome::uncompleted).containsOnly(0L);
        assertThat(result.notices())
                .extracting(Notice::sentence)
                .noneSatisfy(warning -> assertThat(warning).contains("completions"));
    }

    @Test
    void shouldSayToTheHookOnTheCompletingThreadWhichIterationIsOver() {
        Map<Long, Long> ends = new ConcurrentHashMap<>();
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Set<Thread> pacing = ConcurrentHashMap.newKeySet();
        PacedRun run = new PacedRun(new Handing(), options(500).build(), listener);
        run.hook(new PacingHook() {
            @Override
            public long idle(long lastIntendedNs, long nowNs, long nextIntendedNs) {
                pacing.add(Thread.currentThread());
                return nowNs + NEVER;
            }

            @Override
            public void completed(long intendedNs, long endNs) {
                ends.put(intendedNs, endNs);
                threads.add(Thread.currentThread());
            }
        });
        run.execute();

        assertThat(ends).hasSizeGreaterThanOrEqualTo(500);
        assertThat(ends).allSatisfy((tag, endNs) -> assertThat(endNs).isGreaterThanOrEqualTo(tag));
        assertThat(threads).hasSize(1).doesNotContainAnyElementsOf(pacing);
    }

    @Test
    void shouldNotPollWhenNothingIsInFlight() {
        BlockingQueue<Long> sent = new LinkedBlockingQueue<>();
        HarnessResult result = execute(
                new Asynchronous() {
                    @Override
                    public void run(long intendedNs) {
                        sent.add(intendedNs);
                    }

                    /** Waits for as long as there is nothing to complete. */
                    @Override
                    public void poll() throws InterruptedException {
                        harness.complete(sent.take());
                    }
                },
                options(50));

        assertThat(result.status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(result.runs().get(0).iterations()).isEqualTo(50);
        assertThat(result.runs().get(0).uncompleted()).isZero();
    }

    @Test
    void shouldCountCompletionsThatAreDoubleOrUnknownAndWarn() {
        AsyncTask task = new Handing() {
            @Override
            void complete(long intendedNs) {
                harness.complete(intendedNs + 1);
                harness.complete(intendedNs);
                harness.complete(intendedNs);
            }
        };
        HarnessResult result = execute(task, options(100));

        assertThat(result.status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(result.runs().get(0).iterations()).isEqualTo(100);
        // The last duplicate may come when the run is over.
        assertThat(result.runs().get(0).strayCompletions()).isBetween(199L, 200L);
        assertThat(result.notices())
                .extracting(Notice::sentence)
                .anySatisfy(warning -> assertThat(warning)
                        .isEqualTo(result.runs().get(0).strayCompletions()
                                + " completions named a tag that was unknown or already complete: call Harness.complete once per "
                                + "iteration, with the tag that run received."));
    }

    @Test
    void shouldCountWhatIsGivenUpWithTheTimeUntilThenAndNotWaitForIt() {
        AsyncTask task = new Handing() {
            @Override
            void complete(long intendedNs) {
                if (iterations.incrementAndGet() % 10 == 7) {
                    harness.abandon(intendedNs);
                    harness.abandon(intendedNs);
                } else {
                    super.complete(intendedNs);
                }
            }
        };
        HarnessResult result = execute(task, options(100).runs(2));

        assertThat(result.status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(result.runs()).extracting(RunOutcome::iterations).containsExactly(90L, 90L);
        assertThat(result.runs()).extracting(RunOutcome::uncompleted).containsExactly(10L, 10L);
        assertThat(result.merged("latency").getTotalCount()).isEqualTo(200);
        assertThat(result.runs()).extracting(RunOutcome::strayCompletions).containsExactly(0L, 0L);
        assertThat(result.notices())
                .extracting(Notice::sentence)
                .filteredOn(warning -> warning.startsWith("10 iterations were never complete: "))
                .hasSize(2);
    }

    @Test
    void shouldFailWhenEveryIterationIsGivenUp() {
        AsyncTask task = new Handing() {
            @Override
            void complete(long intendedNs) {
                harness.abandon(intendedNs);
            }
        };
        HarnessResult result = execute(task, options(20));

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason()).isEqualTo("none of the iterations was completed");
    }

    @Test
    void shouldFailWhenAnAsynchronousIterationIsNeverCompleted() {
        AsyncTask task = new Handing() {
            @Override
            void complete(long intendedNs) {
                if (iterations.incrementAndGet() != 7) {
                    super.complete(intendedNs);
                }
            }
        };
        HarnessResult result = execute(task, options(50).timeout(Duration.ofSeconds(2)));

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason())
                .startsWith("an iteration was not complete after ")
                .endsWith(" (see --timeout)");
        assertThat(result.runs().get(0).uncompleted()).isGreaterThanOrEqualTo(1);
        assertThat(result.runs().get(0).iterations()).isGreaterThanOrEqualTo(6);
        assertThat(result.stuckThreads()).isNotEmpty();
    }
}
