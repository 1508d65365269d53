package io.straggler.benchmarks.sampling;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.Arguments.Listed;
import io.straggler.benchmarks.support.CommandRun;
import io.straggler.benchmarks.support.MarkdownTable;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.jfr.read.RecordingReader;
import io.straggler.model.Capture;
import io.straggler.model.CoreUser;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.RecordedRun;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WakeUp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * How exactly a run folder says when a thread had no core, and who ended its waits: against the clock of the task that waited, which looks
 * right before and right behind each wait.
 */
public final class OffCoreBenchmark {
    private static final long WARM_UP_SECONDS = 3;
    private static final long EXACT_NS = 20_000;

    /** A capture that wakes a thread up does so within that. */
    private static final long CAPTURED_NS = 50_000;

    /** Of what {@link KnownWaits} wrote down. */
    private record KnownWait(long intendedNs, WaitKind kind, long fromNs, long toNs) {
        static KnownWait parse(String line) {
            String[] parts = line.split(" ");
            return new KnownWait(
                    Long.parseLong(parts[0]),
                    WaitKind.valueOf(parts[1]),
                    Long.parseLong(parts[2]),
                    Long.parseLong(parts[3]));
        }
    }

    /** A wait, and the recorded times without a core in it. */
    private record FoundWait(KnownWait known, List<OffCoreInterval> intervals, List<Capture> captures) {
        long beginErrorNs() {
            return intervals.get(0).fromNs() - known.fromNs;
        }

        long endErrorNs() {
            return known.toNs - intervals.get(intervals.size() - 1).toNs();
        }

        /** Whether no capture came between the task's clock and the kernel's, which would be in the difference. */
        boolean comparable() {
            return !intervals.isEmpty()
                    && captures.stream()
                            .mapToLong(Capture::dueNs)
                            .noneMatch(dueNs -> isBetween(
                                            dueNs,
                                            known.fromNs,
                                            intervals.get(0).fromNs())
                                    || isBetween(
                                            dueNs,
                                            intervals.get(intervals.size() - 1).toNs(),
                                            known.toNs));
        }

        private static boolean isBetween(long ns, long fromNs, long toNs) {
            return ns + CAPTURED_NS >= fromNs && ns <= toNs;
        }

        boolean exact() {
            return beginErrorNs() <= EXACT_NS && endErrorNs() <= EXACT_NS;
        }

        /** The end of the last interval that is no preemption, if it is recorded and not by a capture, which ends no wait of the program. */
        Optional<WakeUp> ended() {
            return intervals.stream()
                    .filter(interval -> !interval.preempted())
                    .reduce((one, other) -> other)
                    .flatMap(OffCoreInterval::wakeUp)
                    .filter(wakeUp -> !isByCapture(wakeUp));
        }

        private boolean isByCapture(WakeUp wakeUp) {
            return wakeUp.by().kind() == CoreUser.Kind.INTERRUPT
                    && captures.stream()
                            .mapToLong(capture -> wakeUp.atNs() - capture.dueNs())
                            .anyMatch(laterNs -> laterNs >= 0 && laterNs <= CAPTURED_NS);
        }

        boolean wakerIsRight() {
            return ended().filter(wakeUp -> known.kind.isEndedBy(wakeUp.by())).isPresent();
        }
    }

    private OffCoreBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("seconds", 30L, "seed", 1L, "rate", 4_000L),
                Map.of("seconds", 3L),
                Map.of("hogs", new Listed("0,1,3", "0", "[0-9]{1,2}")));
        System.out.println("off-core " + arguments);
        MarkdownTable table = new MarkdownTable(
                "hogs, kind",
                "outliers that waited",
                "with switches",
                "undisturbed",
                "begin and end within 20 µs",
                "begin off, µs (p50, p99)",
                "end off, µs (p50, p99)",
                "with a waker",
                "the right one");
        for (int hogs : arguments.numbers("hogs")) {
            List<FoundWait> waits = measure(hogs, arguments);
            for (WaitKind kind : WaitKind.values()) {
                row(
                        table,
                        hogs + ", " + kind.name().toLowerCase(Locale.ROOT),
                        waits.stream().filter(one -> one.known.kind == kind).toList());
            }
            row(table, hogs + ", all", waits);
        }
    }

    private static List<FoundWait> measure(int hogs, Arguments arguments) throws IOException, InterruptedException {
        long seconds = arguments.number("seconds");
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Path file = folder.path().resolve("waits");
            List<String> command = new ArrayList<>(List.of("run", KnownWaits.class.getName()));
            command.addAll(List.of("--classpath", CommandRun.tasks(), "--rate", arguments.number("rate") + "/s"));
            command.addAll(List.of("--duration", seconds + "s", "--warmup", WARM_UP_SECONDS + "s"));
            command.addAll(List.of("--threshold", "100us", "--sample-after", "20us"));
            command.add(CommandRun.property(LongIterations.SEED, arguments.number("seed")));
            command.add(CommandRun.property(LongIterations.ONE_IN, 100));
            command.add(CommandRun.property(LongIterations.USUAL_ROUNDS, 3_000));
            command.add(CommandRun.property(LongIterations.SHORTEST_NS, 100_000));
            command.add(CommandRun.property(LongIterations.LONGEST_NS, 2_000_000));
            command.add(CommandRun.property(KnownWaits.FILE, file));
            CommandRun measured = Hogs.beside(hogs, () -> CommandRun.of(seconds, folder, command));
            return found(RecordingReader.read(measured.folder().recording()), Files.readAllLines(file));
        }
    }

    /** Waits of outliers; those of the warm-up, and of iterations that were not late enough, have nothing recorded. */
    private static List<FoundWait> found(RecordedRun recorded, List<String> lines) {
        Map<Long, KnownWait> waits = new HashMap<>();
        lines.stream().map(KnownWait::parse).forEach(wait -> waits.put(wait.intendedNs, wait));
        Map<Long, ThreadUsage> usage = new HashMap<>();
        recorded.usage().forEach(one -> usage.put(one.intendedNs(), one));
        Map<Long, List<Capture>> captures =
                recorded.captures().stream().collect(Collectors.groupingBy(Capture::intendedNs));
        List<FoundWait> found = new ArrayList<>();
        recorded.outliers().forEach(outlier -> {
            KnownWait wait = waits.get(outlier.iteration().intendedNs());
            if (wait != null) {
                found.add(new FoundWait(
                        wait,
                        during(wait, usage.get(wait.intendedNs)),
                        captures.getOrDefault(wait.intendedNs, List.of())));
            }
        });
        return found;
    }

    private static List<OffCoreInterval> during(KnownWait wait, ThreadUsage usage) {
        return Optional.ofNullable(usage).flatMap(ThreadUsage::offCore).map(OffCoreTimes::intervals).stream()
                .flatMap(List::stream)
                .filter(interval -> interval.fromNs() >= wait.fromNs && interval.toNs() <= wait.toNs)
                .toList();
    }

    private static void row(MarkdownTable table, String name, List<FoundWait> waits) {
        List<FoundWait> seen =
                waits.stream().filter(wait -> !wait.intervals.isEmpty()).toList();
        List<FoundWait> comparable = seen.stream().filter(FoundWait::comparable).toList();
        long withWaker = seen.stream().filter(wait -> wait.ended().isPresent()).count();
        table.row(
                name,
                waits.size(),
                MarkdownTable.share(seen.size(), waits.size()),
                comparable.size(),
                MarkdownTable.share(comparable.stream().filter(FoundWait::exact).count(), comparable.size()),
                middleAndTail(comparable, FoundWait::beginErrorNs),
                middleAndTail(comparable, FoundWait::endErrorNs),
                MarkdownTable.share(withWaker, waits.size()),
                MarkdownTable.share(
                        seen.stream().filter(FoundWait::wakerIsRight).count(), withWaker));
    }

    private static String middleAndTail(List<FoundWait> waits, ToLongFunction<FoundWait> error) {
        long[] sorted = waits.stream().mapToLong(error).sorted().toArray();
        return sorted.length == 0
                ? "–"
                : MarkdownTable.number(sorted[sorted.length / 2] / 1e3, 1) + ", "
                        + MarkdownTable.number(sorted[sorted.length * 99 / 100] / 1e3, 1);
    }
}
