package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.Where;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Partner.Role;
import io.straggler.model.Place;
import io.straggler.model.WaitedFor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CulpritSiteTest {
    private static final long NORMAL_NS = 3_000;
    private static final long THRESHOLD_NS = 45_000;

    private final Runs runs = new Runs();
    private final List<Culprit> culprits = new ArrayList<>();
    private final List<TimeBudget> budgets = new ArrayList<>();

    /** Adds a culprit, a millisecond behind the one before, with all of its excess at one place. */
    private void slow(Cause cause, Place place, long excessNs) {
        long startNs = 1_000_000L * culprits.size();
        Iteration iteration = new Iteration(Queues.RUN, startNs, startNs, startNs + excessNs, 0, 0);
        culprits.add(new Culprit(iteration, excessNs, excessNs, 0, 0, List.of()));
        budgets.add(new TimeBudget(
                startNs,
                excessNs,
                List.of(new TimeBudget.Part(cause, excessNs, 1, 0, List.of(new Where(place, excessNs, 1))))));
    }

    @Test
    void shouldNotTakeTheCapturesOfWhatWasLateForTheReason() {
        Iteration iteration = new Iteration(Queues.RUN, 0, 0, 100_000, 0, 0);
        TimeBudget budget = new TimeBudget(
                0,
                100_000,
                List.of(
                        new TimeBudget.Part(
                                Cause.FILE_IO,
                                40_000,
                                1,
                                0,
                                List.of(new Where(Place.of("write", "journal"), 40_000, 1))),
                        new TimeBudget.Part(Cause.CAPTURE, 60_000, 0, 2, List.of())));
        runs.outliers.add(new Outlier(iteration, THRESHOLD_NS, List.of()));
        Culprit culprit = new Culprit(iteration, 97_000, 97_000, 0, 0, List.of());

        assertThat(CulpritSite.of(blame(List.of(culprit)), List.of(budget), runs.outliers))
                .extracting(CulpritSite::cause, site -> site.place().words())
                .containsExactly(tuple(Cause.FILE_IO, "write, journal"));
    }

    /** One lock, whoever had it, and whatever that thread did. */
    @Test
    void shouldTakeWaitsAtOnePlaceForOneSite() {
        Place lock = Place.of("ReentrantLock.lock").calledBy("Cache.run");
        Place held = lock.waitingFor(new WaitedFor("flusher", Role.OWNER));
        Place woken = lock.waitingFor(new WaitedFor("loader", Role.RECORDED_WAKER));
        slow(Cause.PARK, lock, 500_000);
        for (Place place : List.of(held, woken, held)) {
            slow(Cause.PARK, place, 90_000);
        }

        assertThat(CulpritSite.of(blame(culprits), budgets, runs.outliers))
                .extracting(CulpritSite::place, site -> site.culprits().size(), CulpritSite::delayCausedNs)
                .containsExactly(tuple(held, 4, 770_000L));
    }

    /** A stack shows whatever of the JDK the method was in at that moment. */
    @Test
    void shouldTakeCpuTimeInWhatOneMethodCalledForOneSite() {
        String method = "com.acme.Rules.rebuild";
        slow(Cause.CODE, Place.of(method), 90_000);
        slow(Cause.CODE, Place.of(method), 90_000);
        slow(Cause.CODE, Place.of("java.lang.Long.rotateLeft").calledBy(method), 90_000);

        assertThat(CulpritSite.of(blame(culprits), budgets, runs.outliers))
                .extracting(CulpritSite::place, site -> site.culprits().size())
                .containsExactly(tuple(Place.of(method), 3));
        assertThat(CulpritSite.of(blame(culprits.subList(2, 3)), budgets, runs.outliers))
                .extracting(site -> site.place().words())
                .containsExactly("java.lang.Long.rotateLeft < " + method);
    }

    private static Blame blame(List<Culprit> culprits) {
        return new Blame(NORMAL_NS, culprits, Map.of());
    }

    /** A queue behind two slow iterations waits for both. */
    @Test
    void shouldCountAnOutlierOnceThatWaitedForSeveralCulpritsOfASite() {
        long[] serviceNs = new long[60];
        Arrays.fill(serviceNs, NORMAL_NS);
        serviceNs[2] = 100_000;
        serviceNs[3] = 100_000;
        List<Iteration> iterations = Queues.run(Queues.uniform(60, 10_000), serviceNs);
        Queues.outliers(iterations, THRESHOLD_NS).forEach(runs.outliers::add);
        Blame blame = Blame.of(Queues.periods(iterations, THRESHOLD_NS), runs.outliers, NORMAL_NS);

        CulpritSite site = CulpritSite.of(
                        blame, RunBudget.of(Attribution.of(runs.run()), blame).budgets(), runs.outliers)
                .get(0);

        assertThat(site.culprits()).hasSize(2);
        assertThat(site.culprits().stream().mapToLong(Culprit::delayed).sum()).isGreaterThan(runs.outliers.size());
        assertThat(site.delayed()).isEqualTo(blame.waits().size()).isLessThan(runs.outliers.size());
    }

    @Test
    void shouldTakeWhatMeasuringNeedsForOneSite() {
        for (String method : List.of(
                "io.straggler.harness.Pacer.runSync",
                "jdk.jfr.internal.handlers.EventHandler.write",
                "io.straggler.examples.gateway.OrderGateway.run")) {
            slow(Cause.COMPILATION, Place.of(method, "level 4"), 90_000);
        }

        assertThat(CulpritSite.of(blame(culprits), budgets, runs.outliers))
                .extracting(
                        site -> site.place().words(),
                        CulpritSite::isOwn,
                        site -> site.culprits().size())
                .containsExactly(
                        tuple("Straggler itself", true, 2),
                        tuple("io.straggler.examples.gateway.OrderGateway.run, level 4", false, 1));
    }

    @Test
    void shouldNotTakeWhoHadTheCoresForAPlace() {
        Iteration iteration = new Iteration(Queues.RUN, 0, 0, 100_000, 0, 0);
        TimeBudget budget = new TimeBudget(
                0,
                100_000,
                List.of(new TimeBudget.Part(
                        Cause.RUN_QUEUE, 99_000, 0, 1, List.of(new Where(Place.of("C2 compiler"), 50_000, 1)))));
        Culprit culprit = new Culprit(iteration, 99_000, 99_000, 0, 0, List.of());

        assertThat(CulpritSite.of(blame(List.of(culprit)), List.of(budget), runs.outliers))
                .extracting(CulpritSite::cause, site -> site.place().words())
                .containsExactly(tuple(Cause.RUN_QUEUE, ""));
    }

    @Test
    void shouldSayWhyACulpritWasNotSeen() {
        long[] serviceNs = new long[60];
        Arrays.fill(serviceNs, NORMAL_NS);
        // Two that stay below the threshold make an outlier together; one that is far above it is counted only.
        serviceNs[2] = 30_000;
        serviceNs[3] = 30_000;
        serviceNs[20] = 103_000;
        List<Iteration> iterations = Queues.run(Queues.uniform(60, 10_000), serviceNs);
        List<BusyPeriod> periods = Queues.periods(iterations, THRESHOLD_NS);
        Queues.outliers(iterations, THRESHOLD_NS).stream()
                .filter(outlier -> !outlier.iteration().equals(iterations.get(20)))
                .forEach(runs.outliers::add);
        Diagnosis diagnosis = Attribution.of(runs.run());
        Blame blame = Blame.of(periods, runs.outliers, NORMAL_NS);

        List<CulpritSite> sites =
                CulpritSite.of(blame, RunBudget.of(diagnosis, blame).budgets(), runs.outliers);

        assertThat(sites)
                .extracting(
                        CulpritSite::cause,
                        site -> site.place().words(),
                        site -> site.culprits().size())
                .contains(
                        tuple(Cause.NOT_SEEN, "while the sampler was off", 1),
                        tuple(Cause.NOT_SEEN, "below the threshold itself", 1));
    }
}
