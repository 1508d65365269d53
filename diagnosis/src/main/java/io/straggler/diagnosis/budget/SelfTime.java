package io.straggler.diagnosis.budget;

import io.straggler.diagnosis.budget.Rules.Constant;
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
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Divides what an outlier did not inherit, by the rules of {@link TimeBudget}, in {@link #STEPS}. For one use. */
final class SelfTime {
    /*
     * Each step takes of the time that the steps before it have left. An outlier of 1,000 µs, captured from 250 µs on, with a collection:
     *
     *   µs                 0        100            250            400              700       800               1000
     *                      |due     |start                         |                |         |                 |end
     *   events                                                     |--- GC pause ---|
     *   run-queue delay    100 µs, by the scheduler statistics, which do not say when
     *   stacks                                     s1                                              s2 (850)
     *
     *   stops of the JVM                                           [    GC pause    ]
     *   off the core                                                                [GC pause ]  a wait behind a stop, no longer than it: part of it
     *   dispatch           [dispatch]
     *   captures                                   []                                              []
     *   not seen                    [  not seen    ]             less what an iteration usually takes, which is usual work
     *   work                                         [    code     ]                          [      code       ]
     *
     * Between two stacks the boundary is midway, here within the collection: s1 stands for what is before it, s2 for what is after it. A stack that
     * was taken within a stop is no code.
     */
    static final List<Step> STEPS = List.of(
            new Step("stops of the process", SelfTime::stopsOfTheProcess),
            new Step("stops of the JVM", SelfTime::stopsOfTheJvm),
            new Step(
                    "off the core: throttled, behind the compiler, behind a stop, in the run queue", SelfTime::offCore),
            new Step("blocking calls", SelfTime::blockingCalls),
            new Step("stops that nobody reported, steal", SelfTime::standstill),
            new Step("calls of the system that let no signal through", SelfTime::silences),
            new Step("off the core for reasons unknown", SelfTime::offCoreForReasonsUnknown),
            new Step("dispatch", SelfTime::dispatch),
            new Step("captures", SelfTime::captures),
            new Step("deoptimisations in a row", SelfTime::deoptimisedAgain),
            new Step("not seen", SelfTime::unseen),
            new Step("work: what stacks show", SelfTime::work),
            new Step("unexplained: the rest", SelfTime::unexplained),
            new Step("mentions without time", SelfTime::mention));

    /**
     * A rule that takes time.
     *
     * @param name for people
     * @param take from what is left
     */
    record Step(String name, Consumer<SelfTime> take) {}

    /** What a stack may show of a thread that runs interpreted most of the time. */
    private static final Set<Cause> ORDINARY = EnumSet.of(Cause.CODE, Cause.DEOPTIMIZATION);

    /** A stack of a thread that runs in one of these may have been waiting in it just before. */
    private static final Set<Cause> IN_THE_KERNEL = EnumSet.of(Cause.FILE_IO, Cause.SOCKET_IO, Cause.PAGE_FAULT);

    /** In one of these a thread is mostly off the core, even if a stack shows it running: the signal may have woken it up. */
    private static final Set<Cause> WAITING = EnumSet.of(
            Cause.MONITOR,
            Cause.PARK,
            Cause.WAIT,
            Cause.SLEEP,
            Cause.FILE_IO,
            Cause.SOCKET_IO,
            Cause.PAGE_FAULT,
            Cause.VM_OPERATION);

    /** Stand beside the time, whoever took it. */
    private static final List<Cause> MENTIONED = List.of(Cause.COMPILATION, Cause.DEOPTIMIZATION);

    private final DiagnosedOutlier diagnosed;
    private final Iteration iteration;
    private final long normalNs;
    private final long fromNs;
    private final Set<Long> owners;

    /** What was captured, by owner. */
    private final List<List<StackSpan>> stacks = new ArrayList<>();

    /** What the JVM recorded with events, or once in a period, of all owners. */
    private final List<StackSpan> ofIntervals = new ArrayList<>();

    /** Those by when they begin; null until they are needed. */
    private Map<Long, StackSample> byStart;

    /** What stacks stand for. */
    private IntervalSet seen = IntervalSet.NONE;

    private final StackReadings stackReadings;
    private final Rules rules;
    private final long accountNoiseNs;
    private final SelfEvidence evidence;
    private final List<ThreadAccounting> readings = new ArrayList<>();
    private final TimeLedger ledger;

    /** From when it could have started to its end. */
    private final IntervalSet all;

    /** Stops by a signal, from when they can have begun. */
    private final List<Evidence> processStops;

    /** From its start to its end. */
    private final IntervalSet task;

    private final IntervalSet stoppable;

    /** What the accounts cover: that of a thread that nobody paces may begin when it is late already. */
    private final IntervalSet accounted;

    /** When it waited for a core, and not for a stop. Blocking calls take out what came when they woke it up. */
    private IntervalSet waitedForCore = IntervalSet.NONE;

    /** Of what stops took, the time in which the thread waited for a core. */
    private long waitedInStopsNs;

    /** What calls took that let no signal through. */
    private long silencesNs;

    /** Of what class loading took, the waits for another thread that ran an initialiser. */
    private long initialisedNs;

    /** Stacks that say nothing about code, by index. */
    private final Set<Integer> uninformative = new HashSet<>();

    /** What a stack was taken in the middle of, by index: what is left around it belongs to that too. */
    private final Map<Integer, Cause> insideCall = new HashMap<>();

    /** Stacks that end a time off the core, by index: what came before them they say nothing about. */
    private final Set<Integer> endsOffCpu = new HashSet<>();

    SelfTime(DiagnosedOutlier diagnosed, long normalNs, StackReadings stackReadings, Rules rules) {
        this.diagnosed = diagnosed;
        this.rules = rules;
        this.accountNoiseNs = rules.ns(Constant.ACCOUNT_NOISE);
        this.stackReadings = stackReadings;
        this.iteration = diagnosed.outlier().iteration();
        this.normalNs = normalNs;
        this.fromNs = iteration.startNs() - iteration.dispatchNs();
        this.owners = diagnosed.owners();
        for (long owner : owners) {
            List<StackSpan> captured = new ArrayList<>();
            for (StackSpan span : diagnosed.spans(owner)) {
                (stack(span).ofInterval() ? ofIntervals : captured).add(span);
                seen = seen.or(span.stood());
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
        this.task = IntervalSet.of(iteration.startNs(), iteration.endNs());
        this.accounted = accounted();
        this.ledger = new TimeLedger(all, new PartnerTime(diagnosed.coreUse()));
        this.processStops =
                ProcessStops.of(evidence.of(Cause.STOPPED), stacks, owners.size() == 1 ? readings : List.of(), rules);
        this.stoppable = stoppable();
    }

    private IntervalSet accounted() {
        IntervalSet covered = IntervalSet.NONE;
        for (ThreadAccounting one : readings) {
            covered = covered.or(IntervalSet.of(one.fromNs(), one.toNs()));
        }
        return covered.and(all);
    }

    private StackSample stack(StackSpan span) {
        return diagnosed.stacks().get(span.index());
    }

    List<TimeBudget.Part> parts() {
        if (nothingIsKnown()) {
            // Most victims: nothing is known of them, and there are very many.
            ledger.add(Cause.DISPATCH, iteration.dispatchNs(), 0, 0, "");
            long usualNs = Math.min(normalNs, iteration.serviceNs());
            ledger.add(Cause.USUAL_WORK, usualNs, 0, 0, "");
            ledger.add(Cause.NOT_SEEN, iteration.serviceNs() - usualNs, 0, 0, "");
            return ledger.parts();
        }
        STEPS.forEach(step -> step.take().accept(this));
        return ledger.parts();
    }

    private void stopsOfTheProcess() {
        demote(ledger.takeEvents(Cause.STOPPED, processStops, stoppable));
    }

    private void stopsOfTheJvm() {
        for (Cause cause : Cause.STOPS) {
            demote(ledger.takeEvents(cause, evidence.of(cause), stoppable));
        }
    }

    private void blockingCalls() {
        if (owners.size() == 1) {
            for (Cause cause : Cause.BLOCKING) {
                if (cause == Cause.WAIT) {
                    waits();
                } else {
                    block(cause, evidence.of(cause));
                }
            }
        }
    }

    private void waits() {
        Map<Boolean, List<Evidence>> byInitialiser =
                evidence.of(Cause.WAIT).stream().collect(Collectors.partitioningBy(this::initialises));
        long loadingNs = ledger.ns(Cause.CLASS_LOADING);
        block(Cause.CLASS_LOADING, byInitialiser.get(true));
        initialisedNs = ledger.ns(Cause.CLASS_LOADING) - loadingNs;
        block(Cause.WAIT, byInitialiser.get(false));
    }

    private void block(Cause cause, List<Evidence> events) {
        surround(cause, ledger.takeEvents(cause, placed(cause, events), task));
        if (WAITING.contains(cause) && waitedForCore.lengthNs() > 0) {
            waking(cause, events);
        }
    }

    /** An event ends when its thread runs again. So the wait for a core after it is a part of it, which the wait has taken. */
    private void waking(Cause cause, List<Evidence> events) {
        int touched = 0;
        IntervalSet within = IntervalSet.NONE;
        for (Evidence event : events) {
            IntervalSet own = waitedForCore.within(event.startNs(), event.endNs());
            if (own.lengthNs() > 0) {
                within = within.or(own);
                touched++;
            }
        }
        if (touched > 0) {
            waitedForCore = waitedForCore.minus(within);
            ledger.woke(cause, within.and(task).lengthNs(), touched);
        }
    }

    /** Whether a wait on a monitor is one that the JVM has a thread make while another one runs a class's initialiser: the program asked for none. */
    private boolean initialises(Evidence wait) {
        StackSample stack = stackOf(wait);
        return stack != null && !stack.frames().isEmpty() && !StackCauses.asksToWait(stack.frames());
    }

    private void dispatch() {
        ledger.take(Cause.DISPATCH, ledger.free().within(fromNs, iteration.startNs()), 0, 0, "");
    }

    private void unseen() {
        notSeen(ledger.free().and(task).minus(seen));
    }

    private void unexplained() {
        ledger.add(Cause.UNEXPLAINED, all.lengthNs() - ledger.takenNs(), 0, 0, "");
    }

    /** What no stack stands for. As long as an iteration usually takes it is no excess, whatever was done in it. */
    private void notSeen(IntervalSet unseen) {
        IntervalSet beyond = unseen.last(unseen.lengthNs() - normalNs);
        ledger.take(Cause.USUAL_WORK, unseen.minus(beyond), 0, 0, "");
        ledger.take(Cause.NOT_SEEN, beyond, 0, 0, "");
    }

    private boolean nothingIsKnown() {
        return evidence.isEmpty()
                && readings.isEmpty()
                && ofIntervals.isEmpty()
                && stacks.stream().allMatch(List::isEmpty);
    }

    /** Events, with who called into what blocked where their stacks show it. */
    private List<Evidence> placed(Cause cause, List<Evidence> events) {
        boolean loads = cause == Cause.CLASS_LOADING;
        if (ofIntervals.isEmpty() && !loads || events.isEmpty()) {
            return events;
        }
        List<Evidence> placed = new ArrayList<>(events.size());
        for (Evidence event : events) {
            StackSample stack = stackOf(event);
            StackSample within = stack == null && loads ? capturedIn(event) : null;
            String detail = within == null ? event.detail() : stackReadings.detail(event.detail(), within.frames());
            placed.add(event.described(stack == null ? detail : detail(cause, event, stack)));
        }
        return placed;
    }

    /** A stack that was captured while an event went on; null for none. It shows who had a class loaded: these events have no stack. */
    private StackSample capturedIn(Evidence event) {
        for (StackSpan span : stacks.get(0)) {
            if (span.timeNs() > event.startNs() && span.timeNs() <= event.endNs()) {
                return stack(span);
            }
        }
        return null;
    }

    /** The stack that came with an event; null for none. */
    private StackSample stackOf(Evidence event) {
        if (byStart == null) {
            byStart = new HashMap<>();
            ofIntervals.forEach(span -> byStart.put(stack(span).sinceNs(), stack(span)));
        }
        StackSample stack = byStart.get(event.startNs());
        return stack != null && stack.timeNs() == event.endNs() ? stack : null;
    }

    /** The class of what a thread parks on is the JDK's own for nearly all, and an initialiser's lock always: the call that led to it says more. */
    private String detail(Cause cause, Evidence event, StackSample stack) {
        return cause == Cause.PARK || cause == Cause.CLASS_LOADING
                ? stackReadings.of(stack.frames()).place()
                : stackReadings.detail(event.detail(), stack.frames());
    }

    /** A stack that was taken in what is known to have been no work shows where the thread happened to stand. */
    private void demote(IntervalSet stood) {
        if (stood.lengthNs() == 0) {
            return;
        }
        for (List<StackSpan> own : stacks) {
            for (StackSpan stack : own) {
                if (stood.contains(stack.timeNs())) {
                    uninformative.add(stack.index());
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
                    insideCall.put(stack.index(), cause);
                }
            }
        }
    }

    /**
     * The time in which stops can have stopped the thread. Native code runs on during a safepoint, and a thread runs until it reaches the
     * safepoint, so its own way there is no waiting. A thread that was on a core did not stand still. So if the thread has an account,
     * stops get no more time than the account shows without a core, from the end of the stops backwards.
     */
    private IntervalSet stoppable() {
        if (owners.size() != 1 || readings.size() != 1) {
            return all;
        }
        ThreadAccounting account = readings.get(0);
        IntervalSet stops =
                evidence.union(Cause.STOPS).or(IntervalSet.union(processStops)).and(accounted);
        long slackNs = Math.max(accountNoiseNs, stops.lengthNs() / 20);
        return all.minus(stops.minus(stops.last(account.offCoreNs() + account.runDelayNs() + slackNs)));
    }

    /** Ready to run, and not running: for lack of a core, or of the right to one. */
    private void offCore() {
        IntervalSet blocked = evidence.union(Cause.BLOCKING).within(iteration.startNs(), iteration.endNs());
        long leftNs = leftOfRunDelayNs();
        waitedInStopsNs = mean(ThreadAccounting::runDelayNs) - Math.max(0, leftNs);
        IntervalSet waited = place(leftNs, blocked);
        long throttledNs = mean(ThreadAccounting::throttledNs);
        ledger.take(Cause.THROTTLING, waited.last(throttledNs), readings.size(), 0, "");
        for (Evidence compilation : evidence.of(Cause.COMPILATION)) {
            IntervalSet compiled = ledger.takeEvents(
                    Cause.COMPILATION,
                    List.of(compilation),
                    ledger.free()
                            .and(waited.adjoining(
                                    compilation.startNs(), compilation.endNs(), rules.ns(Constant.COMPILER_SWITCHES))));
            waitedForCore = waitedForCore.or(compiled);
        }
        lateAfterProcessStops(waited);
        lateAfter(Cause.GC_PAUSE, evidence.of(Cause.GC_PAUSE), waited);
        lateAfter(Cause.VM_OPERATION, evidence.of(Cause.VM_OPERATION), waited);
        IntervalSet queued = ledger.free().and(waited);
        CoreHolders holders = new CoreHolders(diagnosed.coreUse(), diagnosed.cores(), owners);
        ledger.take(Cause.RUN_QUEUE, queued, readings.size(), holders.parts(queued));
        waitedForCore = waitedForCore.or(queued);
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
            IntervalSet late = ledger.free().and(waited).within(stop.endNs(), ranAgainNs(stop.endNs()));
            // One that was over before this iteration could have started, or took nothing of it, did not make it wait.
            if (stop.endNs() > fromNs && late.lengthNs() <= Math.min(stop.durationNs(), ledger.ns(cause))) {
                waitedInStopsNs += late.lengthNs();
                ledger.take(cause, late, 0, 0, stop.detail());
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
                    .minus(ledger.free())
                    .lengthNs();
            long mostNs = Math.max(rules.ns(Constant.ALL_THREADS_STOP_WITHIN), tookNs);
            IntervalSet late = ledger.free()
                    .and(waited)
                    .within(stop.endNs(), Math.min(ranAgainNs(stop.endNs()), stop.endNs() + mostNs));
            if (tookNs > 0) {
                waitedInStopsNs += late.lengthNs();
                ledger.take(Cause.STOPPED, late, 0, 0, stop.detail());
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
        long takenNs = accounted.minus(ledger.free()).lengthNs();
        return Math.min(runDelayNs, runDelayNs + mean(ThreadAccounting::offCoreNs) - takenNs);
    }

    /** Finds a place for time in which the thread was not on a core. */
    private IntervalSet place(long amountNs, IntervalSet blocked) {
        long interruptions = readings.stream()
                .mapToLong(ThreadAccounting::involuntarySwitches)
                .sum();
        CoreWait wait = new CoreWait(
                iteration,
                fromNs,
                stacks.size() == 1 ? stacks.get(0) : List.of(),
                interruptions,
                ledger,
                blocked,
                rules);
        IntervalSet placed = wait.place(amountNs);
        endsOffCpu.addAll(wait.backOnCore());
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
     * known, because whoever reports it was stopped too, explains nothing.
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
        IntervalSet still = ledger.free().and(IntervalSet.union(standstills));
        long offCoreNs = Long.MAX_VALUE;
        long switches = 1;
        if (!readings.isEmpty()) {
            // What stops and blocks is off the core too, and has been taken.
            switches = readings.stream()
                    .mapToLong(ThreadAccounting::voluntarySwitches)
                    .sum();
            // A thread that never let go of its core did not sleep around the iteration either.
            long outsideNs = switches > 0 ? mean(this::outsideNs) : 0;
            offCoreNs = mean(ThreadAccounting::offCoreNs) - outsideNs - tookOffCoreNs() - ledger.ns(Cause.STOPPED);
        }
        if (offCoreNs > accountNoiseNs && switches > 0) {
            IntervalSet stopped = still.last(offCoreNs);
            demoteUnanswered(stopped);
            ledger.take(Cause.STOPPED, stopped, standstills.size(), 0, "");
        } else if (offCoreNs > accountNoiseNs && switches == 0 && owners.size() == 1) {
            // It never let go of its core, and yet was not on it.
            ledger.take(Cause.STEAL, place(offCoreNs, IntervalSet.NONE), readings.size(), 0, "");
        }
    }

    /**
     * Finds system calls that let no signal through. A thread that runs answers a capture at once, and so does one that waits for a lock or
     * a socket. A thread that had its core and answered late was in the kernel, which waited for a disk or provided memory. The late stack
     * shows the call. If it shows ordinary code instead, and the thread had page faults, the kernel handled a page fault.
     */
    private void silences() {
        if (owners.size() != 1) {
            return;
        }
        boolean faulted = false;
        for (ThreadAccounting one : readings) {
            faulted |= one.minorFaults() + one.majorFaults() > 0 && one.voluntarySwitches() > 0;
        }
        for (StackSpan span : stacks.get(0)) {
            long silentNs = span.timeNs() - span.askedNs();
            IntervalSet silence = ledger.free().within(span.askedNs(), span.timeNs());
            if (silentNs > rules.ns(Constant.ANSWERS_WITHIN)
                    && 2 * silence.lengthNs() > silentNs
                    && !uninformative.contains(span.index())
                    && !endsOffCpu.contains(span.index())) {
                StackReadings.Reading reading = stackReadings.of(stack(span).frames());
                Cause cause = silentIn(reading, faulted);
                if (cause != null) {
                    ledger.take(cause, silence, 0, 1, reading.place());
                    silencesNs += silence.lengthNs();
                }
            }
        }
    }

    private static Cause silentIn(StackReadings.Reading reading, boolean faulted) {
        if (IN_THE_KERNEL.contains(reading.cause())) {
            return reading.cause();
        }
        return reading.cause() == Cause.CODE && faulted ? Cause.PAGE_FAULT : null;
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
                - ledger.ns(Cause.STOPPED)
                - ledger.ns(Cause.STEAL)
                - silencesNs
                - seenBlockedNs();
        if (leftNs > accountNoiseNs) {
            ledger.take(Cause.BLOCKED, place(leftNs, IntervalSet.NONE), readings.size(), 0, "");
        }
    }

    /** Before and after, the pacing thread may sleep as it likes. */
    private long outsideNs(ThreadAccounting account) {
        return Math.max(0, fromNs - account.fromNs()) + Math.max(0, account.toNs() - iteration.endNs());
    }

    private long seenBlockedNs() {
        long ns = 0;
        for (StackSpan stack : stacks.get(0)) {
            boolean waiting =
                    WAITING.contains(stackReadings.of(stack(stack).frames()).cause());
            ns += stack(stack).running() && !waiting
                    ? 0
                    : ledger.free().and(stack.stood()).lengthNs();
        }
        for (StackSpan stack : ofIntervals) {
            ns += ledger.free().and(stack.stood()).lengthNs();
        }
        return ns;
    }

    private long tookOffCoreNs() {
        // To wait for a core is not to be off it, and stops have some of that too.
        long ns = initialisedNs - waitedInStopsNs;
        for (Cause cause : Cause.STOPS) {
            ns += ledger.ns(cause);
        }
        for (Cause cause : Cause.BLOCKING) {
            ns += cause == Cause.CLASS_LOADING || cause == Cause.ALLOCATION ? 0 : ledger.ns(cause);
        }
        return ns;
    }

    private void demoteUnanswered(IntervalSet stood) {
        stacks.forEach(own -> own.stream()
                .filter(stack ->
                        2 * stood.within(stack.askedNs(), stack.timeNs()).lengthNs() > stack.timeNs() - stack.askedNs()
                                || stood.contains(stack.timeNs()))
                .forEach(stack -> endsOffCpu.add(stack.index())));
    }

    /** Each took what a capture takes, up to the stack if the thread was interrupted before that; it was not if it had no core. */
    private void captures() {
        long eachNs = diagnosed.captureNs();
        for (List<StackSpan> own : owners.size() == 1 ? stacks : List.<List<StackSpan>>of()) {
            for (StackSpan stack : own) {
                boolean ran = !endsOffCpu.contains(stack.index()) && !uninformative.contains(stack.index());
                long fromNs = ran ? Math.max(stack.askedNs(), stack.timeNs() - eachNs) : stack.timeNs();
                ledger.take(Cause.CAPTURE, ledger.free().within(fromNs, fromNs + eachNs), 0, 1, "");
            }
        }
    }

    /** What lies between deoptimisations in a row, whatever ordinary code the few stacks show that are taken there. */
    private void deoptimisedAgain() {
        List<Evidence> inRows =
                owners.size() == 1 ? DeoptimisationRows.in(evidence.of(Cause.DEOPTIMIZATION), rules) : List.of();
        if (!inRows.isEmpty()) {
            IntervalSet known = knownFromStacks();
            for (Evidence interpreted : inRows) {
                IntervalSet time = ledger.free()
                        .within(interpreted.startNs(), interpreted.endNs())
                        .minus(known);
                ledger.take(Cause.DEOPTIMIZATION, time, 0, 0, interpreted.detail());
            }
        }
    }

    /** What stacks stand for that show something else than code: a thread that does not run, or what the JVM does for it. */
    private IntervalSet knownFromStacks() {
        IntervalSet known = IntervalSet.NONE;
        for (StackSpan stack : stacks.get(0)) {
            StackSample sample = stack(stack);
            boolean ordinary = sample.running()
                    && ORDINARY.contains(stackReadings.of(sample.frames()).cause());
            if (!ordinary && !uninformative.contains(stack.index())) {
                known = known.or(stack.stood());
            }
        }
        return known;
    }

    private void work() {
        Work work = new Work(
                diagnosed,
                stackReadings,
                rules,
                ledger,
                uninformative,
                insideCall,
                endsOffCpu,
                evidence.of(Cause.DEOPTIMIZATION),
                !evidence.of(Cause.ALLOCATION).isEmpty(),
                owners.size());
        for (List<StackSpan> own : stacks) {
            work.add(own);
        }
        work.add(ofIntervals);
        long leftNs = Math.max(0, normalNs - ledger.ns(Cause.USUAL_WORK));
        work.claim(leftNs, mean(ThreadAccounting::faultsNs), (int) mean(ThreadAccounting::minorFaults));
    }

    private void mention() {
        for (Cause cause : MENTIONED) {
            int events = 0;
            for (Evidence one : evidence.of(cause)) {
                events += one.startNs() <= iteration.endNs() && one.endNs() >= fromNs ? 1 : 0;
            }
            boolean taken = cause == Cause.COMPILATION && ledger.ns(cause) > 0;
            if (events > 0 && !taken) {
                ledger.add(cause, 0, events, 0, evidence.of(cause).get(0).detail());
            }
        }
    }
}
