package io.straggler.anyrecording;

import io.straggler.jfr.anyrecording.OutlierRecords;
import io.straggler.jfr.anyrecording.RecordedFacts;
import io.straggler.jfr.anyrecording.SlowIterations;
import io.straggler.model.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Stacks that a recording holds and that could not be used, with what to take instead. */
final class StackNotices {
    private StackNotices() {}

    static List<Notice> of(RecordedFacts facts, OutlierRecords records) {
        SlowIterations slow = records.outliers();
        List<Notice> notices = new ArrayList<>();
        ofCarriers(facts, records).ifPresent(notices::add);
        if (slow.unnamed() > 0) {
            notices.add(Notice.of(
                    Notice.Code.NO_THREAD, slow.unnamed(), slow.outliers().size()));
        }
        Map<String, Long> others = records.unused().ofOtherTypes();
        if (!others.isEmpty()) {
            notices.add(Notice.of("Not read as stacks of the iterations' threads: " + named(others) + "."));
        }
        return notices;
    }

    /** The notice where iterations ran on virtual threads, and a profiler's stacks name other threads. */
    static Optional<Notice> ofCarriers(RecordedFacts facts, OutlierRecords records) {
        SlowIterations slow = records.outliers();
        long stacks = onCarriers(facts, records);
        Set<Long> virtualThreads = slow.virtualThreads();
        long virtual = slow.outliers().stream()
                .filter(outlier -> virtualThreads.contains(outlier.osThreadId()))
                .count();
        return virtual == 0 || stacks == 0
                ? Optional.empty()
                : Optional.of(Notice.of(
                        Notice.Code.CARRIER_STACKS, virtual, slow.outliers().size(), stacks));
    }

    /** Number of stacks that a profiler took of threads of the system: of a virtual thread it names the carrier. */
    private static long onCarriers(RecordedFacts facts, OutlierRecords records) {
        return records.unused().ofOtherThreads().entrySet().stream()
                .filter(count -> count.getKey().namesCarriers(facts))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static String named(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(type -> String.format(Locale.ROOT, "%,d %s", type.getValue(), type.getKey()))
                .collect(Collectors.joining(", "));
    }
}
