package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.StackSpan;
import io.straggler.diagnosis.budget.reading.StackReadings;
import io.straggler.model.Evidence;
import io.straggler.model.Place;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Calls in which, by events of the JVM, the thread was blocked, in the order of {@link Cause}. */
final class BlockingCalls {
    /**
     * Causes in which a thread is mostly off the core, even if a stack shows it running: the signal may have woken it
     * up.
     */
    static final Set<Cause> WAITING = EnumSet.of(
            Cause.MONITOR,
            Cause.PARK,
            Cause.WAIT,
            Cause.SLEEP,
            Cause.FILE_IO,
            Cause.SOCKET_IO,
            Cause.NAME_LOOKUP,
            Cause.PROCESS_START,
            Cause.PAGE_FAULT,
            Cause.VM_OPERATION);

    private final Timeline timeline;
    private final TimeLedger ledger;
    private final StackRoles notes;
    private final StackReadings readings;

    /** Stacks that came with events, by when they begin; null until they are needed. */
    private @Nullable Map<Long, StackSample> byStart;

    /** Captured stacks whose methods are all named in the recording; null until they are needed. */
    private @Nullable TakenStacks named;

    /** When the thread waited for a core, less what came when one of these calls woke it up. */
    private IntervalSet waitedForCore = IntervalSet.NONE;

    private long initialisedNs;

    BlockingCalls(Timeline timeline, TimeLedger ledger, StackRoles notes, StackReadings readings) {
        this.timeline = timeline;
        this.ledger = ledger;
        this.notes = notes;
        this.readings = readings;
    }

    /**
     * Takes it, if the time is one thread's: one of several that was blocked did not hold up the others.
     *
     * @param waited when the thread waited for a core
     */
    void take(IntervalSet waited) {
        waitedForCore = waited;
        if (timeline.oneThread()) {
            for (Cause cause : Cause.BLOCKING) {
                if (cause == Cause.WAIT) {
                    waits();
                } else {
                    block(cause, timeline.evidence.of(cause));
                }
            }
        }
    }

    private void waits() {
        Map<Boolean, List<Evidence>> byInitialiser =
                timeline.evidence.of(Cause.WAIT).stream().collect(Collectors.partitioningBy(this::initialises));
        long loadingNs = ledger.ns(Cause.CLASS_LOADING);
        block(Cause.CLASS_LOADING, byInitialiser.getOrDefault(true, List.of()));
        initialisedNs = ledger.ns(Cause.CLASS_LOADING) - loadingNs;
        block(Cause.WAIT, byInitialiser.getOrDefault(false, List.of()));
    }

    /** Whether a wait on a monitor is one that the JVM has a thread make while another one runs a class's initialiser: the program asked for none. */
    private boolean initialises(Evidence wait) {
        StackSample stack = stackOf(wait);
        return stack != null
                && !stack.frames().isEmpty()
                && !readings.of(stack.frames()).asksToWait();
    }

    private void block(Cause cause, List<Evidence> events) {
        notes.surround(cause, ledger.takeEvents(cause, placed(cause, events), timeline.task));
        if (WAITING.contains(cause) && waitedForCore.lengthNs() > 0) {
            waking(cause, events);
        }
    }

    /** An event ends when its thread runs again. So the wait for a core after it is a part of it, which the wait has taken. */
    private void waking(Cause cause, List<Evidence> events) {
        int touched = 0;
        List<IntervalSet> parts = new ArrayList<>();
        for (Evidence event : events) {
            IntervalSet own = waitedForCore.within(event.startNs(), event.endNs());
            if (own.lengthNs() > 0) {
                parts.add(own);
                touched++;
            }
        }
        if (touched > 0) {
            IntervalSet within = IntervalSet.unionOf(parts);
            waitedForCore = waitedForCore.minus(within);
            ledger.woke(cause, within.and(timeline.task).lengthNs(), touched);
        }
    }

    /** Events, with who called into what blocked where their stacks show it. */
    private List<Evidence> placed(Cause cause, List<Evidence> events) {
        boolean loads = cause == Cause.CLASS_LOADING;
        if (timeline.ofIntervals.isEmpty() && !loads || events.isEmpty()) {
            return events;
        }
        List<Evidence> placed = new ArrayList<>(events.size());
        for (Evidence event : events) {
            StackSample stack = withMethods(stackOf(event), event);
            StackSample within = stack == null && loads ? capturedIn(event) : null;
            Place place = within == null ? event.place() : readings.called(event.place(), within.frames());
            placed.add(event.at(stack == null ? place : place(cause, event, stack)));
        }
        return placed;
    }

    /**
     * Returns the stack of an event or, where the recording lacks names of methods in it, a stack that was captured
     * meanwhile, if there is one. The JVM loses the names of some methods of classes that an agent has changed.
     */
    private @Nullable StackSample withMethods(@Nullable StackSample ofEvent, Evidence event) {
        if (ofEvent == null || namesAll(ofEvent)) {
            return ofEvent;
        }
        StackSpan captured = named().first(event.startNs(), event.endNs());
        return captured == null ? ofEvent : timeline.sample(captured);
    }

    private boolean namesAll(StackSample stack) {
        return stack.frames().isEmpty() || readings.of(stack.frames()).namesAll();
    }

    private TakenStacks named() {
        TakenStacks known = named;
        if (known == null) {
            known = new TakenStacks(timeline.ofOneThread().stream()
                    .filter(span -> namesAll(timeline.sample(span)))
                    .toList());
            named = known;
        }
        return known;
    }

    /** A stack that was captured while an event went on; null for none. It shows who had a class loaded: these events have no stack. */
    private @Nullable StackSample capturedIn(Evidence event) {
        StackSpan taken = timeline.taken().first(event.startNs(), event.endNs());
        return taken == null ? null : timeline.sample(taken);
    }

    /** The stack that came with an event; null for none. */
    private @Nullable StackSample stackOf(Evidence event) {
        if (byStart == null) {
            byStart = new HashMap<>();
            for (StackSpan span : timeline.ofIntervals) {
                StackSample sample = timeline.sample(span);
                byStart.put(sample.sinceNs(), sample);
            }
        }
        StackSample stack = byStart.get(event.startNs());
        return stack != null && stack.timeNs() == event.endNs() ? stack : null;
    }

    /** The class of what a thread parks on is the JDK's own for nearly all, and an initialiser's lock always: the call that led to it says more. */
    private Place place(Cause cause, Evidence event, StackSample stack) {
        return cause == Cause.PARK || cause == Cause.CLASS_LOADING
                ? readings.of(stack.frames()).place()
                : readings.called(event.place(), stack.frames());
    }

    /** Returns the part of class loading, in nanoseconds, that was waiting for another thread to run an initialiser. */
    long initialisedNs() {
        return initialisedNs;
    }
}
