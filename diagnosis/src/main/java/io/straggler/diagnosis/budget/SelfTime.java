package io.straggler.diagnosis.budget;

import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadAccounting;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Divides what an outlier did not inherit, by the rules of {@link TimeBudget}. For one use. */
final class SelfTime {
    /** The system's accounts are of slightly different instants: what they leave over below this is noise. */
    private static final long ACCOUNT_NOISE_NS = 20_000;

    /** A compiler thread takes and leaves a core within this of when it begins and ends to compile. */
    private static final long COMPILER_SWITCHES_NS = 100_000;

    /** What a stack may show of a thread that runs interpreted most of the time. */
    private static final Set<Cause> ORDINARY = EnumSet.of(Cause.CODE, Cause.DEOPTIMIZATION);

    /** Stand beside the time, whoever took it. */
    private static final List<Cause> MENTIONED = List.of(Cause.COMPILATION, Cause.DEOPTIMIZATION);

    private final DiagnosedOutlier diagnosed;
    private final Iteration iteration;
    private final long normalNs;
    private final long fromNs;
    private final Set<Long> owners;

    /** What was captured, by owner. */
    private final List<List<StackSpan>> stacks = new ArrayList<>();

    /** What the JVM recorded with events, of all owners. */
    private final List<StackSpan> ofEvents = new ArrayList<>();

    /** What stacks stand for. */
    private IntervalSet seen = IntervalSet.NONE;

    private final StackReadings stackReadings;
    private final SelfEvidence evidence;
    private final List<ThreadAccounting> readings = new ArrayList<>();
    private final TimeLedger claims;

    /** From when it could have started to its end. */
    private final IntervalSet all;

    /** Stops by a signal, from when they can have begun. */
    private final List<Evidence> processStops;

    private final IntervalSet stoppable;

    /** Of what stops took, the time in which the thread waited for a core. */
    private long waitedInStopsNs;

    /** Stacks that say nothing about code, by index. */
    private final Set<Integer> innocent = new HashSet<>();

    /** What a stack was taken in the middle of, by index: what is left around it belongs to that too. */
    private final Map<Integer, Cause> amid = new HashMap<>();

    /** Stacks that end a time off the core, by index: what came before them they say nothing about. */
    private final Set<Integer> backOnCore = new HashSet<>();

    SelfTime(DiagnosedOutlier diagnosed, long normalNs, StackReadings stackReadings) {
        this.diagnosed = diagnosed;
        this.stackReadings = stackReadings;
        this.iteration = diagnosed.outlier().iteration();
        this.normalNs = normalNs;
        this.fromNs = iteration.startNs() - iteration.dispatchNs();
        this.owners = diagnosed.owners();
        for (long owner : owners) {
            List<StackSpan> captured = new ArrayList<>();
            for (StackSpan interval : diagnosed.intervals(owner)) {
                (stack(interval).ofEvent() ? ofEvents : captured).add(interval);
                seen = seen.or(interval.stood());
            }
            stacks.add(captured);
        }
        this.evidence = new SelfEvidence(diagnosed.evidence(), owners);
        for (ThreadAccounting one : diagnosed.accounting()) {
            if (owners.contains(one.osThreadId())) {
                readings.add(one);
            }
        }
        this.all = IntervalSet.of(fromNs, iteration.endNs());
        this.claims = new TimeLedger(all);
        this.processStops =
                ProcessStops.of(evidence.of(Cause.STOPPED), stacks, owners.size() == 1 ? readings : List.of());
        this.stoppable = stoppable();
    }

    private StackSample stack(StackSpan interval) {
        return diagnosed.stacks().get(interval.index());
    }

    List<TimeBudget.Part> parts() {
        if (nothingIsKnown()) {
            // Most victims: nothing is known of them, and there are very many.
            claims.add(Cause.DISPATCH, iteration.dispatchNs(), 0, 0, "");
            long usualNs = Math.min(normalNs, iteration.serviceNs());
            claims.add(Cause.USUAL_WORK, usualNs, 0, 0, "");
            claims.add(Cause.NOT_SEEN, iteration.serviceNs() - usualNs, 0, 0, "");
            return claims.parts();
        }
        long allNs = claims.free().lengthNs();
        IntervalSet task = IntervalSet.of(iteration.startNs(), iteration.endNs());
        demote(claims.takeEvents(Cause.STOPPED, processStops, stoppable));
        for (Cause cause : Cause.STOPS) {
            demote(claims.takeEvents(cause, evidence.of(cause), stoppable));
        }
        offCore();
        if (owners.size() == 1) {
            for (Cause cause : Cause.BLOCKING) {
                surround(cause, claims.takeEvents(cause, placed(evidence.of(cause)), task));
            }
        }
        standstill();
        offCoreForReasonsUnknown();
        claims.take(Cause.DISPATCH, claims.free().within(fromNs, iteration.startNs()), 0, 0, "");
        captures();
        deoptimisedAgain();
        notSeen(claims.free().and(task).minus(seen));
        work();
        claims.add(Cause.UNEXPLAINED, allNs - claims.takenNs(), 0, 0, "");
        mention();
        return claims.parts();
    }

    /** What no stack stands for. As long as an iteration usually takes it is no excess, whatever was done in it. */
    private void notSeen(IntervalSet unseen) {
        IntervalSet beyond = unseen.last(unseen.lengthNs() - normalNs);
        claims.take(Cause.USUAL_WORK, unseen.minus(beyond), 0, 0, "");
        claims.take(Cause.NOT_SEEN, beyond, 0, 0, "");
    }

    private boolean nothingIsKnown() {
        return evidence.isEmpty()
                && readings.isEmpty()
                && ofEvents.isEmpty()
                && stacks.stream().allMatch(List::isEmpty);
    }

    /** Events, with who called into what blocked where their stacks tell. */
    private List<Evidence> placed(List<Evidence> events) {
        if (ofEvents.isEmpty() || events.isEmpty()) {
            return events;
        }
        Map<Long, StackSample> byStart = new HashMap<>();
        ofEvents.forEach(interval -> byStart.put(stack(interval).sinceNs(), stack(interval)));
        List<Evidence> placed = new ArrayList<>(events.size());
        for (Evidence event : events) {
            StackSample stack = byStart.get(event.startNs());
            boolean same = stack != null && stack.timeNs() == event.endNs();
            String detail = same ? stackReadings.detail(event.detail(), stack.frames()) : event.detail();
            placed.add(new Evidence(event.kind(), event.startNs(), event.endNs(), event.osThreadId(), detail));
        }
        return placed;
    }

    /** A stack that was taken in what is known to have been no work shows where the thread happened to stand. */
    private void demote(IntervalSet stood) {
        if (stood.lengthNs() == 0) {
            return;
        }
        for (List<StackSpan> own : stacks) {
            for (StackSpan stack : own) {
                if (stood.contains(stack.timeNs())) {
                    innocent.add(stack.index());
                }
            }
        }
    }

    /** A stack that was taken in a call that blocked stands for the whole call, of which the event is the inner part. */
    private void surround(Cause cause, IntervalSet blocked) {
        if (blocked.lengthNs() == 0) {
            return;
        }
        for (List<StackSpan> own : stacks) {
            for (StackSpan stack : own) {
                if (blocked.contains(stack.timeNs())) {
                    amid.put(stack.index(), cause);
                }
            }
        }
    }

    /**
     * Where stops can have stopped it. Native code runs on, and until a thread has got to the safepoint it runs too, so that its own
     * lateness is no waiting. What was on a core did not stand still: stops get no more than the system's account leaves them, and get
     * it at their end.
     */
    private IntervalSet stoppable() {
        if (owners.size() != 1 || readings.size() != 1) {
            return all;
        }
        ThreadAccounting account = readings.get(0);
        IntervalSet stops =
                evidence.union(Cause.STOPS).or(IntervalSet.union(processStops)).and(all);
        long slackNs = Math.max(ACCOUNT_NOISE_NS, stops.lengthNs() / 20);
        return all.minus(stops.minus(stops.last(account.offCoreNs() + account.runDelayNs() + slackNs)));
    }

    /** Ready to run, and not running: for lack of a core, or of the right to one. */
    private void offCore() {
        IntervalSet blocked = evidence.union(Cause.BLOCKING).within(iteration.startNs(), iteration.endNs());
        long leftNs = leftOfRunDelayNs();
        waitedInStopsNs = mean(ThreadAccounting::runDelayNs) - Math.max(0, leftNs);
        IntervalSet waited = place(leftNs, blocked);
        long throttledNs = mean(ThreadAccounting::throttledNs);
        claims.take(Cause.THROTTLING, waited.last(throttledNs), readings.size(), 0, "");
        for (Evidence compilation : evidence.of(Cause.COMPILATION)) {
            claims.takeEvents(
                    Cause.COMPILATION,
                    List.of(compilation),
                    claims.free()
                            .and(waited.adjoining(compilation.startNs(), compilation.endNs(), COMPILER_SWITCHES_NS)));
        }
        lateAfterProcessStops(waited);
        lateAfter(Cause.GC_PAUSE, evidence.of(Cause.GC_PAUSE), waited);
        lateAfter(Cause.VM_OPERATION, evidence.of(Cause.VM_OPERATION), waited);
        claims.take(Cause.RUN_QUEUE, claims.free().and(waited), readings.size(), 0, "");
    }

    /**
     * When a stop is over everybody wants a core: all whom it stopped, and whoever stopped them. To wait for one then, for no longer than the
     * stop, is part of it.
     */
    private void lateAfter(Cause cause, List<Evidence> stops, IntervalSet waited) {
        if (waited.lengthNs() == 0) {
            return;
        }
        for (Evidence stop : stops) {
            IntervalSet late = claims.free().and(waited).within(stop.endNs(), ranAgainNs(stop.endNs()));
            // One that was over before this iteration could have started, or took nothing of it, did not make it wait.
            if (stop.endNs() > fromNs && late.lengthNs() <= Math.min(stop.durationNs(), claims.ns(cause))) {
                waitedInStopsNs += late.lengthNs();
                claims.take(cause, late, 0, 0, stop.detail());
            }
        }
    }

    /**
     * To go on takes the threads of a process as long as to stop, when cores are few: to wait for a core meanwhile is part of the stop. So is a
     * wait that was no longer than what the stop took.
     */
    private void lateAfterProcessStops(IntervalSet waited) {
        for (Evidence stop : processStops) {
            long tookNs = all.within(stop.startNs(), stop.endNs())
                    .minus(claims.free())
                    .lengthNs();
            long mostNs = Math.max(ProcessStops.ALL_THREADS_NS, tookNs);
            IntervalSet late = claims.free()
                    .and(waited)
                    .within(stop.endNs(), Math.min(ranAgainNs(stop.endNs()), stop.endNs() + mostNs));
            if (tookNs > 0) {
                waitedInStopsNs += late.lengthNs();
                claims.take(Cause.STOPPED, late, 0, 0, stop.detail());
            }
        }
    }

    /** When it is first seen to run after an instant, or its end. */
    private long ranAgainNs(long afterNs) {
        long firstNs = iteration.endNs();
        for (List<StackSpan> own : stacks) {
            for (StackSpan stack : own) {
                firstNs = stack.timeNs() > afterNs ? Math.min(firstNs, stack.timeNs()) : firstNs;
            }
        }
        return firstNs;
    }

    /** Whoever waits for a core in a stop waits for the stop: what stops took of the time off the core is not given again. */
    private long leftOfRunDelayNs() {
        long runDelayNs = mean(ThreadAccounting::runDelayNs);
        return Math.min(runDelayNs, runDelayNs + mean(ThreadAccounting::offCoreNs) - claims.takenNs());
    }

    /** Finds a place for time in which the thread was not on a core. */
    private IntervalSet place(long amountNs, IntervalSet blocked) {
        long interruptions = readings.stream()
                .mapToLong(ThreadAccounting::involuntarySwitches)
                .sum();
        CoreWait wait = new CoreWait(
                iteration, fromNs, stacks.size() == 1 ? stacks.get(0) : List.of(), interruptions, claims, blocked);
        IntervalSet placed = wait.place(amountNs);
        backOnCore.addAll(wait.backOnCore());
        return placed;
    }

    private long mean(ToLongFunction<ThreadAccounting> value) {
        long sum = 0;
        for (ThreadAccounting reading : readings) {
            sum += value.applyAsLong(reading);
        }
        return sum / Math.max(1, owners.size());
    }

    /**
     * Those that nothing else explains for the most part: the JVM's own stops stop the sampler as well. A stop of which only the end is
     * known, because whoever tells of it was stopped too, explains nothing.
     */
    private List<Evidence> standstills() {
        List<Evidence> standstills = new ArrayList<>();
        IntervalSet stops = evidence.union(Cause.STOPS);
        for (Evidence one : evidence.of(Cause.STOPPED)) {
            if (one.kind() == Evidence.Kind.PROCESS_STOP) {
                stops = stops.or(IntervalSet.of(one.startNs(), one.endNs()));
            } else {
                standstills.add(one);
            }
        }
        IntervalSet explained = stops;
        standstills.removeIf(
                one -> 2 * explained.within(one.startNs(), one.endNs()).lengthNs() >= one.durationNs());
        return standstills;
    }

    /** Neither running, nor waiting for a core, nor blocked in anything that left a trace. */
    private void standstill() {
        List<Evidence> standstills = standstills();
        IntervalSet still = claims.free().and(IntervalSet.union(standstills));
        long offCoreNs = Long.MAX_VALUE;
        long switches = 1;
        if (!readings.isEmpty()) {
            // What stops and blocks is off the core too, and has been taken.
            switches = readings.stream()
                    .mapToLong(ThreadAccounting::voluntarySwitches)
                    .sum();
            // A thread that never let go of its core did not sleep around the iteration either.
            long outsideNs = switches > 0 ? mean(this::outsideNs) : 0;
            offCoreNs = mean(ThreadAccounting::offCoreNs) - outsideNs - tookOffCoreNs() - claims.ns(Cause.STOPPED);
        }
        if (offCoreNs > ACCOUNT_NOISE_NS && switches > 0) {
            IntervalSet stopped = still.last(offCoreNs);
            demoteUnanswered(stopped);
            claims.take(Cause.STOPPED, stopped, standstills.size(), 0, "");
        } else if (offCoreNs > ACCOUNT_NOISE_NS && switches == 0 && owners.size() == 1) {
            // It never let go of its core, and yet was not on it.
            claims.take(Cause.STEAL, place(offCoreNs, IntervalSet.NONE), readings.size(), 0, "");
        }
    }

    /** It was not on a core for longer than all that is known of explains: then it was not at work either, whatever its stacks show. */
    private void offCoreForReasonsUnknown() {
        if (owners.size() != 1 || readings.size() != 1) {
            return;
        }
        ThreadAccounting account = readings.get(0);
        long leftNs = account.offCoreNs()
                - outsideNs(account)
                - tookOffCoreNs()
                - claims.ns(Cause.STOPPED)
                - claims.ns(Cause.STEAL)
                - seenBlockedNs();
        if (leftNs > ACCOUNT_NOISE_NS) {
            claims.take(Cause.BLOCKED, place(leftNs, IntervalSet.NONE), readings.size(), 0, "");
        }
    }

    /** Before and after, the pacing thread may sleep as it likes. */
    private long outsideNs(ThreadAccounting account) {
        return Math.max(0, fromNs - account.fromNs()) + Math.max(0, account.toNs() - iteration.endNs());
    }

    private long seenBlockedNs() {
        long ns = 0;
        for (StackSpan stack : stacks.get(0)) {
            ns += stack(stack).running() ? 0 : claims.free().and(stack.stood()).lengthNs();
        }
        for (StackSpan stack : ofEvents) {
            ns += claims.free().and(stack.stood()).lengthNs();
        }
        return ns;
    }

    private long tookOffCoreNs() {
        // To wait for a core is not to be off it, and stops have some of that too.
        long ns = -waitedInStopsNs;
        for (Cause cause : Cause.STOPS) {
            ns += claims.ns(cause);
        }
        for (Cause cause : Cause.BLOCKING) {
            ns += cause == Cause.CLASS_LOADING || cause == Cause.ALLOCATION ? 0 : claims.ns(cause);
        }
        return ns;
    }

    private void demoteUnanswered(IntervalSet stood) {
        stacks.forEach(own -> own.stream()
                .filter(stack ->
                        2 * stood.within(stack.askedNs(), stack.timeNs()).lengthNs() > stack.timeNs() - stack.askedNs()
                                || stood.contains(stack.timeNs()))
                .forEach(stack -> backOnCore.add(stack.index())));
    }

    /** Each took what a capture takes, up to the stack if the thread was interrupted before that; it was not if it had no core. */
    private void captures() {
        long eachNs = diagnosed.captureNs();
        for (List<StackSpan> own : owners.size() == 1 ? stacks : List.<List<StackSpan>>of()) {
            for (StackSpan stack : own) {
                boolean ran = !backOnCore.contains(stack.index()) && !innocent.contains(stack.index());
                long fromNs = ran ? Math.max(stack.askedNs(), stack.timeNs() - eachNs) : stack.timeNs();
                claims.take(Cause.CAPTURE, claims.free().within(fromNs, fromNs + eachNs), 0, 1, "");
            }
        }
    }

    /** What lies between deoptimisations in a row, whatever ordinary code the few stacks show that are taken there. */
    private void deoptimisedAgain() {
        List<Evidence> inRows =
                owners.size() == 1 ? DeoptimisationRows.in(evidence.of(Cause.DEOPTIMIZATION)) : List.of();
        if (!inRows.isEmpty()) {
            IntervalSet known = toldByStacks();
            for (Evidence interpreted : inRows) {
                IntervalSet time = claims.free()
                        .within(interpreted.startNs(), interpreted.endNs())
                        .minus(known);
                claims.take(Cause.DEOPTIMIZATION, time, 0, 0, interpreted.detail());
            }
        }
    }

    /** What stacks stand for that show something else than code: a thread that does not run, or what the JVM does for it. */
    private IntervalSet toldByStacks() {
        IntervalSet told = IntervalSet.NONE;
        for (StackSpan stack : stacks.get(0)) {
            StackSample sample = stack(stack);
            boolean ordinary = sample.running()
                    && ORDINARY.contains(stackReadings.of(sample.frames()).told());
            if (!ordinary && !innocent.contains(stack.index())) {
                told = told.or(stack.stood());
            }
        }
        return told;
    }

    private void work() {
        Work work = new Work(diagnosed, stackReadings, claims, innocent, amid, backOnCore, owners.size());
        for (List<StackSpan> own : stacks) {
            work.add(own);
        }
        work.add(ofEvents);
        long leftNs = Math.max(0, normalNs - claims.ns(Cause.USUAL_WORK));
        work.claim(leftNs, mean(ThreadAccounting::faultsNs), (int) mean(ThreadAccounting::minorFaults));
    }

    private void mention() {
        for (Cause cause : MENTIONED) {
            int events = 0;
            for (Evidence one : evidence.of(cause)) {
                events += one.startNs() <= iteration.endNs() && one.endNs() >= fromNs ? 1 : 0;
            }
            boolean told = cause == Cause.COMPILATION && claims.ns(cause) > 0;
            if (events > 0 && !told) {
                claims.add(cause, 0, events, 0, evidence.of(cause).get(0).detail());
            }
        }
    }
}
