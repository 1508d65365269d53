package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Place;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CounterfactualTest {
    private static final long NORMAL_NS = 3_000;
    private static final long THRESHOLD_NS = 30_000;

    private final Runs runs = new Runs();
    private List<BusyPeriod> periods;
    private List<Iteration> iterations;
    private Map<Cause, Double> normally = Map.of();

    private void run(long[] intendedNs, long[] serviceNs) {
        iterations = Queues.run(intendedNs, serviceNs);
        periods = Queues.periods(iterations, THRESHOLD_NS);
        runs.outliers.addAll(Queues.outliers(iterations, THRESHOLD_NS));
    }

    private static LatencyCounts counts(List<Iteration> iterations) {
        long[] ordered =
                iterations.stream().mapToLong(Iteration::latencyNs).sorted().toArray();
        long[] valuesNs = new long[ordered.length];
        long[] counts = new long[ordered.length];
        int last = -1;
        for (long latencyNs : ordered) {
            if (last < 0 || valuesNs[last] != latencyNs) {
                valuesNs[++last] = latencyNs;
            }
            counts[last]++;
        }
        return new LatencyCounts(Arrays.copyOf(valuesNs, last + 1), Arrays.copyOf(counts, last + 1));
    }

    private Counterfactual counterfactual(LatencyCounts latencies) {
        RunBudget budget = RunBudget.of(Attribution.of(runs.run()), Blame.of(periods, runs.outliers, NORMAL_NS));
        return Counterfactual.of(
                periods, budget, List.of(), Map.of(), latencies, NORMAL_NS, normally, List.of(), THRESHOLD_NS);
    }

    private static Counterfactual.Without without(Counterfactual counterfactual, Cause cause) {
        return counterfactual.without().stream()
                .filter(one -> one.cause() == cause && one.site().isEmpty())
                .findFirst()
                .orElseThrow();
    }

    private static long percentile(List<Iteration> iterations, double percentile) {
        long[] ordered =
                iterations.stream().mapToLong(Iteration::latencyNs).sorted().toArray();
        return ordered[(int) Math.ceil(ordered.length * percentile / 100 - 1e-6) - 1];
    }

    private static long percentile(LatencyCounts counts, double percentile) {
        long wanted = (long) Math.ceil(counts.total() * percentile / 100 - 1e-6);
        int bucket = 0;
        for (long seen = counts.counts()[0]; seen < wanted; seen += counts.counts()[bucket]) {
            bucket++;
        }
        return counts.valuesNs()[bucket];
    }

    /** GC pauses hit some iterations, slow work others; the run without pauses is then really run. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void shouldPredictTheRunWithoutTheCause(int seed) {
        Random random = new Random(seed);
        int count = 20_000;
        long[] intendedNs = Queues.poisson(random, count, 6_000 + 1_500.0 * seed);
        long[] withoutGc = new long[count];
        Arrays.fill(withoutGc, NORMAL_NS);
        long[] serviceNs = withoutGc.clone();
        List<Integer> paused = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (random.nextInt(800) == 0) {
                serviceNs[i] += 200_000;
                paused.add(i);
            } else if (random.nextInt(800) == 0) {
                serviceNs[i] += 60_000;
                withoutGc[i] += 60_000;
            }
        }
        run(intendedNs, serviceNs);
        iterations.forEach(one -> runs.sample(one.startNs(), "task"));
        for (int i : paused) {
            long startNs = iterations.get(i).startNs() + 1_000;
            runs.evidence.add(
                    new Evidence(Evidence.Kind.GC_PAUSE, startNs, startNs + 200_000, Evidence.ANY_THREAD, Place.NONE));
        }

        Counterfactual counterfactual = counterfactual(counts(iterations));

        List<Iteration> really = Queues.run(intendedNs, withoutGc);
        assertThat(counterfactual.refusal()).isEmpty();
        assertThat(counterfactual.replayError()).isZero();
        assertThat(counterfactual.measured())
                .containsExactly(
                        new Series.Point(99, percentile(iterations, 99)),
                        new Series.Point(99.9, percentile(iterations, 99.9)));
        Counterfactual.Without first = counterfactual.without().get(0);
        // Those that were no outliers wait for slow work, of which pauses took nothing.
        assertThat(first.isBound(1)).isFalse();
        assertThat(first.percentiles())
                .containsExactly(
                        new Series.Point(99, percentile(really, 99)), new Series.Point(99.9, percentile(really, 99.9)));
        for (int i = 0; i < 2; i++) {
            assertThat(first.percentiles().get(i).valueNs())
                    .isBetween(
                            first.intervals().get(i).lowNs(),
                            first.intervals().get(i).highNs());
        }
        assertThat(percentile(really, 99.9)).isLessThan(percentile(iterations, 99.9) / 2);
        Counterfactual.Change change = counterfactual.changes().get(0);
        assertThat(change.cause()).isEqualTo(Cause.GC_PAUSE);
        assertThat(change.before().total()).isEqualTo(change.after().total());
        LatencyCounts without = counts(iterations).minus(change.before()).plus(change.after());
        for (double percentile : new double[] {99, 99.9}) {
            assertThat((double) percentile(without, percentile))
                    .isCloseTo(percentile(really, percentile), withinPercentage(0.1));
        }
        assertThat(counterfactual.without())
                .extracting(Counterfactual.Without::cause)
                .containsExactly(Cause.GC_PAUSE, Cause.CODE);
    }

    /**
     * Parks of exponential length, of which the shorter ones leave no outlier and stay, in a run of its own: the run without them has
     * other arrivals and other work.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldPredictAnotherRunWithoutParksWithin15Percent(int seed) {
        Random random = new Random(seed);
        int count = 200_000;
        long[] intendedNs = Queues.poisson(random, count, 8_000 + 500.0 * seed);
        long[] serviceNs = work(random, count);
        long[] parkedNs = new long[count];
        for (int i = 0; i < count; i++) {
            parkedNs[i] = random.nextInt(1_000) == 0 ? (long) (-400_000 * Math.log(1 - random.nextDouble())) : 0;
            serviceNs[i] += parkedNs[i];
        }
        run(intendedNs, serviceNs);
        for (int i = 0; i < count; i++) {
            Iteration one = iterations.get(i);
            if (parkedNs[i] > 5_000) {
                long fromNs = one.endNs() - parkedNs[i];
                runs.evidence.add(new Evidence(Evidence.Kind.PARK, fromNs, one.endNs(), Runs.THREAD, Place.NONE));
            }
            if (one.latencyNs() >= THRESHOLD_NS) {
                runs.sample(one.startNs(), "task");
            }
        }

        Counterfactual counterfactual = counterfactual(counts(iterations));

        Random other = new Random(1_000 + seed);
        List<Iteration> really = Queues.run(Queues.poisson(other, count, 8_000 + 500.0 * seed), work(other, count));
        assertThat(counterfactual.refusal()).isEmpty();
        Counterfactual.Without without = without(counterfactual, Cause.PARK);
        for (Series.Point point : without.percentiles()) {
            double realNs = percentile(really, point.percentile());
            assertThat((double) point.valueNs()).isCloseTo(realNs, within(0.15 * realNs));
            // There was something to predict.
            assertThat(percentile(iterations, point.percentile())).isGreaterThan((long) (1.3 * realNs));
        }
    }

    /**
     * Parks that are seldom as long as an outlier: what waits behind two is one. Those of iterations that were no outliers stay in the prediction, and really
     * go, which its interval says.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void shouldNotBeSureOfWhatTheCauseDidBelowTheThreshold(int seed) {
        Random random = new Random(seed);
        int count = 100_000;
        long[] intendedNs = Queues.poisson(random, count, 10_000);
        long[] serviceNs = new long[count];
        long[] parkedNs = new long[count];
        for (int i = 0; i < count; i++) {
            parkedNs[i] = random.nextInt(10) == 0 ? 10_000 + random.nextInt(15_000) : 0;
            serviceNs[i] = NORMAL_NS + parkedNs[i];
        }
        run(intendedNs, serviceNs);
        for (int i = 0; i < count; i++) {
            Iteration one = iterations.get(i);
            if (parkedNs[i] > 0) {
                long fromNs = one.endNs() - parkedNs[i];
                runs.evidence.add(new Evidence(Evidence.Kind.PARK, fromNs, one.endNs(), Runs.THREAD, Place.NONE));
            }
            if (one.latencyNs() >= THRESHOLD_NS) {
                runs.sample(one.startNs(), "task");
            }
        }

        Counterfactual.Without without =
                counterfactual(counts(iterations)).without().get(0);

        Arrays.fill(serviceNs, NORMAL_NS);
        List<Iteration> really = Queues.run(intendedNs, serviceNs);
        assertThat(without.cause()).isEqualTo(Cause.PARK);
        for (int i = 0; i < 2; i++) {
            double percentile = without.percentiles().get(i).percentile();
            assertThat(without.percentiles().get(i).valueNs()).isGreaterThan(percentile(really, percentile) * 11 / 10);
            assertThat(without.isBound(i)).isTrue();
        }
    }

    /** What drains a queue slowly is part of the usual work: without it the queue behind a stall would be gone sooner. */
    @Test
    void shouldNotBeSureOfWhatTheCauseHasOfTheUsualWork() {
        int count = 100_000;
        long[] intendedNs = Queues.uniform(count, 3_300);
        long[] serviceNs = new long[count];
        Arrays.setAll(serviceNs, i -> i % 1_000 == 0 ? 150_000 : NORMAL_NS);
        run(intendedNs, serviceNs);
        for (int i = 0; i < count; i += 1_000) {
            long startNs = iterations.get(i).startNs();
            runs.sample(startNs, "task");
            runs.evidence.add(new Evidence(
                    Evidence.Kind.SOCKET_IO, startNs + 50_000, startNs + 100_000, Runs.THREAD, Place.NONE));
        }
        LatencyCounts latencies = counts(iterations);
        Counterfactual.Without sure = without(counterfactual(latencies), Cause.SOCKET_IO);

        normally = Map.of(Cause.SOCKET_IO, 0.7);
        Counterfactual.Without unsure = without(counterfactual(latencies), Cause.SOCKET_IO);

        assertThat(unsure.percentiles()).isEqualTo(sure.percentiles());
        assertThat(unsure.intervals().get(0).highNs())
                .isEqualTo(sure.intervals().get(0).highNs());
        Arrays.setAll(serviceNs, i -> Math.round((i % 1_000 == 0 ? 97_000 : 0) + 0.3 * NORMAL_NS));
        long reallyNs = percentile(Queues.run(intendedNs, serviceNs), 99);
        assertThat(reallyNs).isLessThan(sure.intervals().get(0).lowNs() * 9 / 10);
        assertThat(unsure.intervals().get(0).lowNs()).isBetween(reallyNs * 9 / 10, reallyNs);
    }

    /** Of an outlier's time some was not seen: it may be the cause's as well, by its share of the rest. */
    @Test
    void shouldNotBeSureOfWhatTheCauseDidUnseen() {
        int count = 100_000;
        long[] intendedNs = Queues.uniform(count, 1_000_000);
        long[] serviceNs = new long[count];
        Arrays.setAll(serviceNs, i -> i % 50 == 0 ? 400_000 + NORMAL_NS : NORMAL_NS);
        run(intendedNs, serviceNs);
        for (int i = 0; i < count; i += 50) {
            long startNs = iterations.get(i).startNs();
            runs.evidence.add(new Evidence(
                    Evidence.Kind.SOCKET_IO, startNs + 203_000, startNs + 303_000, Runs.THREAD, Place.NONE));
            runs.sample(startNs + 303_000, "task");
        }

        Counterfactual.Without without = without(counterfactual(counts(iterations)), Cause.SOCKET_IO);

        assertThat(without.percentiles().get(0).valueNs()).isEqualTo(300_000 + NORMAL_NS);
        // Of the 300 µs that are left 200 were not seen, half of which may have been the socket's.
        assertThat(without.intervals().get(0))
                .isEqualTo(new Counterfactual.Interval(200_000 + NORMAL_NS, 300_000 + NORMAL_NS));
    }

    /** Work of varying length, sometimes long enough for an outlier. */
    private static long[] work(Random random, int count) {
        long[] serviceNs = new long[count];
        for (int i = 0; i < count; i++) {
            serviceNs[i] = NORMAL_NS / 2 + random.nextInt((int) NORMAL_NS);
            serviceNs[i] += random.nextInt(500) == 0 ? 30_000 + random.nextInt(60_000) : 0;
        }
        return serviceNs;
    }

    private void oneStall() {
        long[] serviceNs = new long[20_000];
        Arrays.fill(serviceNs, NORMAL_NS);
        serviceNs[10] = 2_000_000;
        run(Queues.uniform(20_000, 10_000), serviceNs);
    }

    @Test
    void shouldToleratePreciseValuesInCoarseBuckets() {
        oneStall();
        LatencyCounts exact = counts(iterations);
        Map<Long, Long> coarse = new TreeMap<>();
        for (int i = 0; i < exact.counts().length; i++) {
            // Upper ends of buckets of one per cent or so.
            coarse.merge(exact.valuesNs()[i] | 0x7f, exact.counts()[i], Long::sum);
        }

        Counterfactual counterfactual = counterfactual(new LatencyCounts(
                coarse.keySet().stream().mapToLong(Long::longValue).toArray(),
                coarse.values().stream().mapToLong(Long::longValue).toArray()));

        assertThat(counterfactual.refusal()).isEmpty();
        assertThat(counterfactual.replayError()).isCloseTo(0, within(0.01)).isPositive();
    }

    @Test
    void shouldRefuseWhenTheReplayIsOffByItself() {
        oneStall();
        LatencyCounts latencies = counts(iterations);
        // Several servers: the queue in front of an iteration is not what it waited for.
        List<Iteration> parallel = periods.get(0).iterations().stream()
                .map(one -> new Iteration(one.runId(), one.intendedNs(), one.intendedNs(), one.endNs(), 0, 0))
                .toList();
        periods = List.of(new BusyPeriod(parallel, 0));
        runs.outliers.clear();
        runs.outliers.addAll(Queues.outliers(parallel, THRESHOLD_NS));

        Counterfactual counterfactual = counterfactual(latencies);

        assertThat(counterfactual.replayError()).isGreaterThan(0.05);
        assertThat(counterfactual.without()).isEmpty();
        assertThat(counterfactual.refusal().orElseThrow())
                .matches("The replayed percentiles are off by [0-9.]+% with nothing removed\\.");
    }

    @Test
    void shouldRefuseWhatCannotBeReplayed() {
        oneStall();
        LatencyCounts latencies = counts(iterations);
        periods = List.of(new BusyPeriod(periods.get(0).iterations(), 5));
        assertThat(counterfactual(latencies).refusal())
                .isEqualTo(Optional.of("Busy periods were too long to be kept: 5 iterations are missing."));

        periods = List.of();
        assertThat(counterfactual(latencies).refusal())
                .isEqualTo(Optional.of("No busy periods were recorded, so there is nothing to replay."));

        Counterfactual few = counterfactual(new LatencyCounts(new long[] {5}, new long[] {999}));
        assertThat(few.refusal()).isEqualTo(Optional.of("There are too few iterations to speak of p99."));
        assertThat(few.measured()).isEmpty();
    }

    @Test
    void shouldLeaveRecordedIterationsOutThatWereNotCounted() {
        oneStall();
        List<Iteration> counted = new ArrayList<>(iterations);
        // More than lie above p99.9: taken for counted, they would move it.
        counted.subList(12, 42).clear();

        assertThat(counterfactual(counts(counted)).replayError()).isZero();
    }

    @Test
    void shouldRefuseCountsThatAreNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LatencyCounts(new long[] {1, 1}, new long[] {1, 1}))
                .withMessage("valuesNs must be ascending: valuesNs[0]=1, valuesNs[1]=1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LatencyCounts(new long[] {1}, new long[] {}))
                .withMessage("counts must be as many as values: values=1, counts=0");
    }

    /** One iteration in 500 loses 200 µs to the machine; half of that was witnessed. */
    @Test
    void shouldPredictTheRunWithoutTheMachinesHiccups() {
        int count = 10_000;
        long[] intendedNs = new long[count];
        long[] serviceNs = new long[count];
        Map<Long, Long> hiccupsNs = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            intendedNs[i] = i * 1_000_000L;
            serviceNs[i] = NORMAL_NS + (i % 500 == 0 ? 200_000 : 0);
            if (i % 500 == 0) {
                hiccupsNs.put(intendedNs[i], 100_000L);
            }
        }
        run(intendedNs, serviceNs);
        RunBudget budget = RunBudget.of(Attribution.of(runs.run()), Blame.of(periods, runs.outliers, NORMAL_NS));
        Counterfactual counterfactual = Counterfactual.of(
                periods,
                budget,
                List.of(),
                hiccupsNs,
                counts(iterations),
                NORMAL_NS,
                normally,
                List.of(),
                THRESHOLD_NS);

        assertThat(counterfactual.without()).singleElement().satisfies(without -> {
            assertThat(without.cause()).isEqualTo(Cause.HICCUP);
            assertThat(without.percentiles().get(1)).isEqualTo(new Series.Point(99.9, NORMAL_NS + 100_000));
        });
    }
}
