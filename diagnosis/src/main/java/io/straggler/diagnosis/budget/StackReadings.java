package io.straggler.diagnosis.budget;

import io.straggler.model.StackFrame;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the frames of stacks say. Recordings share equal stacks, and comparing the names in a deep one with everything that is known
 * costs more than all else that is done with it: so each is read once. For one thread.
 */
public final class StackReadings {
    private final Map<List<StackFrame>, Reading> known = new IdentityHashMap<>();

    /**
     * What one stack says.
     *
     * @param told the cause that its frames speak for: code, if they are ordinary
     * @param place in as few frames as tell it
     * @param callers what events reported, each with the method that called into the JDK
     */
    record Reading(Cause told, String place, Map<String, String> callers) {}

    Reading of(List<StackFrame> frames) {
        Reading reading = known.get(frames);
        if (reading == null) {
            reading = new Reading(StackCauses.of(frames).orElse(Cause.CODE), Places.of(frames), new HashMap<>());
            known.put(frames, reading);
        }
        return reading;
    }

    /** What an event with this stack told, and the method of the task's that got into it. Equal ones are the same object. */
    String detail(String told, List<StackFrame> frames) {
        return of(frames).callers.computeIfAbsent(told, detail -> {
            String caller = Places.caller(frames);
            return caller.isEmpty() || detail.isEmpty() ? detail + caller : detail + " < " + caller;
        });
    }
}
