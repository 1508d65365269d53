package io.straggler.diagnosis.blame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.diagnosis.Queues;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with the axioms of the Shapley value, its definition over orders of arrival, and the sums that have to hold. */
class PeriodBlameTest {
    private static final long NORMAL_NS = 3_000;

    private long[] intendedNs;
    private long[] occupancyNs;
    private int[] culprits;
    private long[] excessNs;

    /** A queue at this load, with normal iterations that vary by half and culprits in one cluster. */
    private void fill(Random random, int count, int culpritCount, double load, boolean poisson) {
        double gapNs = NORMAL_NS / load;
        intendedNs = poisson ? Queues.poisson(random, count, gapNs) : Queues.uniform(count, (long) gapNs);
        occupancyNs = new long[count];
        for (int i = 0; i < count; i++) {
            occupancyNs[i] = NORMAL_NS / 2 + random.nextInt((int) NORMAL_NS);
        }
        culprits = random.ints(0, count * 2 / 3)
                .distinct()
                .limit(culpritCount)
                .sorted()
                .toArray();
        excessNs = new long[culpritCount];
        for (int c = 0; c < culpritCount; c++) {
            occupancyNs[culprits[c]] = 10_000 + random.nextInt(200_000);
            excessNs[c] = occupancyNs[culprits[c]] - NORMAL_NS;
        }
    }

    private PeriodBlame blame() {
        return new PeriodBlame(new QueueReplay(Queues.run(intendedNs, occupancyNs)), culprits, excessNs);
    }

    private double[][] shares() {
        double[][] shares = new double[intendedNs.length][];
        blame().forEach((i, ofVictim) -> shares[i] = ofVictim.clone());
        return shares;
    }

    /** Waiting of each iteration when only these culprits have their excess, found without the replay. */
    private long[] waits(boolean[] slow) {
        long[] service = occupancyNs.clone();
        for (int c = 0; c < culprits.length; c++) {
            service[culprits[c]] -= slow[c] ? 0 : excessNs[c];
        }
        return Queues.run(intendedNs, service).stream()
                .mapToLong(iteration -> iteration.inheritedNs())
                .toArray();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2, 0.2, false",
        "2, 3, 0.5, true",
        "3, 4, 0.7, false",
        "4, 4, 0.9, true",
        "5, 5, 0.9, false",
        "6, 5, 0.3, true",
        "7, 6, 0.6, true",
        "8, 6, 0.95, false"
    })
    void shouldBeTheMeanOverAllOrdersOfArrival(int seed, int players, double load, boolean poisson) {
        fill(new Random(seed), 40, players, load, poisson);

        double[][] expected = new double[intendedNs.length][players];
        int orders = addOrders(new boolean[players], waits(new boolean[players]), expected);

        double[][] shares = shares();
        for (int i = 0; i < shares.length; i++) {
            for (int c = 0; c < players; c++) {
                assertThat(shares[i][c]).isCloseTo(expected[i][c] / orders, within(1e-6));
            }
        }
        assertThat(Arrays.stream(shares).flatMapToDouble(Arrays::stream).sum()).isGreaterThan(10_000);
    }

    private int addOrders(boolean[] arrived, long[] before, double[][] sums) {
        int orders = 0;
        for (int c = 0; c < arrived.length; c++) {
            if (arrived[c]) {
                continue;
            }
            arrived[c] = true;
            long[] after = waits(arrived);
            int below = addOrders(arrived, after, sums);
            for (int i = 0; i < after.length; i++) {
                sums[i][c] += (double) below * (after[i] - before[i]);
            }
            orders += below;
            arrived[c] = false;
        }
        return Math.max(1, orders);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 20, 100})
    void shouldDivideAllWaitingThatLoadDoesNotExplain(int players) {
        for (int seed = 0; seed < 12; seed++) {
            fill(new Random(seed), 400, players, 0.1 + 0.08 * seed, seed % 2 == 0);
            PeriodBlame blame = blame();
            long[] measured = waits(filled(players));
            long[] load = waits(new boolean[players]);

            double[][] shares = shares();

            for (int i = 0; i < shares.length; i++) {
                assertThat(blame.waitNs(i)).isEqualTo(measured[i]);
                assertThat(blame.loadNs(i)).isEqualTo(load[i]);
                double toleranceNs = measured[i] / 1_000.0 + 1e-9;
                assertThat(Arrays.stream(shares[i]).sum())
                        .isCloseTo(measured[i] - load[i], within(Math.min(1, toleranceNs)));
                for (int c = 0; c < players; c++) {
                    assertThat(shares[i][c]).isGreaterThanOrEqualTo(0);
                    if (i <= culprits[c]) {
                        assertThat(shares[i][c]).isZero();
                    }
                }
            }
        }
    }

    private static boolean[] filled(int players) {
        boolean[] all = new boolean[players];
        Arrays.fill(all, true);
        return all;
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 9})
    void shouldBlameNobodyForAnExcessThatDelaysNobody(int players) {
        fill(new Random(players), 60, players, 0.5, false);
        // Long before the others, and over before the next is due.
        intendedNs[0] = 0;
        culprits[0] = 0;
        occupancyNs[0] = 900_000;
        excessNs[0] = 900_000 - NORMAL_NS;
        for (int c = 1; c < players; c++) {
            culprits[c] = 2 * c;
            occupancyNs[2 * c] = NORMAL_NS + excessNs[c];
        }

        double[][] shares = shares();

        double others = 0;
        for (double[] ofVictim : shares) {
            assertThat(ofVictim[0]).isZero();
            others += Arrays.stream(ofVictim).sum();
        }
        assertThat(others).isPositive();
    }

    @Test
    void shouldBlameAlikeWhoseExcessesAreInterchangeable() {
        // Two culprits back to back while the queue never empties: whichever was first, both delayed the rest as much.
        intendedNs = Queues.uniform(50, 5_000);
        occupancyNs = new long[50];
        Arrays.fill(occupancyNs, NORMAL_NS);
        occupancyNs[0] = 63_000;
        occupancyNs[1] = 23_000;
        occupancyNs[2] = 23_000;
        culprits = new int[] {0, 1, 2};
        excessNs = new long[] {60_000, 20_000, 20_000};

        double[][] shares = shares();

        long[] onlySecond = waits(new boolean[] {false, true, false});
        long[] onlyThird = waits(new boolean[] {false, false, true});
        int alike = 0;
        for (int i = 3; i < 50; i++) {
            boolean interchangeable = onlySecond[i] == 0
                    && onlyThird[i] == 0
                    && waits(new boolean[] {true, true, false})[i] == waits(new boolean[] {true, false, true})[i];
            if (interchangeable && shares[i][1] > 0) {
                assertThat(shares[i][1]).isCloseTo(shares[i][2], within(1e-6));
                alike++;
            }
        }
        assertThat(alike).isGreaterThan(20);
    }

    /** Culprits back to back, as when one cause hits again and again, and more of them than are divided exactly. */
    @ParameterizedTest
    @CsvSource({"6, 0.1, false", "6, 0.9, true", "10, 0.3, true", "10, 0.5, false", "10, 0.9, false"})
    void shouldDivideClustersByWhatEachOfThemDid(int players, double load, boolean poisson) {
        double differenceNs = 0;
        double sumNs = 0;
        for (int seed = 0; seed < 10; seed++) {
            fill(new Random(seed), 200, players, load, poisson);
            for (int c = 0; c < players; c++) {
                occupancyNs[culprits[c]] = NORMAL_NS;
                culprits[c] = 20 + c;
            }
            for (int c = 0; c < players; c++) {
                occupancyNs[culprits[c]] = NORMAL_NS + excessNs[c];
            }
            double[] exact = new double[players];
            double[] blamed = new double[players];
            blame().exact((i, shares) -> addTo(exact, shares));
            blame().forEach((i, shares) -> addTo(blamed, shares));
            for (int c = 0; c < players; c++) {
                differenceNs += Math.abs(exact[c] - blamed[c]) / 2;
                sumNs += exact[c];
            }
            long[] measured = waits(filled(players));
            long[] without = waits(new boolean[players]);
            double waitedNs =
                    Arrays.stream(measured).sum() - Arrays.stream(without).sum();
            assertThat(Arrays.stream(blamed).sum()).isCloseTo(waitedNs, within(waitedNs / 1_000));
        }
        assertThat(differenceNs / sumNs).isLessThan(players <= PeriodBlame.EXACT ? 1e-9 : 0.05);
    }

    /** The ledger stands in for the exact division, so it has to come close where both can be had. */
    @ParameterizedTest
    @CsvSource({"0.1, false", "0.3, true", "0.5, false", "0.7, true", "0.9, true"})
    void shouldComeCloseToExactWithTheLedger(double load, boolean poisson) {
        double differenceNs = 0;
        double sumNs = 0;
        for (int seed = 0; seed < 40; seed++) {
            fill(new Random(seed), 300, 6, load, poisson);
            double[] exact = new double[6];
            double[] ledger = new double[6];
            blame().exact((i, shares) -> addTo(exact, shares));
            blame().ledger((i, shares) -> addTo(ledger, shares));
            for (int c = 0; c < 6; c++) {
                differenceNs += Math.abs(exact[c] - ledger[c]) / 2;
                sumNs += exact[c];
            }
        }

        assertThat(sumNs).isPositive();
        assertThat(differenceNs / sumNs).isLessThan(0.05);
    }

    private static void addTo(double[] sums, double[] shares) {
        for (int c = 0; c < sums.length; c++) {
            sums[c] += shares[c];
        }
    }
}
