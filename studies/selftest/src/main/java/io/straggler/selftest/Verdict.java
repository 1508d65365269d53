package io.straggler.selftest;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.selftest.fault.Fault;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Verdict of the diagnosis on one outlier.
 *
 * @param intendedNs the outlier's tag
 * @param partsNs time that each cause is said to have taken, without zeros
 * @param places where each cause's time was spent for the most part, in words; not of all causes
 * @param withStack whether a stack was taken of it
 */
public record Verdict(long intendedNs, Map<Cause, Long> partsNs, Map<Cause, String> places, boolean withStack) {
    private static final Set<Cause> QUEUED = EnumSet.of(Cause.CULPRITS, Cause.LOAD, Cause.INHERITED);

    /** Answers that name nothing. */
    static final Set<Cause> ABSTENTIONS = Cause.UNKNOWN;

    public Verdict {
        Map<Cause, Long> copy = new EnumMap<>(Cause.class);
        partsNs.forEach((cause, ns) -> {
            if (ns > 0) {
                copy.put(cause, ns);
            }
        });
        partsNs = Collections.unmodifiableMap(copy);
        places = places.isEmpty() ? Map.of() : new EnumMap<>(places);
    }

    /** The verdict of a budget. */
    public static Verdict of(TimeBudget budget, DiagnosedOutlier diagnosed) {
        Map<Cause, Long> parts = new EnumMap<>(Cause.class);
        Map<Cause, String> places = new EnumMap<>(Cause.class);
        for (TimeBudget.Part part : budget.parts()) {
            parts.merge(part.cause(), part.ns(), Long::sum);
            part.where().stream()
                    .findFirst()
                    .ifPresent(where -> places.put(part.cause(), where.place().words()));
        }
        return new Verdict(
                budget.intendedNs(),
                parts,
                places,
                diagnosed.stacksNs().stream().anyMatch(ns -> ns > 0));
    }

    /** The cause that is named as the reason why the iteration was late; empty if none is. */
    public Optional<Cause> first(Fault fault) {
        return first(answersNs(fault));
    }

    static Optional<Cause> first(Map<Cause, Long> answersNs) {
        return answersNs.entrySet().stream()
                .filter(answer -> answer.getKey().canBeTheReason())
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
    }

    /** The parts that answer for the fault: the queue for a burst, the iteration's own excess for all others. */
    Map<Cause, Long> answersNs(Fault fault) {
        Map<Cause, Long> answers = new EnumMap<>(Cause.class);
        partsNs.forEach((cause, ns) -> {
            if (cause != Cause.USUAL_WORK && (fault == Fault.BURST || !QUEUED.contains(cause))) {
                answers.put(cause, ns);
            }
        });
        if (fault == Fault.BURST) {
            answers.keySet().retainAll(QUEUED);
        }
        return answers;
    }
}
