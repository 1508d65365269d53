package io.straggler.jfr;

import io.straggler.model.BusyPeriod;
import io.straggler.model.Iteration;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunOutcome;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.WatchedThread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Puts together what the chunks of a file hold. A chunk that does not tell its process (async-profiler's) belongs to that of the
 * chunks before it, or else to the first that is told.
 */
final class Assembly {
    private static final long MOST_SAMPLES = 3_000_000;

    private final List<OwnEvents> own;
    private final List<Long> pids = new ArrayList<>();
    private final Map<Long, MeasuredProcess> processes = new LinkedHashMap<>();
    private final List<StackSample> samples = new ArrayList<>();
    private final StackNames stackNames = new StackNames();
    private final KeptEvidence evidence;
    private final Room room = new Room(MOST_SAMPLES);

    Assembly(List<ChunkExtent> extents, List<OwnEvents> own) {
        this.own = own;
        Long pid = own.stream()
                .map(events -> events.pid)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(0L);
        for (int i = 0; i < own.size(); i++) {
            OwnEvents events = own.get(i);
            pid = events.pid != null ? events.pid : pid;
            pids.add(pid);
            processes.computeIfAbsent(pid, id -> new MeasuredProcess()).add(extents.get(i), events);
            samples.addAll(events.stacks);
        }
        evidence = new KeptEvidence(all(events -> events.outliers));
        all(events -> events.standstills).forEach(evidence::add);
    }

    MeasuredProcess processOf(int chunk) {
        return processes.get(pids.get(chunk));
    }

    /** Reads a chunk's stacks and evidence. */
    void readOthers(Chunk chunk, MeasuredProcess process, ClockMap clock) {
        stackNames.nextChunk();
        EvidenceEvents events = process.evidence(evidence::add);
        chunk.events(name -> EvidenceEvents.NAMES.contains(name) || process.watchesAny() && isSample(name), row -> {
            if (isSample(row.typeName())) {
                addSample(row, process, clock);
            } else {
                events.accept(row, clock);
            }
        });
    }

    RecordedRun finish(Path file, Set<String> problems) {
        processes.values().forEach(MeasuredProcess::finish);
        if (room.dropped() + evidence.dropped() > 0) {
            problems.add(file + ": more than can be kept; dropped " + room.dropped() + " stacks and "
                    + evidence.dropped() + " pieces of evidence.");
        }
        samples.sort(Comparator.comparingLong(StackSample::timeNs));
        Map<String, String> environment = new TreeMap<>();
        own.forEach(events -> events.environment.forEach(environment::putIfAbsent));
        return new RecordedRun(
                own.stream()
                        .map(events -> events.task)
                        .filter(task -> !task.isEmpty())
                        .findFirst()
                        .orElse(""),
                environment,
                sorted(all(events -> events.runs), Comparator.comparing(RunOutcome::runId)),
                List.copyOf(new LinkedHashSet<WatchedThread>(all(events -> events.threads))),
                all(events -> events.outliers),
                periods(),
                all(events -> events.captures),
                all(events -> events.accounting),
                samples,
                evidence.inOrder(),
                all(events -> events.intervals),
                all(events -> events.samplers).stream()
                        .reduce(SamplerSummary::plus)
                        .orElse(null),
                ClockMap.error(processes.values().stream()
                        .map(MeasuredProcess::clock)
                        .filter(Objects::nonNull)
                        .toList()),
                List.copyOf(problems));
    }

    private static boolean isSample(String typeName) {
        return typeName.equals("jdk.ExecutionSample") || typeName.equals("profiler.WallClockSample");
    }

    private void addSample(Row row, MeasuredProcess process, ClockMap clock) {
        long osId = osThreadId(row);
        if (!process.watchesOsThread(osId)) {
            return;
        }
        List<StackFrame> frames = stackNames.stackOf(row);
        if (frames.isEmpty() || !room.take()) {
            return;
        }
        boolean running = !row.textOrEmpty("state").contains("SLEEPING");
        samples.add(new StackSample(clock.toNanos(row.number("startTime")), osId, running, frames));
    }

    /** async-profiler's references to threads are the ids of the operating system; the JVM's are its own. */
    private static long osThreadId(Row row) {
        Row thread = row.row("sampledThread");
        return thread == null ? row.number("sampledThread") : thread.number("osThreadId");
    }

    private List<BusyPeriod> periods() {
        Map<Long, Map<Long, List<OwnEvents.PeriodPart>>> parts = new LinkedHashMap<>();
        for (int i = 0; i < own.size(); i++) {
            Map<Long, List<OwnEvents.PeriodPart>> ofProcess =
                    parts.computeIfAbsent(pids.get(i), pid -> new TreeMap<>());
            for (OwnEvents.PeriodPart part : own.get(i).periodParts) {
                ofProcess
                        .computeIfAbsent(part.period(), id -> new ArrayList<>())
                        .add(part);
            }
        }
        return parts.values().stream()
                .map(Map::values)
                .flatMap(Collection::stream)
                .map(Assembly::period)
                .toList();
    }

    private static BusyPeriod period(List<OwnEvents.PeriodPart> parts) {
        List<Iteration> iterations = new ArrayList<>(
                parts.stream().map(OwnEvents.PeriodPart::iteration).toList());
        iterations.sort(Comparator.comparingLong(Iteration::intendedNs));
        return new BusyPeriod(
                iterations,
                parts.stream().mapToLong(OwnEvents.PeriodPart::omitted).sum());
    }

    private <T> List<T> all(Function<OwnEvents, List<T>> part) {
        return own.stream().map(part).flatMap(List::stream).toList();
    }

    private static <T> List<T> sorted(List<T> list, Comparator<T> order) {
        return list.stream().sorted(order).toList();
    }
}
