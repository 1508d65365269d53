package io.straggler.selftest.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.fault.Regime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static final List<Fault> FAULTS = List.of(Fault.GC, Fault.PARK, Fault.SLOW_CODE, Fault.PLACEBO);

    @Test
    void shouldBeTheSameForTheSameSeedOnly() {
        assertThat(new Plan(3, Regime.LABORATORY, FAULTS, 20).injections())
                .isEqualTo(new Plan(3, Regime.LABORATORY, FAULTS, 20).injections());
        assertThat(new Plan(3, Regime.LABORATORY, FAULTS, 20).injections())
                .isNotEqualTo(new Plan(4, Regime.LABORATORY, FAULTS, 20).injections());
    }

    @Test
    void shouldInjectEachFaultEquallyOftenAndNeverInAFixedOrder() {
        List<PlannedInjection> injections = new Plan(3, Regime.LABORATORY, FAULTS, 50).injections();

        for (Fault fault : FAULTS) {
            assertThat(injections.stream().filter(injection -> injection.fault() == fault))
                    .hasSize(50);
        }
        long orders = LongStream.range(0, 50)
                .mapToObj(block -> injections.subList((int) block * 4, (int) block * 4 + 4).stream()
                        .map(PlannedInjection::fault)
                        .toList())
                .distinct()
                .count();
        assertThat(orders).isGreaterThan(10);
    }

    @Test
    void shouldLeaveRoomBetweenInjections() {
        List<PlannedInjection> injections = new Plan(9, Regime.LABORATORY, FAULTS, 500).injections();

        assertThat(injections.get(0).iteration()).isGreaterThanOrEqualTo(2);
        for (int i = 1; i < injections.size(); i++) {
            assertThat(injections.get(i).index()).isEqualTo(i);
            assertThat(injections.get(i).iteration() - injections.get(i - 1).iteration())
                    .isBetween(3L, 7L);
        }
        assertThat(injections.get(injections.size() - 1).iteration())
                .isLessThan(Plan.iterations(Regime.LABORATORY, FAULTS, 500));
    }

    @Test
    void shouldInjectTwoDifferentFaultsIntoOneIterationWhereTheyComeTogether() {
        List<Fault> faults = List.of(Fault.QUEUE, Fault.PLACEBO, Fault.SORTING, Fault.PIPE, Fault.DIGEST, Fault.LOCK);
        List<PlannedInjection> injections = new Plan(3, Regime.COMBINED, faults, 40).injections();

        Map<Long, List<Fault>> byIteration = new TreeMap<>();
        for (int i = 0; i < injections.size(); i++) {
            assertThat(injections.get(i).index()).isEqualTo(i);
            byIteration
                    .computeIfAbsent(injections.get(i).iteration(), iteration -> new ArrayList<>())
                    .add(injections.get(i).fault());
        }
        // Two pairs, the odd one of five, and the placebo.
        assertThat(byIteration).hasSize(4 * 40);
        assertThat(byIteration.values())
                .allSatisfy(together -> assertThat(together)
                        .hasSizeLessThanOrEqualTo(2)
                        .doesNotHaveDuplicates()
                        .satisfies(one ->
                                assertThat(one.contains(Fault.PLACEBO)).isEqualTo(one.equals(List.of(Fault.PLACEBO)))));
        assertThat(byIteration.values().stream()
                        .filter(together -> together.size() == 2)
                        .distinct())
                .hasSizeGreaterThan(10);
        assertThat(injections.get(injections.size() - 1).iteration())
                .isLessThan(Plan.iterations(Regime.COMBINED, faults, 40));
        for (Fault fault : faults) {
            assertThat(injections).filteredOn(one -> one.fault() == fault).hasSize(40);
        }
    }

    /** Kolmogorov and Smirnov: the logarithms of the sizes are uniform. */
    @Test
    void shouldDrawSizesLogUniformly() {
        double[] uniform = new Plan(5, Regime.LABORATORY, FAULTS, 1000)
                .injections().stream()
                        .mapToDouble(injection -> Math.log(injection.sizeNs() / 20_000.0) / Math.log(500))
                        .sorted()
                        .toArray();

        double distance = 0;
        for (int i = 0; i < uniform.length; i++) {
            distance = Math.max(distance, Math.abs(uniform[i] - (i + 0.5) / uniform.length));
        }
        assertThat(distance).isLessThan(1.63 / Math.sqrt(uniform.length));
        assertThat(uniform[0]).isGreaterThan(-1e-4);
        assertThat(uniform[uniform.length - 1]).isLessThan(1);
    }
}
