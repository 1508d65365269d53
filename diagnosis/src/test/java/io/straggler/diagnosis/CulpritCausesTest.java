package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.CulpritCauses.PlacedCause;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Place;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CulpritCausesTest {
    private static final long NORMAL_NS = 3_000;
    private static final long GAP_NS = 10_000;
    private static final PlacedCause PAUSE = new PlacedCause(Cause.GC_PAUSE, Place.of("G1 Young"));
    private static final PlacedCause LOCK = new PlacedCause(Cause.MONITOR, Place.of("com.acme.Lock"));

    private final Runs runs = new Runs();
    private final long[] serviceNs = new long[40];
    private List<Iteration> iterations = List.of();

    CulpritCausesTest() {
        Arrays.fill(serviceNs, NORMAL_NS);
    }

    private void run() {
        iterations = Queues.run(Queues.uniform(serviceNs.length, GAP_NS), serviceNs);
    }

    private Conclusions conclusions(long thresholdNs) {
        runs.outliers.addAll(Queues.outliers(iterations, thresholdNs));
        return Conclusions.of(
                Attribution.of(runs.run()),
                Queues.periods(iterations, thresholdNs),
                List.of(),
                NORMAL_NS,
                LatencyCounts.NONE);
    }

    private void pause(int iteration, long lengthNs) {
        add(Evidence.Kind.GC_PAUSE, iteration, 1_000, lengthNs, Evidence.ANY_THREAD, PAUSE.place());
    }

    private void monitor(int iteration, long lengthNs) {
        add(Evidence.Kind.MONITOR_ENTER, iteration, 1_000, lengthNs, Runs.THREAD, LOCK.place());
    }

    private void add(Evidence.Kind kind, int iteration, long afterNs, long lengthNs, long thread, Place place) {
        long startNs = iterations.get(iteration).startNs() + afterNs;
        runs.evidence.add(new Evidence(kind, startNs, startNs + lengthNs, thread, place));
    }

    private TimeBudget budget(Conclusions conclusions, int iteration) {
        return conclusions.budget().budgets().stream()
                .filter(one -> one.intendedNs() == iterations.get(iteration).intendedNs())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldGiveVictimsTheCauseAndThePlaceOfTheirCulprit() {
        serviceNs[5] = 103_000;
        run();
        pause(5, 90_000);
        Conclusions conclusions = conclusions(50_000);

        CulpritCauses causes = CulpritCauses.of(conclusions);

        assertThat(budget(conclusions, 6).largest())
                .hasValueSatisfying(part -> assertThat(part.cause()).isEqualTo(Cause.CULPRITS));
        assertThat(conclusions.budget().budgets())
                .hasSize(8)
                .allSatisfy(budget -> assertThat(causes.of(budget)).hasValue(PAUSE));
    }

    @Test
    void shouldGoOnToItsOwnCauseWhereACulpritWaitedMostlyForAnother() {
        serviceNs[5] = 100_000;
        serviceNs[9] = 90_000;
        run();
        pause(5, 90_000);
        monitor(9, 50_000);
        add(Evidence.Kind.PARK, 9, 51_000, 36_000, Runs.THREAD, Place.of("com.acme.Queue"));
        Conclusions conclusions = conclusions(20_000);

        CulpritCauses causes = CulpritCauses.of(conclusions);

        assertThat(causes.of(budget(conclusions, 5))).hasValue(PAUSE);
        assertThat(causes.of(budget(conclusions, 9))).hasValue(PAUSE);
        assertThat(causes.of(budget(conclusions, 18))).hasValue(LOCK);
    }

    @Test
    void shouldSayThatACulpritBelowTheThresholdWasNotSeen() {
        serviceNs[2] = 30_000;
        serviceNs[3] = 16_000;
        run();
        Conclusions conclusions = conclusions(35_000);

        assertThat(conclusions.budget().budgets())
                .singleElement()
                .satisfies(budget -> assertThat(CulpritCauses.of(conclusions).of(budget))
                        .hasValue(new PlacedCause(Cause.NOT_SEEN, Place.of("below the threshold itself"))));
    }
}
