package io.straggler.anyrecording;

import io.straggler.jfr.anyrecording.OutlierRecords;
import io.straggler.jfr.anyrecording.RecordedFacts;
import io.straggler.jfr.anyrecording.SampleType;
import io.straggler.jfr.anyrecording.SlowIterations;
import io.straggler.jfr.anyrecording.ThreadChanges;
import io.straggler.jfr.read.EvidenceType;
import io.straggler.model.Evidence;
import io.straggler.model.Notice;
import io.straggler.model.Outlier;
import io.straggler.model.RunOutcome;
import io.straggler.model.text.Durations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Gaps of a recording about its outliers, and the setting that would close each. */
final class RecordingGaps {
    /** Largest share of an outlier that may be hidden and hardly matters: one part in this number. */
    private static final int PARTS = 5;

    private static final long NANOS_PER_MS = 1_000_000;

    private final RecordedFacts facts;
    private final String event;

    /** @param event type of the iterations */
    RecordingGaps(RecordedFacts facts, String event) {
        this.facts = facts;
        this.event = event;
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

    /** A notice for each gap. */
    List<Notice> notices(RunOutcome outcome, OutlierRecords records) {
        List<Notice> notices = new ArrayList<>();
        addCounts(records.outliers(), notices);
        if (2 * outcome.outliers() > outcome.iterations()) {
            notices.add(
                    Notice.of(
                            "Most events are outliers, so nothing says what a usual one takes: all of their work counts as more than"
                                    + " usual. A recorder that leaves out short calls, as trace=METHOD:5ms does, leaves out the usual ones."));
        }
        addLosses(outcome.originNs(), notices);
        if (records.phases() > 0) {
            return notices; // Of a collection: neither locks nor stacks of Java would say more.
        }
        if (!knowsJvm()) {
            notices.add(Notice.of("The recording holds none of the JVM's events: pauses, locks and I/O show in stacks"
                    + " only. async-profiler adds them with jfrsync=FILE, settings that straggler jfc writes."));
        } else {
            hidden(outcome.thresholdNs()).map(Notice::of).ifPresent(notices::add);
        }
        stacks(records).map(Notice::of).ifPresent(notices::add);
        return notices;
    }

    private static void addCounts(SlowIterations slow, List<Notice> notices) {
        long listed = slow.listed().size();
        if (slow.count() > listed) {
            notices.add(Notice.of(String.format(
                    Locale.ROOT,
                    "Only the slowest %,d of %,d outliers fit into memory, and are explained. Give more of it, as with"
                            + " JAVA_TOOL_OPTIONS=-Xmx4g.",
                    listed,
                    slow.count())));
        }
        if (slow.nested() > 0) {
            notices.add(Notice.of(
                    slow.nested() + " of " + listed + " outliers lie within another one of the same thread: percentiles"
                            + " count them, causes and stacks are those of the outermost."));
        }
        long virtual = slow.outliers().stream().filter(Outlier::virtual).count();
        if (virtual > 0) {
            notices.add(Notice.of(
                    Notice.Code.VIRTUAL_THREADS, virtual, slow.outliers().size()));
        }
        if (slow.unfollowed() > 0) {
            ThreadChanges changes = slow.changes();
            notices.add(Notice.of(
                    Notice.Code.CHANGED_THREADS,
                    changes.overlapping(),
                    changes.beganBlocked(),
                    changes.threads().size(),
                    slow.unfollowed()));
        }
    }

    /** Adds what the JVM recorded and lost, or did not record because there was too much. */
    private void addLosses(long originNs, List<Notice> notices) {
        if (facts.losses() > 0) {
            notices.add(Notice.of(
                    Notice.Code.DATA_LOST,
                    facts.lostBytes(),
                    facts.losses(),
                    Math.max(0, facts.firstLossNs() - originNs) / NANOS_PER_MS,
                    Math.max(0, facts.lastLossNs() - originNs) / NANOS_PER_MS));
        }
        facts.limitPerSecond(event)
                .ifPresent(limit -> notices.add(Notice.of(Notice.Code.LIMITED_ITERATIONS, Math.round(limit))));
        addLimit(Evidence.Kind.SOCKET_IO, Notice.Code.LIMITED_SOCKET_IO, notices);
        addLimit(Evidence.Kind.FILE_IO, Notice.Code.LIMITED_FILE_IO, notices);
    }

    private void addLimit(Evidence.Kind kind, Notice.Code code, List<Notice> notices) {
        EvidenceType.ALL.stream()
                .filter(type -> type.kind() == kind)
                .flatMap(type -> facts.reachedLimit(type.name()).stream())
                .min(Comparator.naturalOrder())
                .ifPresent(limit -> notices.add(Notice.of(code, Math.round(limit))));
    }

    private boolean knowsJvm() {
        return EvidenceType.ALL.stream().anyMatch(type -> type.ofTheJvm() && facts.enabled(type.name()));
    }

    /** Returns the events that were recorded only from too long a duration on, or not at all. */
    private Optional<String> hidden(long thresholdNs) {
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
        return hidden.isEmpty()
                ? Optional.empty()
                : Optional.of("No event was recorded of " + String.join(", of ", hidden) + "; outliers begin at "
                        + Durations.format(thresholdNs) + ". straggler jfc writes settings that record them.");
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

    private Optional<String> stacks(OutlierRecords records) {
        if (records.sampled().isEmpty()) {
            return StackNotices.ofCarriers(facts, records).isPresent()
                    ? Optional.empty()
                    : Optional.of(
                            "No stack was sampled of the iterations' threads: stacks show what blocked them, not what they ran."
                                    + " Enable jdk.ExecutionSample, or run async-profiler with -e wall.");
        }
        long periodNs = records.sampled().keySet().stream()
                .mapToLong(type -> type.periodNs(facts))
                .min()
                .orElseThrow();
        // No period helps against waits of virtual threads, nor where nobody knows whose stacks are an outlier's.
        long[] latenciesNs = records.outliers().outliers().stream()
                .filter(outlier -> outlier.osThreadId() >= 0)
                .mapToLong(outlier -> outlier.iteration().latencyNs())
                .sorted()
                .toArray();
        long medianNs = latenciesNs.length == 0 ? Long.MAX_VALUE : latenciesNs[latenciesNs.length / 2];
        return periodNs <= medianNs
                ? Optional.empty()
                : Optional.of("Stacks were taken every " + Durations.format(periodNs)
                        + ", and half of the outliers took no longer than " + Durations.format(medianNs)
                        + ". A shorter period would show more.");
    }
}
