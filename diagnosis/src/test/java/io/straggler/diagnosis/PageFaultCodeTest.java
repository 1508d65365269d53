package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.Where;
import io.straggler.model.ThreadUsage;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Outliers of a millisecond that ran two methods, one after the other, with page faults that may be those of a mapped file. */
class PageFaultCodeTest {
    private static final long OUTLIER_NS = 1_000_000;
    private static final String READS = "com.acme.Prices.next";
    private static final String SUMS = "com.acme.Report.sum";
    private static final String MAPPED = "java.nio.DirectByteBuffer.get";

    private final Runs runs = new Runs();
    private long nextNs = OUTLIER_NS;

    /** @param methods what the stacks show, at even distances */
    private void outlier(int faults, int switches, String[]... methods) {
        long startNs = nextNs;
        nextNs += 10 * OUTLIER_NS;
        runs.outlier(startNs, startNs, startNs + OUTLIER_NS);
        for (int i = 0; i < methods.length; i++) {
            runs.sample(startNs + (2 * i + 1) * OUTLIER_NS / (2L * methods.length), methods[i]);
        }
        runs.usage.add(ThreadUsage.of(startNs, Runs.THREAD)
                .between(startNs, startNs + OUTLIER_NS)
                .cpuNs(OUTLIER_NS)
                .minorFaults(faults)
                .voluntarySwitches(switches)
                .faultsNs(1_000L * faults)
                .build());
    }

    private static String[] in(String... frames) {
        return frames;
    }

    /** The cause that has more of each place in the last outlier than any other. */
    private Map<String, Cause> causes() {
        TimeBudget last =
                RunBudget.of(Attribution.of(runs.run()), Blame.of(List.of(), runs.outliers, 0)).budgets().stream()
                        .reduce((a, b) -> b)
                        .orElseThrow();
        assertThat(last.parts().stream().mapToLong(TimeBudget.Part::ns).sum()).isEqualTo(OUTLIER_NS);
        return List.of(READS, SUMS).stream()
                .collect(Collectors.toMap(
                        Function.identity(),
                        place -> last.parts().stream()
                                .max((a, b) -> Long.compare(ns(a, place), ns(b, place)))
                                .orElseThrow()
                                .cause()));
    }

    private static long ns(TimeBudget.Part part, String place) {
        return part.where().stream()
                .filter(where -> where.place().words().endsWith(place))
                .mapToLong(Where::ns)
                .sum();
    }

    @Test
    void shouldBeOfTheMethodThatWorksOnMemoryOutsideOfTheHeap() {
        outlier(50, 0, in(READS, MAPPED), in(READS), in(SUMS), in(SUMS));

        assertThat(causes()).isEqualTo(Map.of(READS, Cause.PAGE_FAULT, SUMS, Cause.CODE));
    }

    /** Twenty faults take 20 µs at least, and 500 µs at most if they are of a file. */
    @Test
    void shouldTakeNoMoreThanTheyCan() {
        outlier(20, 0, in(READS, MAPPED), in(READS, MAPPED), in(READS, MAPPED), in(READS, MAPPED));

        TimeBudget budget = RunBudget.of(Attribution.of(runs.run()), Blame.of(List.of(), runs.outliers, 0))
                .budgets()
                .get(0);
        assertThat(budget.ns(Cause.PAGE_FAULT)).isEqualTo(500_000);
    }

    @Test
    void shouldBeOfEitherWhereNothingTellsThemApart() {
        outlier(50, 0, in(READS), in(READS), in(SUMS), in(SUMS));

        assertThat(causes()).isEqualTo(Map.of(READS, Cause.PAGE_FAULT, SUMS, Cause.PAGE_FAULT));
    }

    @Test
    void shouldNotBeOfCodeThatOtherOutliersRunWithout() {
        outlier(2, 0, in(SUMS), in(SUMS), in(SUMS));
        outlier(50, 0, in(READS), in(READS), in(SUMS), in(SUMS));

        assertThat(causes()).isEqualTo(Map.of(READS, Cause.PAGE_FAULT, SUMS, Cause.CODE));
    }

    @Test
    void shouldBeOfCodeThatMostlyHasThem() {
        outlier(2, 0, in(SUMS), in("other"), in("other"));
        outlier(30, 0, in(SUMS), in(SUMS), in(SUMS));
        outlier(50, 0, in(READS), in(READS), in(SUMS), in(SUMS));

        assertThat(causes()).isEqualTo(Map.of(READS, Cause.PAGE_FAULT, SUMS, Cause.PAGE_FAULT));
    }

    /** One fault on a file may take milliseconds, in which the thread lets go of its core. */
    @Test
    void shouldNotTakeAFaultThatWaitedForNone() {
        outlier(1, 1, in(SUMS), in(SUMS), in(SUMS));
        outlier(50, 0, in(READS), in(READS), in(SUMS), in(SUMS));

        assertThat(causes()).isEqualTo(Map.of(READS, Cause.PAGE_FAULT, SUMS, Cause.PAGE_FAULT));
    }

    @Test
    void shouldBeOfAllCodeWhereTheyAreAGoodPartOfIt() {
        outlier(2, 0, in(SUMS), in(SUMS), in(SUMS));
        outlier(400, 0, in(READS), in(READS), in(SUMS), in(SUMS));

        assertThat(causes()).isEqualTo(Map.of(READS, Cause.PAGE_FAULT, SUMS, Cause.PAGE_FAULT));
    }

    @Test
    void shouldTakeTheirLeastWhereNoCodeIsKnownToHaveThem() {
        outlier(2, 0, in(SUMS), in(SUMS), in(SUMS));
        outlier(2, 0, in(SUMS), in(SUMS), in(SUMS));
        outlier(50, 0, in(SUMS), in(SUMS), in(SUMS));

        assertThat(causes()).containsEntry(SUMS, Cause.CODE);
    }
}
