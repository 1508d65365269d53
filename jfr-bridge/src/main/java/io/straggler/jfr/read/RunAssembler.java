package io.straggler.jfr.read;

import io.straggler.jfr.chunk.Chunk;
import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.chunk.Problems;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.event.CoreWaitEvent;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Capture;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunOutcome;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import io.straggler.model.text.Background;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what the chunks of a file hold. A chunk that does not name its process (async-profiler's) belongs to that of the
 * chunks before it, or else to the first that is named.
 */
final class RunAssembler {
    private final List<ChunkExtent> extents;
    private final List<StragglerEvents> own;
    private final List<Long> pids = new ArrayList<>();
    private final Map<Long, MeasuredProcess> processes = new LinkedHashMap<>();
    private final EvidenceCollector surroundings;

    /** Put together while the rest is read. */
    private final Background<Details> details;

    /**
     * Each outlier once, because a chunk may be there twice, and with it the rest that there is much of.
     *
     * @param twice outliers that were left out
     * @param contradictory busy periods that were left out
     */
    private record Details(
            List<Outlier> outliers,
            long twice,
            List<BusyPeriod> periods,
            long contradictory,
            List<Capture> captures,
            List<ThreadUsage> usage) {}

    RunAssembler(List<ChunkExtent> extents, List<StragglerEvents> own, StackDetail detail) {
        this.extents = extents;
        this.own = own;
        Long pid = own.stream()
                .map(events -> events.pid)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(0L);
        for (int i = 0; i < own.size(); i++) {
            StragglerEvents events = own.get(i);
            pid = events.pid != null ? events.pid : pid;
            pids.add(pid);
            processes.computeIfAbsent(pid, id -> new MeasuredProcess()).add(extents.get(i), events);
        }
        List<Outlier> outliers = all(events -> events.outliers);
        List<Long> otherSampleNs = own.stream()
                .flatMap(events -> events.captures.stream())
                .filter(capture -> capture.purpose() != Capture.Purpose.LATE)
                .map(Capture::sentNs)
                .toList();
        surroundings = new EvidenceCollector(outliers, otherSampleNs, detail);
        for (int i = 0; i < own.size(); i++) {
            BoundedSamples.OtherSamples others = processOf(i).otherSamples();
            own.get(i).stacks.forEach(stack -> surroundings.kept().add(stack, others));
        }
        all(events -> events.stalls).forEach(surroundings::add);
        details = Background.start(this::details);
    }

    MeasuredProcess processOf(int chunk) {
        return Objects.requireNonNull(processes.get(pids.get(chunk)), "every chunk is of a process");
    }

    /** Returns the samples of a chunk beside Straggler's events. */
    ChunkSamples others(int chunk) {
        MeasuredProcess process = processOf(chunk);
        return new ChunkSamples(process, process.clock().of(extents.get(chunk)));
    }

    /** The stacks and the evidence of one chunk: which of them matter, and where they go. */
    final class ChunkSamples {
        private final MeasuredProcess process;
        private final ClockMap clock;
        private final EvidenceCollector.OfChunk around;

        // References mean something else in every chunk.
        private final ThreadNumbers sampled;

        private final WindowFilter wantedSamples;

        private ChunkSamples(MeasuredProcess process, ClockMap clock) {
            this.process = process;
            this.clock = clock;
            this.around = surroundings.ofChunk(process, clock);
            this.sampled = new ThreadNumbers("sampledThread", row -> watchedThread(row, process));
            this.wantedSamples = new WindowFilter(surroundings.lateOrAsked(), clock);
        }

        /** Which events of a type may matter, {@code null} for none. */
        @Nullable
        EventFilter filter(String name) {
            if (!isSample(name)) {
                return around.filter(name);
            }
            return process.watchesAny()
                    ? new EventFilter(row -> mayMatter(row) && sampled.of(row) != 0, wantedSamples)
                    : null;
        }

        /** Whether a stack is of an outlier or a normal sample, or one of the first others. */
        private boolean mayMatter(EventView sample) {
            return !process.otherSamples().isFull() || wantedSamples.contain(sample);
        }

        /** Reads what was selected by {@link #filter}. */
        void read(Chunk chunk) {
            around.read(chunk, List.of(name -> isSample(name) ? this::addSample : null));
        }

        private void addSample(EventView row) {
            long timeNs = clock.toNanos(row.startTicks());
            long osId = process.sampledThread(sampled.of(row), timeNs);
            if (osId != 0) {
                boolean running = !row.textOrEmpty("state").contains("SLEEPING");
                around.addStack(row, StackSample.Origin.CAPTURE, timeNs, timeNs, osId, running);
            }
        }
    }

    RecordedRun finish(String file, Problems problems, long dropped, Set<String> notes) {
        processes.values().forEach(MeasuredProcess::finish);
        surroundings.dropped().ifPresent(what -> notes.add(file + ": " + what));
        AllocationEvents.Found allocations = processes.values().stream()
                .map(MeasuredProcess::allocations)
                .reduce(AllocationEvents.Found.NOTHING, AllocationEvents.Found::and);
        allocations.left().ifPresent(what -> notes.add(file + ": " + what));
        long refused = processes.values().stream()
                .mapToLong(MeasuredProcess::refusedThreads)
                .sum();
        Details details = this.details.result();
        if (details.twice > 0) {
            problems.add(
                    file + ": " + details.twice + " outliers have the intended start of another, as when a chunk is "
                            + "there twice; they were left out.");
        }
        if (details.contradictory > 0) {
            problems.add(file + ": " + details.contradictory
                    + " busy periods contradict themselves or the outliers, and were left out.");
        }
        Map<String, String> environment = new TreeMap<>();
        own.forEach(events -> events.environment.forEach(environment::putIfAbsent));
        return RecordedRun.builder()
                .task(own.stream()
                        .map(events -> events.task)
                        .filter(task -> !task.isEmpty())
                        .findFirst()
                        .orElse(""))
                .environment(environment)
                .runs(sorted(distinct(all(events -> events.runs)), Comparator.comparing(RunOutcome::runId)))
                .threads(distinct(all(events -> events.threads)))
                .idleStacks(distinct(all(events -> events.idleStacks)))
                .outliers(details.outliers)
                .periods(details.periods)
                .captures(details.captures)
                .usage(details.usage)
                .coreUse(distinct(all(events -> events.coreUse)))
                .samples(surroundings.samples())
                .evidence(surroundings.evidence())
                .stops(surroundings.stops())
                .allocations(allocations.samples())
                .intervals(distinct(all(events -> events.intervals)))
                .sampler(all(events -> events.samplers).stream()
                        .reduce(SamplerSummary::plus)
                        .orElse(null))
                .clock(ClockMap.error(processes.values().stream()
                        .flatMap(process -> process.clock().maps().stream())
                        .toList()))
                .problems(problems.sentences())
                .dropped(dropped)
                .notes(List.copyOf(notes))
                .refusedThreads(refused)
                .build()
                .atThresholds();
    }

    private static boolean isSample(String typeName) {
        return typeName.equals("jdk.ExecutionSample") || typeName.equals("profiler.WallClockSample");
    }

    /**
     * The operating system's id of the thread of a stack, or zero if nobody watches it. async-profiler's references to threads are
     * such ids; the JVM's are its own.
     */
    private static long watchedThread(EventView row, MeasuredProcess process) {
        EventView thread = row.row("sampledThread");
        long osId = thread == null ? row.number("sampledThread") : thread.number("osThreadId");
        return process.watchesOsThread(osId) ? osId : 0;
    }

    /** Returns what Straggler's events of all chunks say together. */
    private Details details() {
        List<Outlier> all = all(events -> events.outliers);
        Map<Long, Outlier> byTag = new LinkedHashMap<>();
        all.forEach(outlier -> byTag.putIfAbsent(outlier.iteration().intendedNs(), outlier));
        List<Outlier> outliers = List.copyOf(byTag.values());
        BusyPeriods periods = new BusyPeriods();
        for (int i = 0; i < own.size(); i++) {
            periods.add(pids.get(i), own.get(i).periodParts);
        }
        return new Details(
                outliers,
                all.size() - outliers.size(),
                periods.complete(outliers),
                periods.contradictory(),
                all(events -> events.captures),
                CoreWaitEvent.join(distinct(all(events -> events.usage)), all(events -> events.coreWaits)));
    }

    private <T> List<T> all(Function<StragglerEvents, List<T>> part) {
        return own.stream().map(part).flatMap(List::stream).toList();
    }

    private static <T> List<T> distinct(List<T> list) {
        return List.copyOf(new LinkedHashSet<>(list));
    }

    private static <T> List<T> sorted(List<T> list, Comparator<T> order) {
        return list.stream().sorted(order).toList();
    }
}
