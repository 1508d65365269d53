package io.straggler.compare;

import io.straggler.ReferenceRun;
import io.straggler.compare.IncomparableException.Reason;
import io.straggler.compare.result.RunDifference;
import io.straggler.model.RunDescription;
import io.straggler.model.text.Decimals;
import io.straggler.model.text.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Whether two runs may be compared at all, and what else differs between them. */
final class Comparability {
    /** Say how a run went, not where or how it was made. */
    private static final Set<String> OUTCOMES =
            Set.of("retention", "recording clock", ReferenceRun.FACT, InterleavedRuns.FACT);

    /** Programs that nobody paces never run equally fast. */
    private static final double NOTABLE_PACE = 0.1;

    /** Facts about the machine, which come first: they explain most. */
    private static final List<String> MACHINE = List.of("cpu", "cores", "os", "clock source");

    private Comparability() {}

    /** Refuses folders of one side that did not measure the same. */
    static void requireSame(String label, RunDescription first, RunDescription other) {
        List<String> different = new ArrayList<>();
        if (!first.task().equals(other.task())) {
            different.add("task: " + against(first.task(), other.task()));
        }
        options(first, other).forEach(difference -> different.add(difference.sentence()));
        if (!different.isEmpty()) {
            throw new IncomparableException(
                    Reason.REQUEST,
                    "the runs of " + label + " must have measured the same: " + String.join("; ", different));
        }
    }

    /**
     * Refuses what makes a comparison meaningless.
     *
     * @param tasks whether the sides may be different tasks
     */
    static void requireComparable(RunDescription a, RunDescription b, Tasks tasks) {
        String scheduleA = a.settings().schedule();
        String scheduleB = b.settings().schedule();
        if (!scheduleA.equals(scheduleB)) {
            throw new IncomparableException(
                    Reason.REQUEST,
                    "rate and arrivals must be the same on both sides, because latency depends on them: "
                            + against(scheduleA, scheduleB));
        }
        if (tasks == Tasks.SAME && !a.task().equals(b.task())) {
            throw new IncomparableException(
                    Reason.REQUEST,
                    "the sides are different tasks: " + against(a.task(), b.task())
                            + ". If that is what you want to compare, say --different-tasks.");
        }
    }

    /** Returns the differences, those of the machine first. */
    static List<RunDifference> differences(RunDescription a, RunDescription b) {
        List<RunDifference> all = new ArrayList<>();
        for (String name : MACHINE) {
            add(name, a.environment(), b.environment(), all);
        }
        Set<String> rest = new TreeSet<>(a.environment().keySet());
        rest.addAll(b.environment().keySet());
        rest.removeAll(OUTCOMES);
        MACHINE.forEach(rest::remove);
        for (String name : rest) {
            add(name, a.environment(), b.environment(), all);
        }
        all.addAll(options(a, b));
        addPace(a, b, all);
        if (a.thresholdNs() != b.thresholdNs()) {
            all.add(new RunDifference(
                    "threshold (the first one counts for both)",
                    Durations.format(a.thresholdNs()),
                    Durations.format(b.thresholdNs())));
        }
        return all;
    }

    /** Adds the pace of programs without a schedule: whatever paced them may have been another load. */
    private static void addPace(RunDescription a, RunDescription b, List<RunDifference> all) {
        if (!a.ofAnyProgram() || !b.ofAnyProgram()) {
            return;
        }
        double inA = perSecond(a);
        double inB = perSecond(b);
        if (Math.abs(inA - inB) > NOTABLE_PACE * Math.max(inA, inB)) {
            all.add(new RunDifference("iterations a second", pace(inA), pace(inB)));
        }
    }

    private static double perSecond(RunDescription run) {
        long tookMs = run.runs().stream()
                .mapToLong(one -> one.endEpochMs() - one.startEpochMs())
                .sum();
        return run.iterations() * 1e3 / Math.max(1, tookMs);
    }

    private static String pace(double perSecond) {
        return perSecond < 10 ? Decimals.significant(perSecond, 2) : String.format(Locale.ROOT, "%,.0f", perSecond);
    }

    /** The threshold is left out: what it came to is compared. */
    private static List<RunDifference> options(RunDescription a, RunDescription b) {
        List<RunDifference> all = new ArrayList<>();
        Set<String> names = new TreeSet<>(a.optionsResolved().keySet());
        names.addAll(b.optionsResolved().keySet());
        names.remove("threshold");
        for (String name : names) {
            add(name, a.optionsResolved(), b.optionsResolved(), all);
        }
        return all;
    }

    private static void add(String name, Map<String, String> a, Map<String, String> b, List<RunDifference> all) {
        String inA = a.getOrDefault(name, "not known");
        String inB = b.getOrDefault(name, "not known");
        if (!inA.equals(inB)) {
            all.add(new RunDifference(name, words(inA), words(inB)));
        }
    }

    private static String against(String a, String b) {
        return words(a) + " against " + words(b);
    }

    private static String words(String value) {
        return value.isEmpty() ? "none" : value;
    }
}
