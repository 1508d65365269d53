package io.straggler.rates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.rates.RateSearch.Probe;
import io.straggler.rates.result.Capacity.Purpose;
import io.straggler.rates.result.Capacity.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class RateSearchTest {
    private static final RateRange RANGE = new RateRange(1_000, 100_000);
    private static final double PRECISION = 0.05;
    private static final int CONFIRMATIONS = 3;

    private final List<Probe> probes = new ArrayList<>();

    private static RateSearch search() {
        return new RateSearch(RANGE, PRECISION, CONFIRMATIONS);
    }

    /** Measures until there is nothing more to find out. */
    private Finding run(RateSearch search, DoubleUnaryOperator excess) {
        return run(search, excess, 1_000);
    }

    private Finding run(RateSearch search, DoubleUnaryOperator excess, int most) {
        for (Optional<Probe> next = search.next(); next.isPresent() && probes.size() < most; next = search.next()) {
            probes.add(next.get());
            double said = excess.applyAsDouble(next.get().perSecond());
            search.add(said > 0 ? Verdict.FAILS : Verdict.HOLDS, new Excess(said, 0));
        }
        return search.finding();
    }

    private static DoubleUnaryOperator cliffAt(double perSecond) {
        return rate -> rate > perSecond ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    }

    private long count(Purpose purpose) {
        return probes.stream().filter(probe -> probe.purpose() == purpose).count();
    }

    @Test
    void shouldBisectACliff() {
        Finding finding = run(search(), cliffAt(12_345));

        assertThat(finding.confirmed()).isTrue();
        assertThat(finding.found().orElseThrow().perSecond()).isLessThanOrEqualTo(12_345);
        assertThat(finding.above().orElseThrow().perSecond()).isGreaterThan(12_345);
        assertThat(finding.estimate().orElseThrow().lowPerSecond()).isLessThanOrEqualTo(12_345);
        assertThat(finding.estimate().orElseThrow().highPerSecond()).isGreaterThanOrEqualTo(12_345);
        assertThat(finding.estimate().orElseThrow().width()).isLessThanOrEqualTo(PRECISION);
        assertThat(finding.found().get().held()).isEqualTo(CONFIRMATIONS);
        assertThat(finding.above().get().failed()).isEqualTo(CONFIRMATIONS);
        assertThat(count(Purpose.CONFIRM)).isEqualTo(2 * CONFIRMATIONS);
        // A bisection of a factor of 100 down to 1.05 takes seven.
        assertThat(count(Purpose.SEARCH)).isLessThanOrEqualTo(14);
    }

    /** A queue's share of late iterations grows smoothly with the rate; every run is off by chance, and now and then one is far off. */
    @Test
    void shouldFindTheKneeOfAServiceWhoseRunsScatter() {
        int trials = 30;
        int confirmed = 0;
        int near = 0;
        int covered = 0;
        SplittableRandom random = new SplittableRandom(3);
        for (int trial = 0; trial < trials; trial++) {
            double truth = 2_000 * Math.pow(25, random.nextDouble());
            probes.clear();
            Finding finding = run(
                    search(),
                    rate -> 5 * Math.log(rate / truth)
                            + 0.15 * random.nextGaussian()
                            + (random.nextInt(15) == 0 ? random.nextDouble() : 0),
                    60);
            double estimate = finding.estimate().orElseThrow().perSecond();
            confirmed += finding.confirmed() ? 1 : 0;
            near += Math.abs(estimate / truth - 1) <= 0.05 ? 1 : 0;
            covered += finding.estimate().get().lowPerSecond() <= truth
                            && truth <= finding.estimate().get().highPerSecond()
                    ? 1
                    : 0;
        }
        assertThat(confirmed).as("of " + trials).isGreaterThanOrEqualTo(28);
        assertThat(near).as("of " + trials).isGreaterThanOrEqualTo(28);
        assertThat(covered).as("of " + trials).isGreaterThanOrEqualTo(25);
    }

    /** By chance, and not by the rate: half of the JVMs hold wherever they run, between two rates. */
    @Test
    void shouldNotBeCertainWhereRunsContradictEachOther() {
        SplittableRandom random = new SplittableRandom(5);
        Finding finding =
                run(search(), rate -> rate < 10_000 ? -3 : rate > 20_000 ? 3 : random.nextBoolean() ? -0.8 : 0.8, 24);

        assertThat(finding.estimate().orElseThrow().width()).isGreaterThan(PRECISION);
        assertThat(finding.estimate().get().lowPerSecond()).isGreaterThan(5_000);
        assertThat(finding.estimate().get().highPerSecond()).isLessThan(40_000);
    }

    @Test
    void shouldSayThatNotEvenTheLowestIsSustained() {
        Finding finding = run(search(), cliffAt(100));

        assertThat(finding.confirmed()).isTrue();
        assertThat(finding.found()).isEmpty();
        assertThat(finding.estimate()).isEmpty();
        assertThat(finding.above().orElseThrow().perSecond()).isEqualTo(1_000);
        assertThat(finding.above().get().failed()).isEqualTo(CONFIRMATIONS);
        assertThat(probes.size()).isLessThanOrEqualTo(8);
    }

    @Test
    void shouldSayThatNothingLimitsIt() {
        Finding finding = run(search(), cliffAt(1_000_000));

        assertThat(finding.confirmed()).isTrue();
        assertThat(finding.above()).isEmpty();
        assertThat(finding.estimate()).isEmpty();
        assertThat(finding.found().orElseThrow().perSecond()).isEqualTo(100_000);
        assertThat(finding.found().get().held()).isEqualTo(CONFIRMATIONS);
    }

    @Test
    void shouldConfirmWhatThereIsWhenInAHurry() {
        RateSearch search = search();
        run(search, cliffAt(30_000), 3);
        search.hurry();
        Finding finding = run(search, cliffAt(30_000));

        assertThat(count(Purpose.SEARCH)).isEqualTo(3);
        assertThat(count(Purpose.CONFIRM)).isEqualTo(2 * CONFIRMATIONS);
        assertThat(finding.found().orElseThrow().perSecond()).isLessThanOrEqualTo(30_000);
        assertThat(finding.above().orElseThrow().perSecond()).isGreaterThan(30_000);
        assertThat(finding.estimate().orElseThrow().width()).isGreaterThan(PRECISION);
    }

    /** What was thought to be the knee was chance: the confirmation runs all hold. */
    @Test
    void shouldGoOnWhenTheKneeTurnsOutToLieBeyondAnEnd() {
        RateSearch search = search();
        boolean[] later = new boolean[1];
        Finding finding = run(
                search,
                rate -> {
                    later[0] |= count(Purpose.CONFIRM) > 0;
                    return 5 * Math.log(rate / (later[0] ? 11_000 : 10_000));
                },
                80);

        assertThat(finding.estimate().orElseThrow().highPerSecond()).isGreaterThan(10_500);
        assertThat(count(Purpose.CONFIRM)).isGreaterThan(2 * CONFIRMATIONS);
    }

    /** The estimate lies between both ends, and yet no JVM holds at the lower one when that is tried. */
    @Test
    void shouldNotBeConfirmedByRunsThatContradictIt() {
        Finding finding = run(
                search(),
                rate -> probes.get(probes.size() - 1).purpose() == Purpose.CONFIRM ? 0.01 : 5 * Math.log(rate / 10_000),
                60);

        assertThat(finding.confirmed()).isFalse();
        assertThat(probes).as("it goes on").hasSize(60);
    }

    @Test
    void shouldEndWhenARunIsTooShortToSayAnything() {
        RateSearch search = search();
        assertThat(search.next().orElseThrow().perSecond()).isEqualTo(1_000);
        search.add(Verdict.UNDECIDED, new Excess(0, 0));

        assertThat(search.next()).isEmpty();
        assertThat(search.finding().confirmed()).isFalse();
        assertThat(search.finding().found()).isEmpty();
    }

    @Test
    void shouldBeInOrderWhenItIsInterrupted() {
        RateSearch search = search();
        Finding nothing = search.finding();
        assertThat(nothing.found()).isEmpty();
        assertThat(nothing.above()).isEmpty();
        assertThat(nothing.confirmed()).isFalse();

        Finding some = run(search, cliffAt(20_000), 4);
        assertThat(some.confirmed()).isFalse();
        assertThat(some.found().orElseThrow().perSecond()).isLessThanOrEqualTo(20_000);
    }

    @Test
    void shouldAskForOneRunAtATime() {
        RateSearch search = search();
        assertThat(search.next()).isEqualTo(search.next());
        search.add(Verdict.HOLDS, new Excess(-1, 0));
        assertThatThrownBy(() -> search.add(Verdict.HOLDS, new Excess(-1, 0)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertThatThrownBy(() -> new RateSearch(RANGE, 0.001, 3))
                .hasMessageStartingWith("precision must be from 0.5% to 100%");
        assertThatThrownBy(() -> new RateSearch(RANGE, 0.05, 0)).hasMessageStartingWith("confirmations must be from 1");
    }
}
