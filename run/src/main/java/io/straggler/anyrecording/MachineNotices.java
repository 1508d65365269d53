package io.straggler.anyrecording;

import io.straggler.Analysis;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.jfr.anyrecording.MachineReadings;
import io.straggler.jfr.anyrecording.MachineReadings.Limit;
import io.straggler.jfr.anyrecording.MachineReadings.Load;
import io.straggler.model.Iteration;
import io.straggler.model.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reasons of the machine, the container or the JVM for time without a known cause. They are read once in a period or
 * concern no thread, so nothing is charged to an outlier.
 */
final class MachineNotices {
    /** Smallest part of one outlier, and of all, of unknown cause that asks for a reason. */
    private static final int PARTS = 20;

    /** Part of the time of all cores from which on a thread may have to wait for one. */
    private static final double BUSY = 0.9;

    private final List<IntervalSet> unexplained = new ArrayList<>();
    private final IntervalSet all;

    private MachineNotices(Analysis analysis) {
        RunBudget budget = analysis.conclusions().budget();
        List<DiagnosedOutlier> outliers = analysis.conclusions().diagnosis().outliers();
        long unknownNs = Cause.UNKNOWN.stream().mapToLong(budget::totalNs).sum();
        for (int i = 0; i < outliers.size() && unknownNs > budget.latencyNs() / PARTS; i++) {
            Iteration iteration = outliers.get(i).outlier().iteration();
            if (unknownNs(budget.budgets().get(i)) > iteration.latencyNs() / PARTS) {
                unexplained.add(IntervalSet.of(iteration.startNs(), iteration.endNs()));
            }
        }
        all = IntervalSet.unionOf(unexplained);
    }

    /** The notices for what was concluded of a recording. */
    static List<Notice> of(Analysis analysis, MachineReadings readings) {
        MachineNotices notices = new MachineNotices(analysis);
        List<Notice> found = new ArrayList<>();
        notices.held(readings.limits()).ifPresent(found::add);
        notices.busy(readings.loads()).ifPresent(found::add);
        if (readings.codeCacheFull() > 0) {
            found.add(Notice.of(Notice.Code.CODE_CACHE_FULL, readings.codeCacheFull()));
        }
        return found;
    }

    private static long unknownNs(TimeBudget budget) {
        return Cause.UNKNOWN.stream().mapToLong(budget::ns).sum();
    }

    /** How long the container was held back from one reading to the next, where outliers lie between them. */
    private Optional<Notice> held(List<Limit> limits) {
        List<IntervalSet> between = new ArrayList<>();
        long heldNs = 0;
        long held = 0;
        long periods = 0;
        for (int i = 1; i < limits.size(); i++) {
            Limit from = limits.get(i - 1);
            Limit to = limits.get(i);
            // Counts that fall are of another container.
            boolean grew = to.held() > from.held() && to.heldNs() >= from.heldNs() && to.periods() >= from.periods();
            if (grew && all.touches(from.atNs(), to.atNs())) {
                between.add(IntervalSet.of(from.atNs(), to.atNs()));
                heldNs += to.heldNs() - from.heldNs();
                held += to.held() - from.held();
                periods += to.periods() - from.periods();
            }
        }
        return held == 0
                ? Optional.empty()
                : Optional.of(
                        Notice.of(Notice.Code.HELD_BACK, heldNs, held, periods, touching(between), unexplained.size()));
    }

    /** How busy the cores were in the periods of outliers, if they were in those of at least half of them. */
    private Optional<Notice> busy(List<Load> loads) {
        List<IntervalSet> between = new ArrayList<>();
        double machine = 0;
        double jvm = 0;
        for (int i = 1; i < loads.size(); i++) {
            long fromNs = loads.get(i - 1).atNs();
            Load load = loads.get(i);
            if (load.machine() >= BUSY && all.touches(fromNs, load.atNs())) {
                between.add(IntervalSet.of(fromNs, load.atNs()));
                machine += load.machine();
                jvm += load.jvm();
            }
        }
        long outliers = touching(between);
        return outliers == 0 || 2 * outliers < unexplained.size()
                ? Optional.empty()
                : Optional.of(Notice.of(
                        Notice.Code.CORES_BUSY,
                        Math.round(100 * machine / between.size()),
                        Math.round(100 * jvm / between.size()),
                        outliers,
                        unexplained.size()));
    }

    private long touching(List<IntervalSet> between) {
        IntervalSet times = IntervalSet.unionOf(between);
        return unexplained.stream()
                .filter(one -> times.touches(one.startNs(), one.toNs(0)))
                .count();
    }
}
