package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.Rules.Constant;
import io.straggler.diagnosis.budget.SelfEvidence;
import io.straggler.diagnosis.budget.StackSpan;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Facts about one outlier's own time, from the instant at which the iteration could have started to its end. Immutable.
 */
final class Timeline {
    final DiagnosedOutlier diagnosed;
    final Iteration iteration;

    /** When it could have started. */
    final long fromNs;

    /** From then to its end. */
    final IntervalSet all;

    /** From its start to its end. */
    final IntervalSet task;

    /** The threads that the time was spent on. */
    final Set<Long> owners;

    /** Captured stacks by owner. */
    final List<List<StackSpan>> stacks;

    /** Stacks of events, and of periodic samples of the JVM, of all owners. */
    final List<StackSpan> ofIntervals;

    /** Time that stacks stand for. */
    final IntervalSet seen;

    /** When each of them was taken, by owner. */
    private final List<TakenStacks> taken;

    /** Events of the owners. */
    final SelfEvidence evidence;

    /** Statistics of the owners. */
    final List<ThreadUsage> usages;

    /** Stops by a signal, from when they can have begun. */
    final List<Evidence> processStops;

    /** When the thread had no core, to the microsecond; empty where the kernel did not record it, or several threads share the time. */
    final Optional<SwitchTimes> switches;

    /** When stops can have stopped the thread. */
    final IntervalSet stoppable;

    /**
     * Time that the statistics cover; those of a thread that is not paced may begin when the iteration is late already.
     */
    private final IntervalSet measured;

    Timeline(DiagnosedOutlier diagnosed, Rules rules) {
        this.diagnosed = diagnosed;
        this.iteration = diagnosed.outlier().iteration();
        this.fromNs = iteration.startNs() - iteration.dispatchNs();
        this.all = IntervalSet.of(fromNs, iteration.endNs());
        this.task = IntervalSet.of(iteration.startNs(), iteration.endNs());
        this.owners = diagnosed.owners();
        List<List<StackSpan>> byOwner = new ArrayList<>();
        List<StackSpan> intervals = new ArrayList<>();
        List<IntervalSet> stood = new ArrayList<>();
        for (long owner : owners) {
            List<StackSpan> captured = new ArrayList<>();
            for (StackSpan span : diagnosed.spans(owner)) {
                (sample(span).ofInterval() ? intervals : captured).add(span);
                stood.add(span.stood());
            }
            byOwner.add(captured);
        }
        this.stacks = byOwner;
        this.taken = byOwner.stream().map(TakenStacks::new).toList();
        this.ofIntervals = intervals;
        this.seen = IntervalSet.unionOf(stood);
        this.usages = usages();
        this.measured = measured();
        this.switches = oneUsage() ? SwitchTimes.of(usages.get(0), fromNs, askedNs(), rules) : Optional.empty();
        this.evidence = new SelfEvidence(
                switches.map(times -> WakerInference.named(diagnosed.evidence(), owners, times))
                        .orElse(diagnosed.evidence()),
                owners);
        this.processStops =
                ProcessStops.of(evidence.of(Cause.STOPPED), stacks, oneThread() ? usages : List.of(), rules);
        this.stoppable = stoppable(rules);
    }

    private List<Long> askedNs() {
        return stacks.get(0).stream().map(StackSpan::askedNs).toList();
    }

    private List<ThreadUsage> usages() {
        List<ThreadUsage> own = new ArrayList<>();
        for (ThreadUsage one : diagnosed.usage()) {
            if (owners.contains(one.osThreadId())) {
                own.add(one);
            }
        }
        return own;
    }

    private IntervalSet measured() {
        return IntervalSet.unionOf(usages.stream()
                        .map(one -> IntervalSet.of(one.fromNs(), one.toNs()))
                        .toList())
                .and(all);
    }

    /**
     * Native code runs on during a safepoint, and a thread runs until it reaches the safepoint, so its own way there is no waiting. A thread
     * that was on a core did not stand still. So if the usage of the thread is known, stops get no more time than it shows without a
     * core, from the end of the stops backwards.
     */
    private IntervalSet stoppable(Rules rules) {
        if (!oneUsage()) {
            return all;
        }
        ThreadUsage usage = usages.get(0);
        IntervalSet stops =
                evidence.union(Cause.STOPS).or(IntervalSet.union(processStops)).and(measured);
        long slackNs = Math.max(rules.ns(Constant.USAGE_NOISE), stops.lengthNs() / 20);
        return all.minus(stops.minus(stops.last(usage.offCoreNs() + usage.runDelayNs() + slackNs)));
    }

    /** Whether all of the time is one thread's. */
    boolean oneThread() {
        return owners.size() == 1;
    }

    /** Whether it is, and there is one record of what that thread used. */
    boolean oneUsage() {
        return oneThread() && usages.size() == 1;
    }

    boolean nothingIsKnown() {
        return evidence.isEmpty()
                && usages.isEmpty()
                && ofIntervals.isEmpty()
                && stacks.stream().allMatch(List::isEmpty);
    }

    StackSample sample(StackSpan span) {
        return diagnosed.stacks().get(span.index());
    }

    /** Returns the captured stacks of the only thread; none if there are several threads. */
    List<StackSpan> ofOneThread() {
        return oneThread() ? stacks.get(0) : List.of();
    }

    /** When what was captured of the only thread was taken; nothing if there are several. */
    TakenStacks taken() {
        return oneThread() ? taken.get(0) : new TakenStacks(List.of());
    }

    /** A number of the thread usage, for each thread. */
    long mean(ToLongFunction<ThreadUsage> value) {
        return sum(value) / Math.max(1, owners.size());
    }

    /** A number of the usage of all threads. */
    long sum(ToLongFunction<ThreadUsage> value) {
        long sum = 0;
        for (ThreadUsage usage : usages) {
            sum += value.applyAsLong(usage);
        }
        return sum;
    }

    /** The part of a time that statistics cover. */
    IntervalSet measured(IntervalSet time) {
        return time.and(measured);
    }

    /** Returns the part of a time that no statistics cover. */
    IntervalSet notMeasured(IntervalSet time) {
        return time.and(all).minus(measured);
    }

    /** How much of what the statistics cover has been taken. */
    long takenWhereKnown(IntervalSet free) {
        return measured.minus(free).lengthNs();
    }

    /** How far the readings go beyond the time: the pacing thread may sleep as it likes before and after. */
    long outsideNs(ThreadUsage usage) {
        return beforeNs(usage) + afterNs(usage);
    }

    /** How long before the time the readings begin. */
    long beforeNs(ThreadUsage usage) {
        return Math.max(0, fromNs - usage.fromNs());
    }

    /** How long after the time it ends. */
    long afterNs(ThreadUsage usage) {
        return Math.max(0, usage.toNs() - iteration.endNs());
    }

    /** When a thread is first seen to run after an instant, or the end. */
    long ranAgainNs(long afterNs) {
        long firstNs = iteration.endNs();
        for (TakenStacks own : taken) {
            StackSpan first = own.firstAfter(afterNs);
            firstNs = first == null ? firstNs : Math.min(firstNs, first.timeNs());
        }
        return firstNs;
    }
}
