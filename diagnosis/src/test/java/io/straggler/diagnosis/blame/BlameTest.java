package io.straggler.diagnosis.blame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.diagnosis.Queues;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlameTest {
    private static final long NORMAL_NS = 3_000;

    private static long[] service(int count) {
        long[] serviceNs = new long[count];
        Arrays.fill(serviceNs, NORMAL_NS);
        return serviceNs;
    }

    private static Blame blame(List<Iteration> iterations, long thresholdNs, long normalNs) {
        return Blame.of(Queues.periods(iterations, thresholdNs), Queues.outliers(iterations, thresholdNs), normalNs);
    }

    @ParameterizedTest
    @CsvSource({"10000, 5000000", "4000, 1000000", "3200, 400000", "30000, 2000000"})
    void shouldAgreeWithTheClosedFormForOneIsolatedStall(long gapNs, long stallNs) {
        long[] serviceNs = service(10_000);
        serviceNs[10] = stallNs;
        // So low that all that waited are outliers.
        Blame blame = blame(Queues.run(Queues.uniform(10_000, gapNs), serviceNs), NORMAL_NS + 1, NORMAL_NS);

        double beyondGapNs = stallNs - gapNs;
        double drainedNs = gapNs - NORMAL_NS;
        assertThat(blame.culprits()).hasSize(1);
        Culprit culprit = blame.culprits().get(0);
        assertThat((double) culprit.delayed())
                .isCloseTo(beyondGapNs / drainedNs, within(0.05 * beyondGapNs / drainedNs));
        double addedNs = beyondGapNs * beyondGapNs / (2 * drainedNs);
        assertThat((double) culprit.othersNs()).isCloseTo(addedNs, within(0.05 * addedNs));
        assertThat(culprit.excessNs()).isEqualTo(stallNs - NORMAL_NS).isEqualTo(culprit.ownNs());
        assertThat(culprit.delayCausedNs()).isEqualTo(culprit.ownNs() + culprit.othersNs());
    }

    /** With random arrivals the closed form holds in the mean. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.3, 0.5, 0.7, 0.9})
    void shouldAgreeWithTheClosedFormForIsolatedStallsAmongRandomArrivals(double load) {
        Random random = new Random(7);
        double gapNs = NORMAL_NS / load;
        double stallNs = 300 * gapNs;
        double delayed = 0;
        double othersNs = 0;
        int runs = 60;
        for (int run = 0; run < runs; run++) {
            long[] serviceNs = service(8_000);
            serviceNs[200] = (long) stallNs;
            Blame blame = blame(Queues.run(Queues.poisson(random, 8_000, gapNs), serviceNs), NORMAL_NS + 1, NORMAL_NS);
            Culprit culprit = blame.culprits().get(0);
            delayed += culprit.delayed();
            othersNs += culprit.othersNs();
        }
        double beyondGapNs = stallNs - gapNs;
        double victims = runs * beyondGapNs / (gapNs * (1 - load));
        double addedNs = runs * beyondGapNs * beyondGapNs / (2 * gapNs * (1 - load));
        assertThat(delayed).isCloseTo(victims, within(0.05 * victims));
        assertThat(othersNs).isCloseTo(addedNs, within(0.05 * addedNs));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldAddUpToTheNanosecond(int seed) {
        Random random = new Random(seed);
        int count = 20_000;
        double load = 0.2 + 0.06 * seed;
        long[] serviceNs = service(count);
        long[] dispatchNs = new long[count];
        for (int i = 0; i < count; i++) {
            serviceNs[i] += random.nextInt(500);
            if (random.nextInt(seed % 3 == 0 ? 60 : 700) == 0) {
                (random.nextBoolean() ? serviceNs : dispatchNs)[i] += 10_000 + random.nextInt(300_000);
            }
        }
        long[] intendedNs = seed % 2 == 0
                ? Queues.uniform(count, (long) (NORMAL_NS / load))
                : Queues.poisson(random, count, NORMAL_NS / load);
        List<Iteration> iterations = Queues.run(intendedNs, dispatchNs, serviceNs);
        long thresholdNs = 30_000;

        Blame blame = blame(iterations, thresholdNs, 0);

        List<Outlier> outliers = Queues.outliers(iterations, thresholdNs);
        assertThat(blame.parts()).hasSameSizeAs(outliers);
        long waitedNs = 0;
        for (Outlier outlier : outliers) {
            Blame.Parts parts = blame.parts().get(outlier.iteration().intendedNs());
            assertThat(parts.latencyNs()).isEqualTo(outlier.iteration().latencyNs());
            assertThat(parts.serviceNs()).isEqualTo(outlier.iteration().serviceNs());
            assertThat(parts.dispatchNs()).isEqualTo(outlier.iteration().dispatchNs());
            assertThat(parts.culpritsNs()).isNotNegative();
            assertThat(parts.loadNs()).isNotNegative();
            waitedNs += parts.culpritsNs();
        }
        assertThat(waitedNs).isPositive();
        assertThat(blame.culprits().stream().mapToLong(Culprit::othersNs).sum()).isEqualTo(waitedNs);
        assertThat(blame.culprits())
                .extracting(Culprit::delayCausedNs)
                .isSortedAccordingTo((a, b) -> Long.compare(b, a));
        assertThat(blame.normalNs()).isBetween(NORMAL_NS, NORMAL_NS + 500);
    }

    @Test
    void shouldNameTheCulpritAndNotWhoeverWasInFront() {
        long[] serviceNs = service(40);
        serviceNs[5] = 103_000;
        List<Iteration> iterations = Queues.run(Queues.uniform(40, 10_000), serviceNs);

        Blame blame = blame(iterations, 50_000, NORMAL_NS);

        assertThat(blame.culprits()).extracting(Culprit::iteration).containsExactly(iterations.get(5));
        Culprit culprit = blame.culprits().get(0);
        // Outliers are the culprit and those that came within the first half of its stall, at 93, 86, 79 … µs.
        assertThat(culprit.victims())
                .startsWith(
                        new Culprit.Victim(iterations.get(6).intendedNs(), 93_000),
                        new Culprit.Victim(iterations.get(7).intendedNs(), 86_000))
                .hasSize(7);
        assertThat(culprit.delayed()).isEqualTo(7);
        assertThat(culprit.othersNs()).isEqualTo(93_000 + 86_000 + 79_000 + 72_000 + 65_000 + 58_000 + 51_000);
        assertThat(blame.parts().get(iterations.get(6).intendedNs()))
                .isEqualTo(new Blame.Parts(NORMAL_NS, 0, 93_000, 0));
    }

    @Test
    void shouldCallDelayWithoutAnySlowIterationLoad() {
        // Four times as many as can be served.
        List<Iteration> iterations = Queues.run(Queues.uniform(100, NORMAL_NS / 4), service(100));

        Blame blame = blame(iterations, 30_000, 0);

        assertThat(blame.culprits()).isEmpty();
        assertThat(blame.normalNs()).isEqualTo(NORMAL_NS);
        Iteration last = iterations.get(99);
        assertThat(blame.parts().get(last.intendedNs()))
                .isEqualTo(new Blame.Parts(NORMAL_NS, 0, 0, last.inheritedNs()));
    }

    @Test
    void shouldBlameALatePacingThreadForItsDispatchDelay() {
        long[] dispatchNs = new long[20];
        dispatchNs[3] = 90_000;
        List<Iteration> iterations = Queues.run(Queues.uniform(20, 10_000), dispatchNs, service(20));

        Blame blame = blame(iterations, 40_000, NORMAL_NS);

        assertThat(blame.culprits()).extracting(Culprit::iteration).containsExactly(iterations.get(3));
        assertThat(blame.parts().get(iterations.get(3).intendedNs()))
                .isEqualTo(new Blame.Parts(NORMAL_NS, 90_000, 0, 0));
    }

    @Test
    void shouldBlameACulpritThatWasNoOutlierForOthersOnly() {
        long[] serviceNs = service(10);
        serviceNs[2] = 30_000;
        serviceNs[3] = 30_000;
        List<Iteration> iterations = Queues.run(Queues.uniform(10, 10_000), serviceNs);

        Blame blame = blame(iterations, 45_000, NORMAL_NS);

        assertThat(blame.parts()).containsOnlyKeys(iterations.get(3).intendedNs());
        Culprit first = blame.culprits().get(1);
        assertThat(first.iteration()).isEqualTo(iterations.get(2));
        assertThat(first.ownNs()).isZero();
        assertThat(first.othersNs()).isEqualTo(20_000);
        assertThat(blame.culprits().get(0).ownNs()).isEqualTo(27_000);
    }

    @Test
    void shouldKeepWhatWasQueuedBeforeThePeriodWasRecorded() {
        Iteration first = new Iteration(Queues.RUN, 1_000, 60_000, 93_000, 59_000, 0);
        Iteration second = new Iteration(Queues.RUN, 11_000, 93_000, 96_000, 82_000, 0);
        List<Outlier> outliers = List.of(new Outlier(first, 1_000, List.of()), new Outlier(second, 1_000, List.of()));

        Blame blame = Blame.of(List.of(new BusyPeriod(List.of(first, second), 0)), outliers, NORMAL_NS);

        assertThat(blame.parts())
                .containsEntry(1_000L, new Blame.Parts(33_000, 0, 0, 59_000))
                .containsEntry(11_000L, new Blame.Parts(3_000, 0, 30_000, 52_000));
    }

    @Test
    void shouldBoundTheCulpritsAndTheNamesOfVictimsOfALongPeriod() {
        int count = 20_000;
        Random random = new Random(1);
        long[] serviceNs = service(count);
        for (int i = 0; i < count; i += 10) {
            serviceNs[i] = 20_000 + random.nextInt(20_000);
        }
        serviceNs[0] = 200_000;
        // More than can be served: the queue never empties.
        List<Iteration> iterations = Queues.run(Queues.uniform(count, 5_000), serviceNs);

        Blame blame = blame(iterations, 10_000, NORMAL_NS);

        assertThat(blame.culprits()).hasSize(Blame.MAX_CULPRITS);
        assertThat(blame.culprits()).allMatch(culprit -> culprit.victims().size() <= Culprit.MAX_VICTIMS);
        assertThat(blame.culprits()).anyMatch(culprit -> culprit.delayed() > Culprit.MAX_VICTIMS);
        assertThat(blame.culprits().stream().mapToLong(Culprit::othersNs).sum())
                .isEqualTo(blame.parts().values().stream()
                        .mapToLong(Blame.Parts::culpritsNs)
                        .sum());
    }

    @Test
    void shouldNameTheOneCulpritForAllThatWaitedForIt() {
        long[] serviceNs = service(1_000);
        serviceNs[10] = 2_000_000;
        List<Iteration> iterations = Queues.run(Queues.uniform(1_000, 10_000), serviceNs);

        Blame blame = blame(iterations, NORMAL_NS + 1, NORMAL_NS);

        assertThat(blame.waits()).hasSize((int) blame.culprits().get(0).delayed());
        assertThat(blame.waits())
                .hasSizeGreaterThan(2 * Culprit.MAX_VICTIMS)
                .allSatisfy((tag, waits) -> assertThat(waits)
                        .containsExactly(new Blame.Wait(
                                iterations.get(10).intendedNs(),
                                blame.parts().get(tag).culpritsNs())));
    }

    /** The shares that culprits have of their victims' waiting are the oracle, as far as culprits name them. */
    @ParameterizedTest
    @CsvSource({"40, 3", "2000, 10"})
    void shouldNameTheCulpritsThatAnOutlierWaitedForMostTheMostFirst(int slow, int most) {
        Random random = new Random(slow);
        long[] serviceNs = service(4_000);
        for (int i = 0; i < slow; i++) {
            serviceNs[random.nextInt(4_000)] = 20_000 + random.nextInt(20_000);
        }
        serviceNs[5] = 900_000;

        Blame blame = blame(Queues.run(Queues.uniform(4_000, 12_000), serviceNs), 15_000, NORMAL_NS);

        Map<Long, List<Blame.Wait>> named = new HashMap<>();
        blame.culprits()
                .forEach(culprit -> culprit.victims()
                        .forEach(victim -> named.computeIfAbsent(victim.intendedNs(), tag -> new ArrayList<>())
                                .add(new Blame.Wait(culprit.iteration().intendedNs(), victim.delayNs()))));
        assertThat(blame.waits()).isNotEmpty().allSatisfy((tag, waits) -> {
            assertThat(waits)
                    .hasSizeLessThanOrEqualTo(Blame.MAX_WAITS)
                    .isSortedAccordingTo(
                            Comparator.comparingLong(Blame.Wait::delayNs).reversed());
            long leastNs = waits.size() < Blame.MAX_WAITS
                    ? 0
                    : waits.get(waits.size() - 1).delayNs();
            assertThat(waits)
                    .containsAll(named.getOrDefault(tag, List.of()).stream()
                            .filter(wait -> wait.delayNs() > leastNs)
                            .toList());
        });
        assertThat(blame.waits().keySet()).containsAll(named.keySet());
        assertThat(blame.waits().values()).anyMatch(waits -> waits.size() == most);
    }

    @Test
    void shouldBlameNobodyWithoutPeriods() {
        List<Iteration> iterations = Queues.run(Queues.uniform(1, 1), new long[] {1_000_000});

        assertThat(Blame.of(List.of(), Queues.outliers(iterations, 10), 0))
                .isEqualTo(new Blame(0, List.of(), Map.of()));
        assertThat(Blame.of(List.of(new BusyPeriod(List.of(), 0)), List.of(), 0).culprits())
                .isEmpty();
    }
}
