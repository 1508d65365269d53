package io.straggler.anyrecording;

import io.straggler.jfr.anyrecording.OutlierRecords;
import io.straggler.jfr.anyrecording.RecordedFacts;
import io.straggler.jfr.anyrecording.SampleType;
import io.straggler.jfr.anyrecording.SlowIterations;
import io.straggler.jfr.read.EvidenceType;
import io.straggler.model.Evidence;
import io.straggler.model.RunOutcome;
import io.straggler.model.text.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a recording does not say of its outliers, and the setting that would record it. */
final class RecordingGaps {
    /** What is hidden below this share of an outlier hardly matters. */
    private static final int PARTS = 5;

    private final RecordedFacts facts;

    RecordingGaps(RecordedFacts facts) {
        this.facts = facts;
    }

    /** Which stacks there are, in words. */
    static String samples(Map<SampleType, Long> counts, RecordedFacts facts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(type -> String.format(
                        Locale.ROOT,
                        "%,d %s, every %s",
                        type.getValue(),
                        type.getKey().typeName(),
                        Durations.format(type.getKey().periodNs(facts))))
                .collect(Collectors.joining("; ", "", ", of the iterations' threads"));
    }

    /** A sentence for each gap. */
    List<String> notes(RunOutcome outcome, SlowIterations slow, OutlierRecords records) {
        List<String> notes = new ArrayList<>();
        addCounts(slow, notes);
        if (2 * outcome.outliers() > outcome.iterations()) {
            notes.add(
                    "Most events are outliers, so nothing says what a usual one takes: all of their work counts as more than"
                            + " usual. A recorder that leaves out short calls, as trace=METHOD:5ms does, leaves out the usual ones.");
        }
        if (!knowsJvm()) {
            notes.add("The recording holds none of the JVM's events: pauses, locks and I/O show in stacks only. "
                    + "async-profiler adds them with jfrsync=FILE, settings that straggler jfc writes.");
        } else {
            addHidden(outcome.thresholdNs(), notes);
        }
        addStacks(slow, records, notes);
        return notes;
    }

    private static void addCounts(SlowIterations slow, List<String> notes) {
        long listed = slow.outliers().size() + slow.nested();
        if (slow.count() > listed) {
            notes.add(String.format(
                    Locale.ROOT,
                    "Only the slowest %,d of %,d outliers fit into memory, and are explained. Give more of it, as with"
                            + " JAVA_TOOL_OPTIONS=-Xmx4g.",
                    listed,
                    slow.count()));
        }
        if (slow.nested() > 0) {
            notes.add(
                    slow.nested() + " of " + listed + " outliers lie within another one of the same thread: percentiles"
                            + " count them, causes and stacks are those of the outermost.");
        }
        if (slow.overlapping() > 0) {
            notes.add(slow.overlapping() + " outliers overlap another one of the same thread: what happened then counts"
                    + " for each of them.");
        }
    }

    private boolean knowsJvm() {
        return EvidenceType.ALL.stream().anyMatch(type -> type.ofTheJvm() && facts.enabled(type.name()));
    }

    /** What was recorded from too long a duration on, or not at all. */
    private void addHidden(long thresholdNs, List<String> notes) {
        List<EvidenceType> coarse = new ArrayList<>();
        List<EvidenceType> off = new ArrayList<>();
        for (EvidenceType type : EvidenceType.ALL) {
            if (type.recorded() == EvidenceType.Recorded.INSTANT || type.kind() == null || !type.ofTheJvm()) {
                continue;
            }
            if (facts.knows(type.name()) && !facts.enabled(type.name())) {
                off.add(type);
            } else if (recordedFromNs(type) > thresholdNs / PARTS) {
                coarse.add(type);
            }
        }
        Map<Long, List<EvidenceType>> byThreshold =
                coarse.stream().collect(Collectors.groupingBy(this::recordedFromNs, TreeMap::new, Collectors.toList()));
        List<String> hidden = new ArrayList<>();
        byThreshold.forEach((ns, types) -> hidden.add(labels(types) + " below " + Durations.format(ns)));
        if (!off.isEmpty()) {
            hidden.add(labels(off) + " of any length");
        }
        if (!hidden.isEmpty()) {
            notes.add("No event was recorded of " + String.join(", of ", hidden) + "; outliers begin at "
                    + Durations.format(thresholdNs) + ". straggler jfc writes settings that record them.");
        }
    }

    private long recordedFromNs(EvidenceType type) {
        return facts.timeNs(type.name(), "threshold").orElse(0L);
    }

    private static String labels(List<EvidenceType> types) {
        List<String> labels = types.stream()
                .map(EvidenceType::kind)
                .filter(Objects::nonNull)
                .map(Evidence.Kind::label)
                .distinct()
                .toList();
        int last = labels.size() - 1;
        return last == 0 ? labels.get(0) : String.join(", ", labels.subList(0, last)) + " and " + labels.get(last);
    }

    private void addStacks(SlowIterations slow, OutlierRecords records, List<String> notes) {
        if (records.sampled().isEmpty()) {
            if (StackNotices.ofCarriers(facts, slow, records).isEmpty()) {
                notes.add(
                        "No stack was sampled of the iterations' threads: stacks show what blocked them, not what they ran."
                                + " Enable jdk.ExecutionSample, or run async-profiler with -e wall.");
            }
            return;
        }
        long periodNs = records.sampled().keySet().stream()
                .mapToLong(type -> type.periodNs(facts))
                .min()
                .orElseThrow();
        long[] latenciesNs = slow.outliers().stream()
                .mapToLong(outlier -> outlier.iteration().latencyNs())
                .sorted()
                .toArray();
        long medianNs = latenciesNs.length == 0 ? Long.MAX_VALUE : latenciesNs[latenciesNs.length / 2];
        if (periodNs > medianNs) {
            notes.add("Stacks were taken every " + Durations.format(periodNs)
                    + ", and half of the outliers took no longer" + " than " + Durations.format(medianNs)
                    + ". A shorter period would show more.");
        }
    }
}
