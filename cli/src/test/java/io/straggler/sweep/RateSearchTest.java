package io.straggler.sweep;

import static io.straggler.flamegraph.Capacity.Verdict.FAILS;
import static io.straggler.flamegraph.Capacity.Verdict.HOLDS;
import static io.straggler.flamegraph.Capacity.Verdict.UNDECIDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.flamegraph.Capacity.Purpose;
import io.straggler.flamegraph.Capacity.Tried;
import io.straggler.flamegraph.Capacity.Verdict;
import io.straggler.sweep.RateSearch.Probe;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The search against systems that are simulated, so that the truth is known. */
class RateSearchTest {
    private static final RateRange RANGE = new RateRange(1_000, 1_000_000);
    private static final double PRECISION = 0.05;
    private static final int MOST_RUNS = 3;
    private static final int CONFIRMATIONS = 3;

    /** Runs at a rate, with the verdict of each alone and of all together. */
    private static final class Simulation {
        private final Function<Double, Verdict> alone;
        private final List<Probe> probes = new ArrayList<>();

        private Simulation(Function<Double, Verdict> alone) {
            this.alone = alone;
        }

        private Finding run(RateSearch search) {
            Map<String, List<Verdict>> before = new HashMap<>();
            while (search.next().isPresent()) {
                Probe probe = search.next().get();
                probes.add(probe);
                assertThat(probes).as("runs").hasSizeLessThan(200);
                Verdict verdict = alone.apply(probe.perSecond());
                List<Verdict> together =
                        before.computeIfAbsent(probe.purpose() + " " + probe.perSecond(), runs -> new ArrayList<>());
                together.add(verdict);
                assertThat(probe.number()).isEqualTo(together.size());
                search.add(verdict, majority(together));
            }
            return search.finding();
        }

        /** As an interval over all runs would have it: on the limit it stays undecided. */
        private static Verdict majority(List<Verdict> runs) {
            long held = runs.stream().filter(one -> one == HOLDS).count();
            long failed = runs.stream().filter(one -> one == FAILS).count();
            return held == failed ? UNDECIDED : held > failed ? HOLDS : FAILS;
        }
    }

    private static RateSearch search() {
        return new RateSearch(RANGE, PRECISION, MOST_RUNS, CONFIRMATIONS);
    }

    private static Verdict known(double rate, double knee) {
        return rate <= knee ? HOLDS : FAILS;
    }

    @Test
    void shouldFindTheKneeWithinThePrecisionWhereverItIs() {
        for (double knee = 1_000; knee < 1_000_000; knee *= 1.037) {
            double truth = knee;
            Simulation simulation = new Simulation(rate -> known(rate, truth));
            Finding finding = simulation.run(search());

            double found = finding.found().orElseThrow().perSecond();
            assertThat(found).as("knee %s", knee).isBetween(knee / (1 + PRECISION), knee);
            double above = finding.above().orElseThrow().perSecond();
            assertThat(above).isGreaterThan(knee).isLessThanOrEqualTo(found * (1 + PRECISION));
            assertThat(finding.confirmed(CONFIRMATIONS)).isTrue();
            assertThat(finding.found().get().held()).isEqualTo(CONFIRMATIONS);
            assertThat(finding.above().get().failed()).isEqualTo(CONFIRMATIONS);
            // ln 1000 / ln 1.05 is 142, so 8 halvings; then the lowest rate, perhaps the highest, and the
            // confirmations.
            assertThat(simulation.probes).hasSizeLessThanOrEqualTo(8 + 2 + 2 * CONFIRMATIONS);
        }
    }

    @Test
    void shouldConfirmBothEndsInTurns() {
        Simulation simulation = new Simulation(rate -> known(rate, 20_000));
        Finding finding = simulation.run(search());

        double found = finding.found().orElseThrow().perSecond();
        double above = finding.above().orElseThrow().perSecond();
        assertThat(simulation.probes.stream()
                        .filter(probe -> probe.purpose() == Purpose.CONFIRM)
                        .map(Probe::perSecond))
                .containsExactly(found, above, above, found, found, above);
    }

    /** Within 20% around the knee a run holds or fails by chance, more likely the nearer it is to either end. */
    @Test
    void shouldFindARateWithinTheUnstableStretchWhenTheSameRateHoldsAndFails() {
        double lowest = 18_000;
        double highest = 22_000;
        int within = 0;
        for (long seed = 0; seed < 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Finding finding = new Simulation(
                            rate -> random.nextDouble() < (rate - lowest) / (highest - lowest) ? FAILS : HOLDS)
                    .run(search());
            double found = finding.found().orElseThrow().perSecond();
            within += found > lowest * 0.9 && found < highest ? 1 : 0;
            // The bracket may have been overruled, and never narrower than asked for, but its ends are told by what
            // confirmed them.
            assertThat(finding.confirmed(CONFIRMATIONS)).isTrue();
            assertThat(2 * finding.found().get().held()).isGreaterThan(CONFIRMATIONS);
        }
        assertThat(within).isGreaterThanOrEqualTo(490);
    }

    /** A machine with neighbours: one run in twelve fails, whatever its rate, and one in twelve above the knee looks fine. */
    @Test
    void shouldNotBeLedAstrayByRunsThatWentWrong() {
        double knee = 37_000;
        int near = 0;
        for (long seed = 0; seed < 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Finding finding = new Simulation(rate -> {
                        Verdict truth = known(rate, knee);
                        return random.nextInt(12) > 0 ? truth : truth == HOLDS ? FAILS : HOLDS;
                    })
                    .run(search());
            double found = finding.found().map(Tried::perSecond).orElse(0.0);
            near += found > knee / (1 + 2 * PRECISION) && found < knee * (1 + PRECISION) ? 1 : 0;
        }
        // Of three confirmations two have to go wrong: 2% at either end. Without confirmation it would be one in two.
        assertThat(near).isGreaterThanOrEqualTo(450);
    }

    @Test
    void shouldMeasureAgainWhatIsUndecidedAndCountItAsNeitherInTheEnd() {
        Simulation simulation = new Simulation(rate -> rate < 19_000 ? HOLDS : rate > 23_000 ? FAILS : UNDECIDED);
        Finding finding = simulation.run(search());

        assertThat(finding.found().orElseThrow().perSecond()).isBetween(19_000 / (1 + PRECISION), 19_000.0);
        assertThat(finding.above().orElseThrow().perSecond()).isBetween(23_000.0, 23_000 * (1 + PRECISION));
        assertThat(finding.undecided())
                .isNotEmpty()
                .allSatisfy(tried -> assertThat(tried.searched()).isEqualTo(MOST_RUNS));
        assertThat(finding.confirmed(CONFIRMATIONS)).isTrue();
    }

    @Test
    void shouldFollowTheSecondRunWhenTheFirstIsUndecided() {
        int[] runs = {0};
        RateSearch search = search();
        Finding finding = new Simulation(rate -> runs[0]++ % 2 == 0 ? UNDECIDED : known(rate, 50_000)).run(search);
        assertThat(finding.confirmed(CONFIRMATIONS)).isTrue();

        assertThat(finding.found().orElseThrow().perSecond()).isBetween(50_000 / (1 + PRECISION), 50_000.0);
    }

    @Test
    void shouldSayThatNothingLimitsItWithinTheRange() {
        Simulation simulation = new Simulation(rate -> HOLDS);
        Finding finding = simulation.run(search());

        assertThat(finding.found().orElseThrow().perSecond()).isEqualTo(1_000_000);
        assertThat(finding.above()).isEmpty();
        assertThat(finding.confirmed(CONFIRMATIONS)).isTrue();
    }

    @Test
    void shouldAskTheLowestRateFirstAndConfirmThatEvenThatFails() {
        Simulation simulation = new Simulation(rate -> FAILS);
        Finding finding = simulation.run(search());

        assertThat(finding.found()).isEmpty();
        assertThat(finding.above().orElseThrow()).isEqualTo(new Tried(1_000, 1, 3, 0, 3));
        assertThat(simulation.probes).hasSize(1 + CONFIRMATIONS);
    }

    @Test
    void shouldGiveUpWhenNotEvenTheLowestRateCanBeDecided() {
        Simulation simulation = new Simulation(rate -> UNDECIDED);
        Finding finding = simulation.run(search());

        assertThat(finding.found()).isEmpty();
        assertThat(finding.above()).isEmpty();
        assertThat(finding.undecided()).containsExactly(new Tried(1_000, MOST_RUNS, 0, 0, 0));
        assertThat(simulation.probes).hasSize(MOST_RUNS);
    }

    @Test
    void shouldGoOnUpwardsWhenWhatHadFailedHoldsInMostRuns() {
        int[] first = {0};
        Finding finding =
                new Simulation(rate -> rate == 31_620 && first[0]++ == 0 ? FAILS : known(rate, 80_000)).run(search());

        assertThat(finding.found().orElseThrow().perSecond()).isBetween(80_000 / (1 + PRECISION), 80_000.0);
    }

    private static void answer(RateSearch search, Verdict verdict) {
        assertThat(search.next()).isPresent();
        search.add(verdict, verdict);
    }

    @Test
    void shouldConfirmWhatThereIsWhenTimeRunsOut() {
        RateSearch search = search();
        answer(search, HOLDS);
        answer(search, FAILS);
        assertThat(search.next().orElseThrow().purpose()).isEqualTo(Purpose.SEARCH);
        search.hurry();
        Simulation rest = new Simulation(rate -> known(rate, 20_000));
        Finding finding = rest.run(search);

        assertThat(rest.probes).extracting(Probe::purpose).containsOnly(Purpose.CONFIRM);
        assertThat(finding.found().orElseThrow()).isEqualTo(new Tried(1_000, 1, 3, 3, 0));
        assertThat(finding.above().orElseThrow()).isEqualTo(new Tried(31_620, 1, 3, 0, 3));
        assertThat(finding.undecided()).isEmpty();
    }

    @Test
    void shouldRefuseWhatCannotBeSearched() {
        assertThatThrownBy(() -> new RateSearch(RANGE, 0.001, 3, 3))
                .hasMessage("precision must be from 0.5% to 100%: precision=0.1%");
        assertThatThrownBy(() -> new RateSearch(RANGE, 0.05, 0, 3)).hasMessage("runs must be from 1 to 100: runs=0");
        assertThatThrownBy(() -> new RateSearch(RANGE, 0.05, 3, 0))
                .hasMessage("confirmations must be from 1 to 100: confirmations=0");
    }
}
