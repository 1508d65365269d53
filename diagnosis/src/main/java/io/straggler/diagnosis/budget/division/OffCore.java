package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.Rules.Constant;
import io.straggler.model.Evidence;
import io.straggler.model.Place;
import io.straggler.model.ThreadUsage;
import java.util.ArrayList;
import java.util.List;

/** The time in which the thread was ready to run, and did not: for lack of a core, or of the right to one. */
final class OffCore {
    private final Timeline timeline;
    private final TimeLedger ledger;
    private final StackRoles notes;
    private final Rules rules;

    /** When it waited for a core, and not for a stop. */
    private IntervalSet waited = IntervalSet.NONE;

    /** Time within stops, in nanoseconds, in which the thread waited for a core. */
    private long waitedInStopsNs;

    OffCore(Timeline timeline, TimeLedger ledger, StackRoles notes, Rules rules) {
        this.timeline = timeline;
        this.ledger = ledger;
        this.notes = notes;
        this.rules = rules;
    }

    /** Takes it. */
    void take() {
        IntervalSet placed = timeline.switches.isPresent() ? recorded(timeline.switches.get()) : inferred();
        long throttledNs = timeline.mean(ThreadUsage::throttledNs);
        ledger.take(Cause.THROTTLING, placed.last(throttledNs), timeline.usages.size(), 0, Place.NONE);
        List<IntervalSet> compiled = new ArrayList<>();
        for (Evidence compilation : timeline.evidence.of(Cause.COMPILATION)) {
            compiled.add(ledger.takeEvents(
                    Cause.COMPILATION,
                    List.of(compilation),
                    placed.adjoining(
                            compilation.startNs(), compilation.endNs(), rules.ns(Constant.COMPILER_SWITCHES))));
        }
        waited = IntervalSet.unionOf(compiled);
        lateAfterProcessStops(placed);
        lateAfter(Cause.GC_PAUSE, placed);
        lateAfter(Cause.VM_OPERATION, placed);
        IntervalSet queued = ledger.free().and(placed);
        CoreHolders holders = new CoreHolders(
                timeline.diagnosed.coreUse(),
                timeline.diagnosed.cores(),
                timeline.owners,
                timeline.switches.map(SwitchTimes::holders).orElse(List.of()));
        ledger.take(Cause.RUN_QUEUE, queued, timeline.usages.size(), holders.parts(queued));
        waited = waited.or(queued);
    }

    private IntervalSet recorded(SwitchTimes switches) {
        IntervalSet waitedForCore = switches.waitedForCore(timeline.fromNs, timeline.iteration.endNs());
        IntervalSet placed = waitedForCore.and(ledger.free());
        waitedInStopsNs = waitedForCore.lengthNs() - placed.lengthNs();
        if (placed.lengthNs() > 0) {
            notes.endOffCpu(placed);
        }
        return placed;
    }

    private IntervalSet inferred() {
        IntervalSet blocked = timeline.evidence.union(Cause.BLOCKING).and(timeline.task);
        long leftNs = leftOfRunDelayNs();
        waitedInStopsNs = timeline.mean(ThreadUsage::runDelayNs) - Math.max(0, leftNs);
        // It waits for a core each time that it was woken up, and each time that another thread took its core.
        long switches = timeline.sum(ThreadUsage::voluntarySwitches) + timeline.sum(ThreadUsage::involuntarySwitches);
        return place(absence(leftNs, Math.max(1, switches)), blocked);
    }

    /**
     * Returns the waiting for a core that is left in nanoseconds. A thread that waits for a core within a stop waits
     * for the stop, so the part of the stops is not given again.
     */
    private long leftOfRunDelayNs() {
        long runDelayNs = timeline.mean(ThreadUsage::runDelayNs);
        long takenNs = timeline.takenWhereKnown(ledger.free());
        return Math.min(runDelayNs, runDelayNs + timeline.mean(ThreadUsage::offCoreNs) - takenNs);
    }

    /** A time that the usage holds, within or around the iteration. */
    CoreWait.Absence absence(long ns, long pieces) {
        return new CoreWait.Absence(ns, pieces, timeline.mean(timeline::beforeNs), timeline.mean(timeline::afterNs));
    }

    /** Finds a place for time in which the thread was not on a core, and takes nothing. */
    IntervalSet place(CoreWait.Absence absence, IntervalSet blocked) {
        CoreWait wait = new CoreWait(
                timeline.iteration,
                timeline.fromNs,
                timeline.ofOneThread(),
                timeline.sum(ThreadUsage::involuntarySwitches),
                ledger,
                blocked,
                rules);
        IntervalSet placed = wait.place(absence);
        notes.endOffCpu(wait.endsOffCpu());
        return placed;
    }

    /**
     * Adds to process stops the time until the threads run again. With few cores they take as long to go on as to stop,
     * and waiting for a core meanwhile is part of the stop. So is a wait no longer than the stop itself.
     */
    private void lateAfterProcessStops(IntervalSet placed) {
        for (Evidence stop : timeline.processStops) {
            long tookNs = timeline.all.within(stop.startNs(), stop.endNs()).lengthNs()
                    - ledger.free(stop.startNs(), stop.endNs()).lengthNs();
            long mostNs = Math.max(rules.ns(Constant.ALL_THREADS_STOP_WITHIN), tookNs);
            long untilNs = Math.min(timeline.ranAgainNs(stop.endNs()), stop.endNs() + mostNs);
            if (tookNs > 0) {
                late(Cause.STOPPED, stop, ledger.free(stop.endNs(), untilNs).and(placed));
            }
        }
    }

    /**
     * When a stop is over everybody wants a core: all whom it stopped, and whoever stopped them. To wait for one then, for no longer than the
     * stop, is part of it.
     */
    private void lateAfter(Cause cause, IntervalSet placed) {
        if (placed.lengthNs() == 0) {
            return;
        }
        for (Evidence stop : timeline.evidence.of(cause)) {
            IntervalSet late =
                    ledger.free(stop.endNs(), timeline.ranAgainNs(stop.endNs())).and(placed);
            // One that was over before this iteration could have started, or took nothing of it, did not make it wait.
            if (stop.endNs() > timeline.fromNs && late.lengthNs() <= Math.min(stop.durationNs(), ledger.ns(cause))) {
                late(cause, stop, late);
            }
        }
    }

    private void late(Cause cause, Evidence stop, IntervalSet late) {
        waitedInStopsNs += late.lengthNs();
        ledger.take(cause, late, 0, 0, stop.place());
    }

    /** When the thread waited for a core, and not for a stop. */
    IntervalSet waited() {
        return waited;
    }

    /** How long it waited for a core in what stops took. */
    long waitedInStopsNs() {
        return waitedInStopsNs;
    }
}
