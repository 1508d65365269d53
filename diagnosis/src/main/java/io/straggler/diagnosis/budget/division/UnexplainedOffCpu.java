package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.Rules.Constant;
import io.straggler.diagnosis.budget.StackSpan;
import io.straggler.diagnosis.budget.reading.StackReadings;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.Place;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Time off the core that no event reports: scheduler statistics, late captures and the process stalls that the sampler notices show it. */
final class UnexplainedOffCpu {
    /** A stack of a thread that runs in one of these may have been waiting in it just before. */
    private static final Set<Cause> IN_THE_KERNEL =
            EnumSet.of(Cause.FILE_IO, Cause.SOCKET_IO, Cause.NAME_LOOKUP, Cause.PROCESS_START, Cause.PAGE_FAULT);

    private static final Set<FrameKind> JAVA = EnumSet.of(
            FrameKind.INTERPRETED, FrameKind.COMPILED, FrameKind.COMPILED_C1, FrameKind.INLINED, FrameKind.JAVA);

    private final Timeline timeline;
    private final TimeLedger ledger;
    private final StackRoles notes;
    private final StackReadings readings;
    private final Rules rules;
    private final OffCore offCore;
    private final BlockingCalls calls;
    private final long usageNoiseNs;

    /** Time in nanoseconds of calls that let no signal through. */
    private long silencesNs;

    /** Time in nanoseconds that stops took where no statistics cover it. */
    private long unmeasuredNs;

    /**
     * @param offCore has taken what it takes
     * @param calls have, too
     */
    UnexplainedOffCpu(
            Timeline timeline,
            TimeLedger ledger,
            StackRoles notes,
            StackReadings readings,
            Rules rules,
            OffCore offCore,
            BlockingCalls calls) {
        this.timeline = timeline;
        this.ledger = ledger;
        this.notes = notes;
        this.readings = readings;
        this.rules = rules;
        this.offCore = offCore;
        this.calls = calls;
        this.usageNoiseNs = rules.ns(Constant.USAGE_NOISE);
    }

    /** Takes the time in which the thread neither ran, nor waited for a core, nor was blocked in anything that left a trace. */
    void stall() {
        List<Evidence> stalls = stalls();
        takeWhereNothingIsMeasured(stalls);
        IntervalSet still = ledger.free().and(timeline.measured(withEarlierBeginnings(stalls)));
        long offCoreNs = Long.MAX_VALUE;
        long switches = 1;
        if (!timeline.usages.isEmpty()) {
            // Stops and blocking calls are off the core, too, and have been taken.
            switches = timeline.sum(ThreadUsage::voluntarySwitches);
            // A thread that never left its core did not sleep around the iteration either.
            long sleptNs = switches > 0 ? timeline.mean(timeline::outsideNs) : 0;
            offCoreNs = timeline.mean(ThreadUsage::offCoreNs) - sleptNs - tookOffCoreNs() - measuredStopsNs();
        }
        if (offCoreNs > usageNoiseNs && switches > 0) {
            IntervalSet stopped = still.last(offCoreNs);
            notes.endOffCpu(stopped);
            ledger.take(Cause.STOPPED, stopped, unmeasuredNs == 0 ? stalls.size() : 0, 0, Place.NONE);
        } else if (offCoreNs > usageNoiseNs && switches == 0 && timeline.oneThread()) {
            // A thread that never left its core, and yet was not on it, had the core taken by the host.
            IntervalSet stolen = offCore.place(offCore.absence(offCoreNs, 1), IntervalSet.NONE);
            ledger.take(Cause.STEAL, stolen, timeline.usages.size(), 0, Place.NONE);
        }
    }

    /**
     * Takes stalls in a time without statistics, where nothing contradicts them: the statistics of a thread that is not
     * paced may begin behind the stall.
     */
    private void takeWhereNothingIsMeasured(List<Evidence> stalls) {
        IntervalSet stood = ledger.free().and(timeline.notMeasured(IntervalSet.union(stalls)));
        notes.endOffCpu(stood);
        ledger.take(Cause.STOPPED, stood, stalls.size(), 0, Place.NONE);
        unmeasuredNs = stood.lengthNs();
    }

    /** Returns the part of the stops, in nanoseconds, that statistics cover. */
    private long measuredStopsNs() {
        return ledger.ns(Cause.STOPPED) - unmeasuredNs;
    }

    /**
     * The thread that notices a stall was asleep when the stall began, for up to {@code Constant.STALL_BEGINS_WITHIN}. So it may have begun earlier: by its own length at
     * most, and the thread's statistics limit it.
     */
    private IntervalSet withEarlierBeginnings(List<Evidence> stalls) {
        List<IntervalSet> all = new ArrayList<>();
        for (Evidence stall : stalls) {
            long earlierNs = Math.min(rules.ns(Constant.STALL_BEGINS_WITHIN), stall.durationNs());
            all.add(IntervalSet.of(stall.startNs() - earlierNs, stall.endNs()));
        }
        return IntervalSet.unionOf(all);
    }

    /**
     * Returns the stalls that nothing else explains for the most part: the JVM's stops stop the sampler as well. A stop
     * with a known end only, because its reporter was stopped too, explains nothing.
     */
    private List<Evidence> stalls() {
        List<Evidence> stalls = new ArrayList<>();
        List<IntervalSet> stops = new ArrayList<>();
        stops.add(timeline.evidence.union(Cause.STOPS));
        for (Evidence one : timeline.evidence.of(Cause.STOPPED)) {
            if (one.kind() == Evidence.Kind.PROCESS_STOP) {
                stops.add(IntervalSet.of(one.startNs(), one.endNs()));
            } else {
                stalls.add(one);
            }
        }
        IntervalSet explained = IntervalSet.unionOf(stops);
        stalls.removeIf(one -> 2 * explained.within(one.startNs(), one.endNs()).lengthNs() >= one.durationNs());
        return stalls;
    }

    /**
     * Takes what calls of the system took that let no signal through. A thread that runs answers a capture at once, and so does one that
     * waits for a lock or a socket. A thread that had its core and answered late was in the kernel, which waited for a disk or provided
     * memory. The late stack shows the call. If it shows ordinary code instead, and the thread had page faults, the kernel handled a page
     * fault.
     */
    void silences() {
        if (timeline.switches.isPresent()) {
            return; // Such a call is off the core.
        }
        boolean faulted = faulted();
        for (StackSpan span : timeline.ofOneThread()) {
            long silentNs = span.timeNs() - span.askedNs();
            IntervalSet silence = ledger.free(span.askedNs(), span.timeNs());
            if (silentNs > rules.ns(Constant.ANSWERS_WITHIN)
                    && 2 * silence.lengthNs() > silentNs
                    && !notes.stoodStill(span)
                    && !notes.endsOffCpu(span)) {
                StackReadings.Reading reading =
                        readings.of(timeline.sample(span).frames());
                Cause cause = silentIn(reading, faulted);
                if (cause == null && stoodInJava(span, silence.lengthNs())) {
                    notes.endOffCpu(silence);
                    ledger.take(Cause.STOPPED, silence, 0, 1, Place.NONE);
                } else if (cause != null) {
                    ledger.take(cause, silence, 0, 1, reading.place());
                    silencesNs += silence.lengthNs();
                }
            }
        }
    }

    /**
     * Whether the thread stood still in code of Java, where nothing blocks. It was not on its core, did not wait for one, and answered a capture only when it
     * went on. So something stopped it, whoever else was asleep and did not notice.
     */
    private boolean stoodInJava(StackSpan span, long silentNs) {
        return silentNs >= rules.ns(Constant.STOP_WITNESSED)
                && inJava(span)
                && timeline.oneUsage()
                && offCoreLeftNs() >= silentNs - usageNoiseNs;
    }

    private boolean inJava(StackSpan span) {
        List<StackFrame> frames = timeline.sample(span).frames();
        return !frames.isEmpty() && JAVA.contains(frames.get(frames.size() - 1).kind());
    }

    private static @Nullable Cause silentIn(StackReadings.Reading reading, boolean faulted) {
        if (IN_THE_KERNEL.contains(reading.cause())) {
            return reading.cause();
        }
        return reading.cause() == Cause.CODE && faulted ? Cause.PAGE_FAULT : null;
    }

    /**
     * Takes the time in which the pacing thread wanted to start the iteration, and neither ran nor waited for a core: it waits for nothing else then, so
     * the process stood still. A timer may be late by less.
     */
    void lateWithoutReason() {
        if (timeline.oneUsage()) {
            IntervalSet late =
                    ledger.free(timeline.fromNs, timeline.iteration.startNs()).last(offCoreLeftNs());
            if (late.lengthNs() >= rules.ns(Constant.STOP_WITNESSED)) {
                notes.endOffCpu(late);
                ledger.take(Cause.STOPPED, late, 0, 0, Place.NONE);
            }
        }
    }

    /** Takes the time off the core that nothing explains: then the thread was not at work either, whatever its stacks show. */
    void offCoreForReasonsUnknown() {
        if (timeline.switches.isPresent()) {
            timeline.switches.get().waits().forEach(this::waited);
            return;
        }
        if (!timeline.oneUsage()) {
            return;
        }
        long leftNs = offCoreLeftNs();
        if (leftNs > usageNoiseNs) {
            IntervalSet blocked = offCore.place(new CoreWait.Absence(leftNs, 1, 0, 0), IntervalSet.NONE);
            ledger.take(Cause.BLOCKED, blocked, timeline.usages.size(), 0, Place.NONE);
        }
    }

    /**
     * Takes a wait whose time the kernel recorded and whose reason no event tells. A stack that was taken in the wait
     * tells it: the signal wakes the thread up, so the stack is taken right behind one part of the wait and right
     * before the next.
     */
    private void waited(OffCoreInterval wait) {
        IntervalSet left = ledger.free(wait.fromNs(), wait.toNs()).and(timeline.task);
        if (left.lengthNs() == 0) {
            return;
        }
        StackSpan span = takenIn(wait);
        if (span == null) {
            StackReadings.Reading around = readAround(wait);
            Cause in = around == null ? null : waitedIn(around);
            if (around != null && in != null) {
                notes.endOffCpu(left);
                ledger.take(in, left, 1, 0, woken(around.place(), wait));
            } else if (left.lengthNs() > usageNoiseNs) {
                ledger.take(Cause.BLOCKED, left, 1, 0, woken(Place.NONE, wait));
            }
            return;
        }
        StackReadings.Reading reading = readings.of(timeline.sample(span).frames());
        Cause cause = BlockingCalls.WAITING.contains(reading.cause()) ? reading.cause() : Cause.BLOCKED;
        if (cause == Cause.BLOCKED && !interruptible(wait, span)) {
            boolean stopped = !faulted() && inJava(span) && left.lengthNs() >= rules.ns(Constant.STOP_WITNESSED);
            cause = faulted() ? Cause.PAGE_FAULT : stopped ? Cause.STOPPED : cause;
        }
        notes.endOffCpu(left);
        ledger.take(cause, left, 0, 1, cause == Cause.STOPPED ? Place.NONE : woken(reading.place(), wait));
    }

    private static Place woken(Place place, OffCoreInterval wait) {
        return WakerInference.of(wait).map(place::waitingFor).orElse(place);
    }

    /** Whether the signal that took the stack ended the wait, as it does where a thread waits for a lock, a socket or a time. */
    private boolean interruptible(OffCoreInterval wait, StackSpan span) {
        return wait.toNs() - span.askedNs() <= rules.ns(Constant.ANSWERS_WITHIN);
    }

    private boolean faulted() {
        return timeline.usages.stream()
                .anyMatch(one -> one.minorFaults() + one.majorFaults() > 0 && one.voluntarySwitches() > 0);
    }

    /** The stack that shows what a wait was for; null if none was taken in it. */
    private @Nullable StackSpan takenIn(OffCoreInterval wait) {
        long slackNs = rules.ns(Constant.ANSWERS_WITHIN);
        long againNs = rules.ns(Constant.WAITS_AGAIN_WITHIN);
        StackSpan taken = null;
        for (StackSpan span : timeline.taken().between(wait.fromNs() - againNs, wait.toNs() + slackNs)) {
            if (!notes.stoodStill(span) && (span.timeNs() >= wait.fromNs() || waits(span))) {
                taken = taken == null || waits(span) ? span : taken;
            }
        }
        return taken;
    }

    /** The cause of a wait between two stacks of one call; null if threads are not known to wait in that call. */
    private static @Nullable Cause waitedIn(StackReadings.Reading reading) {
        if (BlockingCalls.WAITING.contains(reading.cause())) {
            return reading.cause();
        }
        return reading.calledFor().filter(IN_THE_KERNEL::contains).orElse(null);
    }

    /** Returns the reading that the last stack before a wait and the first one behind it share; null if they differ. */
    private StackReadings.@Nullable Reading readAround(OffCoreInterval wait) {
        StackSpan before = timeline.taken().lastBefore(wait.fromNs());
        StackSpan behind = timeline.taken().firstAfter(wait.toNs());
        if (before == null || behind == null) {
            return null;
        }
        StackReadings.Reading one = readings.of(timeline.sample(before).frames());
        StackReadings.Reading other = readings.of(timeline.sample(behind).frames());
        return one.cause() == other.cause() && one.place().equals(other.place()) ? one : null;
    }

    private boolean waits(StackSpan span) {
        StackSample sample = timeline.sample(span);
        return !sample.running()
                || BlockingCalls.WAITING.contains(readings.of(sample.frames()).cause());
    }

    /** How much of the time off the core nothing has explained so far; below zero if too much was. */
    private long offCoreLeftNs() {
        ThreadUsage usage = timeline.usages.get(0);
        return usage.offCoreNs()
                - timeline.outsideNs(usage)
                - tookOffCoreNs()
                - measuredStopsNs()
                - ledger.ns(Cause.STEAL)
                - silencesNs
                - seenBlockedNs();
    }

    private long seenBlockedNs() {
        long ns = 0;
        for (StackSpan span : timeline.ofOneThread()) {
            StackSample sample = timeline.sample(span);
            boolean waiting =
                    BlockingCalls.WAITING.contains(readings.of(sample.frames()).cause());
            ns += sample.running() && !waiting ? 0 : ledger.free(span.stood()).lengthNs();
        }
        for (StackSpan span : timeline.ofIntervals) {
            ns += ledger.free(span.stood()).lengthNs();
        }
        return ns;
    }

    private long tookOffCoreNs() {
        // Waiting for a core is not being off it, and stops contain some of it, too.
        long ns = calls.initialisedNs() - offCore.waitedInStopsNs();
        for (Cause cause : Cause.STOPS) {
            ns += ledger.ns(cause);
        }
        for (Cause cause : Cause.BLOCKING) {
            ns += cause == Cause.CLASS_LOADING || cause == Cause.ALLOCATION ? 0 : ledger.ns(cause);
        }
        return ns;
    }
}
