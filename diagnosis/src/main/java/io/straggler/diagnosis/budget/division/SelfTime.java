package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.StackSpan;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.reading.StackReadings;
import io.straggler.model.Evidence;
import io.straggler.model.Place;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Divides what an outlier did not inherit, by the rules of {@link TimeDivision}, in {@link #STEPS}. For one use. */
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
                    "off the core: throttled, behind the compiler, behind a stop, in the run queue",
                    self -> self.offCore.take()),
            new Step("blocking calls", self -> self.calls.take(self.offCore.waited())),
            new Step("stops that nobody reported, steal", self -> self.unreported.stall()),
            new Step("calls of the system that let no signal through", self -> self.unreported.silences()),
            new Step("late without any reason", self -> self.unreported.lateWithoutReason()),
            new Step("off the core for reasons unknown", self -> self.unreported.offCoreForReasonsUnknown()),
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

    /** Causes that a stack may show of a thread that runs interpreted most of the time. */
    private static final Set<Cause> ORDINARY = EnumSet.of(Cause.CODE, Cause.DEOPTIMIZATION);

    /** Stand beside the time, whoever took it. */
    private static final List<Cause> MENTIONED = List.of(Cause.COMPILATION, Cause.DEOPTIMIZATION);

    private final Timeline timeline;
    private final long normalNs;
    private final StackReadings readings;
    private final Rules rules;
    private final TimeLedger ledger;
    private final StackRoles notes;
    private final OffCore offCore;
    private final BlockingCalls calls;
    private final UnexplainedOffCpu unreported;

    SelfTime(DiagnosedOutlier diagnosed, long normalNs, StackReadings readings, Rules rules) {
        this.timeline = new Timeline(diagnosed, rules);
        this.normalNs = normalNs;
        this.readings = readings;
        this.rules = rules;
        this.ledger = new TimeLedger(timeline.all, new PartnerTime(diagnosed.coreUse()));
        this.notes = new StackRoles(timeline.stacks);
        this.offCore = new OffCore(timeline, ledger, notes, rules);
        this.calls = new BlockingCalls(timeline, ledger, notes, readings);
        this.unreported = new UnexplainedOffCpu(timeline, ledger, notes, readings, rules, offCore, calls);
    }

    List<TimeBudget.Part> parts() {
        if (timeline.nothingIsKnown()) {
            // Most victims: nothing is known of them, and there are very many.
            ledger.add(Cause.DISPATCH, timeline.iteration.dispatchNs(), 0, 0, Place.NONE);
            long serviceNs = timeline.iteration.serviceNs();
            long usualNs = Math.min(normalNs, serviceNs);
            ledger.add(Cause.USUAL_WORK, usualNs, 0, 0, Place.NONE);
            ledger.add(Cause.NOT_SEEN, serviceNs - usualNs, 0, 0, Place.NONE);
            return ledger.parts();
        }
        STEPS.forEach(step -> step.take().accept(this));
        return ledger.parts();
    }

    private void stopsOfTheProcess() {
        notes.stall(ledger.takeEvents(Cause.STOPPED, timeline.processStops, timeline.stoppable));
    }

    private void stopsOfTheJvm() {
        for (Cause cause : Cause.STOPS) {
            IntervalSet stood = ledger.takeEvents(cause, timeline.evidence.of(cause), timeline.stoppable);
            notes.stall(stood);
            // Time before and after the stop within such a call is part of the stop.
            notes.surround(cause == Cause.GC_PAUSE ? cause : Cause.VM_OPERATION, stood, this::asksForAStop);
        }
    }

    /** Whether a stack is of the thread that the JVM stopped the others for. */
    private boolean asksForAStop(StackSpan stack) {
        return readings.of(timeline.sample(stack).frames()).cause() == Cause.VM_OPERATION;
    }

    private void dispatch() {
        ledger.take(Cause.DISPATCH, ledger.free(timeline.fromNs, timeline.iteration.startNs()), 0, 0, Place.NONE);
    }

    /** Each took what a capture takes, up to the stack if the thread was interrupted before that; it was not if it had no core. */
    private void captures() {
        long eachNs = timeline.diagnosed.captureNs();
        for (StackSpan stack : timeline.ofOneThread()) {
            boolean ran = !notes.endsOffCpu(stack) && !notes.stoodStill(stack);
            long fromNs = ran ? Math.max(stack.askedNs(), stack.timeNs() - eachNs) : stack.timeNs();
            ledger.take(Cause.CAPTURE, ledger.free(fromNs, fromNs + eachNs), 0, 1, Place.NONE);
        }
    }

    /** Takes the time between deoptimisations in a row, whatever ordinary code the few stacks taken there show. */
    private void deoptimisedAgain() {
        List<Evidence> inRows = timeline.oneThread()
                ? DeoptimisationRows.in(timeline.evidence.of(Cause.DEOPTIMIZATION), rules)
                : List.of();
        if (!inRows.isEmpty()) {
            IntervalSet known = knownFromStacks();
            for (Evidence interpreted : inRows) {
                IntervalSet time =
                        ledger.free(interpreted.startNs(), interpreted.endNs()).minus(known);
                ledger.take(Cause.DEOPTIMIZATION, time, 0, 0, interpreted.place());
            }
        }
    }

    /**
     * Returns the time of stacks that show something other than code: a thread that does not run, or work of the JVM
     * for it.
     */
    private IntervalSet knownFromStacks() {
        List<IntervalSet> known = new ArrayList<>();
        for (StackSpan stack : timeline.ofOneThread()) {
            StackSample sample = timeline.sample(stack);
            boolean ordinary = sample.running()
                    && ORDINARY.contains(readings.of(sample.frames()).cause());
            if (!ordinary && !notes.stoodStill(stack)) {
                known.add(stack.stood());
            }
        }
        return IntervalSet.unionOf(known);
    }

    /**
     * Takes the time without a stack. As far as an iteration usually takes as long, it is no excess, whatever was done
     * in it.
     */
    private void unseen() {
        IntervalSet unseen = ledger.free().and(timeline.task).minus(timeline.seen);
        IntervalSet beyond = unseen.last(unseen.lengthNs() - normalNs);
        ledger.take(Cause.USUAL_WORK, unseen.minus(beyond), 0, 0, Place.NONE);
        ledger.take(Cause.NOT_SEEN, beyond, 0, 0, Place.NONE);
    }

    private void work() {
        Work work = new Work(timeline, readings, rules, ledger, notes);
        timeline.stacks.forEach(work::add);
        work.add(timeline.ofIntervals);
        long leftNs = Math.max(0, normalNs - ledger.ns(Cause.USUAL_WORK));
        work.claim(leftNs, timeline.mean(ThreadUsage::faultsNs), (int) timeline.mean(ThreadUsage::minorFaults));
    }

    private void unexplained() {
        ledger.add(Cause.UNEXPLAINED, timeline.all.lengthNs() - ledger.takenNs(), 0, 0, Place.NONE);
    }

    private void mention() {
        for (Cause cause : MENTIONED) {
            int events = 0;
            for (Evidence one : timeline.evidence.of(cause)) {
                events += one.startNs() <= timeline.iteration.endNs() && one.endNs() >= timeline.fromNs ? 1 : 0;
            }
            boolean taken = cause == Cause.COMPILATION && ledger.ns(cause) > 0;
            if (events > 0 && !taken) {
                ledger.add(
                        cause, 0, events, 0, timeline.evidence.of(cause).get(0).place());
            }
        }
    }
}
