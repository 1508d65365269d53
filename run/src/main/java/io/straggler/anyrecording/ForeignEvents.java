package io.straggler.anyrecording;

import io.straggler.harness.series.SeriesRecorder;
import io.straggler.jfr.anyrecording.AnyRecording;
import io.straggler.jfr.chunk.RecordingFiles;
import io.straggler.model.Notice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.IntCountsHistogram;

/**
 * The events of a recording that could be iterations.
 *
 * @param events those of the program first, in the order of {@link ListedEvent.Sort}, then the others; of one sort the more frequent first
 * @param otherTypes how many types came after the first {@value #MAX_TYPES}, and are not among them
 * @param otherEvents how many events of these types took any time
 * @param problems what could not be read, or was read once though it is there twice, a sentence each
 */
public record ForeignEvents(List<ListedEvent> events, long otherTypes, long otherEvents, List<String> problems) {
    /** Number of types whose durations are kept: each takes 100 kB. */
    public static final int MAX_TYPES = 500;

    /** Reads a recording that is a file. Throws {@link io.straggler.jfr.chunk.RecordingException} if it is none. */
    public static ForeignEvents of(Path file) {
        try (RecordingFiles files = RecordingFiles.open(file)) {
            return of(files);
        }
    }

    /** Reads a recording. Throws {@link io.straggler.jfr.chunk.RecordingException} if it is none. */
    public static ForeignEvents of(RecordingFiles files) {
        Map<String, IntCountsHistogram> byName = new HashMap<>();
        Map<String, Long> others = new HashMap<>();
        try (AnyRecording recording = AnyRecording.open(files)) {
            recording.durations((name, ns) -> {
                if (byName.size() < MAX_TYPES || byName.containsKey(name)) {
                    byName.computeIfAbsent(name, key -> new IntCountsHistogram(SeriesRecorder.DIGITS))
                            .recordValue(Math.min(ns, SeriesRecorder.HIGHEST_NS));
                } else {
                    others.merge(name, 1L, Long::sum);
                }
            });
            List<ListedEvent> events = byName.entrySet().stream()
                    .map(event -> listed(event.getKey(), event.getValue()))
                    .sorted(Comparator.comparing(ForeignEvents::rank)
                            .thenComparing(
                                    Comparator.comparingLong(ListedEvent::count).reversed())
                            .thenComparing(ListedEvent::name))
                    .toList();
            long otherEvents =
                    others.values().stream().mapToLong(Long::longValue).sum();
            List<String> problems = new ArrayList<>(recording.problems());
            recording.copies().map(Notice::sentence).ifPresent(problems::add);
            return new ForeignEvents(events, others.size(), otherEvents, problems);
        }
    }

    /** Waits and the JVM's other events are of one rank: nobody asked for either. */
    private static ListedEvent.Sort rank(ListedEvent event) {
        return event.ofTheProgram() ? event.sort() : ListedEvent.Sort.JVM;
    }

    /** The event whose slowest ones are the first to ask about; empty where none is work of the program. */
    public Optional<ListedEvent> recommended() {
        return events.stream().findFirst().filter(ListedEvent::ofTheProgram);
    }

    private static ListedEvent listed(String name, IntCountsHistogram latencies) {
        return new ListedEvent(
                name,
                latencies.getTotalCount(),
                latencies.getValueAtPercentile(50),
                latencies.getValueAtPercentile(99.9),
                latencies.getMaxValue());
    }
}
