package io.straggler.diagnosis.budget.reading;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Place;
import io.straggler.model.StackFrame;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Readings of stacks by their frames. Recordings share equal stacks, and comparing the names of a deep stack with all
 * known ones costs more than everything else that is done with it, so each stack is read once. For one thread.
 */
public final class StackReadings {
    private static final Place COMPILE_QUEUE = Place.of("the JVM's queue of methods to compile");

    private final Map<List<StackFrame>, Reading> known = new IdentityHashMap<>();

    private final NormalCode normal;
    private final FaultFreeCode faultFree;
    private final String task;

    /** @param normal what normal iterations run */
    public StackReadings(NormalCode normal) {
        this(normal, FaultFreeCode.UNKNOWN, "");
    }

    /**
     * @param normal what normal iterations run
     * @param faultFree what outliers run without page faults
     * @param task the task's name, or the methods whose calls are iterations, as the user named them
     */
    public StackReadings(NormalCode normal, FaultFreeCode faultFree, String task) {
        this.normal = normal;
        this.faultFree = faultFree;
        this.task = task;
    }

    /**
     * Reading of one stack.
     *
     * @param cause that its frames speak for: code, if they are ordinary
     * @param waited what it is in if its thread does not run, or is slow to answer
     * @param calledFor what the JDK's code is part of, if it is the JDK's
     * @param interpreted the method that was interpreted, though that is no cause yet; empty if none was
     * @param offHeap whether it works on memory outside of the heap
     * @param inJava whether it has a Java frame
     * @param classWork whether it is of work on classes, whatever the JVM does on top of it
     * @param method of the program's that it is in; empty if it is in none
     * @param unusual whether no normal iteration is known to be in that
     * @param place in as few frames as identify it
     * @param namesAll whether the recording names all of its methods
     * @param asksToWait whether the program asked for a wait on a monitor in it
     * @param caller the program's method that got into what an event reports, through whatever libraries
     * @param callers places that events reported, each with the same as called by the program's method
     */
    public record Reading(
            Cause cause,
            Optional<Cause> waited,
            Optional<Cause> calledFor,
            String interpreted,
            boolean offHeap,
            boolean inJava,
            boolean classWork,
            String method,
            boolean unusual,
            Place place,
            boolean namesAll,
            boolean asksToWait,
            String caller,
            Map<Place, Place> callers) {}

    public Reading of(List<StackFrame> frames) {
        Reading reading = known.get(frames);
        if (reading == null) {
            reading = read(frames);
            known.put(frames, reading);
        }
        return reading;
    }

    /**
     * Reads one stack. Code that seldom runs is interpreted, so interpretation alone is no cause. It is one if normal iterations run the
     * method compiled, or if none of the program's methods in the stack is compiled.
     */
    private Reading read(List<StackFrame> frames) {
        String interpreted = StackCauses.interpreted(frames).orElse("");
        boolean otherwiseCompiled = !interpreted.isEmpty()
                && (normal.compiled().contains(interpreted) || StackCauses.allInterpreted(frames));
        Cause cause = StackCauses.of(frames).orElse(otherwiseCompiled ? Cause.DEOPTIMIZATION : Cause.CODE);
        String method = StackPlace.caller(frames);
        return new Reading(
                cause,
                NativeCalls.waited(frames),
                NativeCalls.calledFor(frames),
                interpreted,
                NativeCalls.offHeap(frames),
                frames.stream().anyMatch(frame -> !frame.kind().isNative()),
                StackCauses.classWork(frames),
                method,
                !normal.reaches(method),
                NativeCalls.waitsForCompileQueue(frames) ? COMPILE_QUEUE : StackPlace.of(frames, task),
                frames.stream().noneMatch(frame -> frame.name().startsWith("[")),
                StackCauses.asksToWait(frames),
                StackPlace.caller(frames, task),
                new HashMap<>());
    }

    /** Whether other outliers ran the code at a place without page faults. */
    public boolean faultFree(Place place) {
        return faultFree.has(place);
    }

    /** The place of an event with this stack, as called by the program's method that got into it, through whatever libraries. Equal ones are the same object. */
    public Place called(Place place, List<StackFrame> frames) {
        Reading reading = of(frames);
        return reading.callers.computeIfAbsent(place, event -> event.calledBy(reading.caller));
    }
}
