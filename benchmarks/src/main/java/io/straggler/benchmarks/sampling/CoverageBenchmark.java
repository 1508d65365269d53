package io.straggler.benchmarks.sampling;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.Arguments.Listed;
import io.straggler.benchmarks.support.CommandRun;
import io.straggler.benchmarks.support.MarkdownTable;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How many outliers have a stack, and how many of those that were long on purpose have one that shows where: at several rates, with and
 * without busy processes beside, on and off the core, in the pacing thread and in another. Each cell is a run by the command line.
 */
public final class CoverageBenchmark {
    private static final long WARM_UP_SECONDS = 3;

    /** From here on the usual work is shorter, and long iterations rarer, so that the rate can be kept. */
    private static final int HIGH_RATE = 50_000;

    private static final long LONG_ONE_IN = 300;

    /** Collections that take about a second need a serial collector and a live set, which {@link FullCollections} makes. */
    private static final List<String> COLLECTED =
            List.of("--jvm-arg=-XX:+UseSerialGC", "--jvm-arg=-Xms4g", "--jvm-arg=-Xmx4g");

    private final Arguments arguments;
    private final Map<String, CoverageCell> cells = new LinkedHashMap<>();

    private CoverageBenchmark(Arguments arguments) {
        this.arguments = arguments;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("seconds", 30L, "seed", 1L, "one-in", LONG_ONE_IN),
                Map.of("seconds", 2L),
                Map.of(
                        "collections", new Listed("no", "no", "no|yes"),
                        "rates", Listed.numbers("1000,4000,20000,100000", "4000,100000"),
                        "hogs", new Listed("0,1,3", "0,1", "[0-9]{1,2}"),
                        "kinds",
                                new Listed(
                                        "core,socket,park,async-core,async-park",
                                        "core,socket,park,async-core,async-park",
                                        "core|socket|park|async-core|async-park")));
        System.out.println("coverage " + arguments);
        CoverageBenchmark benchmark = new CoverageBenchmark(arguments);
        benchmark.measureAndPrint();
        benchmark.printRuns();
    }

    private void measureAndPrint() throws IOException, InterruptedException {
        MarkdownTable table = new MarkdownTable(
                "rate, hogs, kind",
                "outliers",
                "ran long",
                "with a stack",
                "by sample",
                "by event",
                "long on purpose",
                "show the method",
                "first stack after, µs",
                "innocent per 1,000",
                "due after the end",
                "margin, µs");
        for (int rate : arguments.numbers("rates")) {
            for (int hogs : arguments.numbers("hogs")) {
                for (String kind : arguments.list("kinds")) {
                    for (String collections : arguments.list("collections")) {
                        measureAndPrint(table, rate, hogs, LongKind.named(kind), collections.equals("yes"));
                    }
                }
            }
        }
    }

    private void measureAndPrint(MarkdownTable table, int rate, int hogs, LongKind kind, boolean collected)
            throws IOException, InterruptedException {
        String name =
                String.format("%,d/s, %d, %s%s", rate, hogs, kind.label(), collected ? ", with full collections" : "");
        try {
            CoverageCell cell = measure(rate, hogs, kind, collected);
            cells.put(name, cell);
            row(table, name, cell);
        } catch (RuntimeException | OutOfMemoryError e) {
            // The other cells are worth having, and one of a rate far from kept has millions of outliers.
            System.err.println(name + ": " + e);
            table.row(name, "–", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–");
        }
    }

    private CoverageCell measure(int rate, int hogs, LongKind kind, boolean collected)
            throws IOException, InterruptedException {
        long seconds = arguments.number("seconds");
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Path tags = folder.path().resolve("tags");
            List<String> command = new ArrayList<>(List.of("run", kind.task().getName()));
            command.addAll(List.of("--classpath", CommandRun.tasks(), "--rate", rate + "/s"));
            command.addAll(List.of("--duration", seconds + "s", "--warmup", WARM_UP_SECONDS + "s"));
            command.addAll(
                    List.of("--threshold", kind.thresholdNs() + "ns", "--sample-after", kind.armDelayNs() + "ns"));
            command.addAll(List.of("--sampler", "triggered"));
            command.add(CommandRun.property(LongIterations.SEED, arguments.number("seed")));
            command.add(CommandRun.property(
                    LongIterations.ONE_IN, arguments.number("one-in") * (rate < HIGH_RATE ? 1 : 10)));
            command.add(CommandRun.property(LongIterations.USUAL_ROUNDS, rate < HIGH_RATE ? 3_000 : 600));
            command.add(CommandRun.property(LongIterations.SHORTEST_NS, kind.shortestNs()));
            command.add(CommandRun.property(LongIterations.LONGEST_NS, kind.longestNs()));
            command.add(CommandRun.property(LongIterations.FILE, tags));
            if (collected) {
                command.addAll(COLLECTED);
                command.add(CommandRun.property(FullCollections.WANTED, true));
            }
            CommandRun measured = Hogs.beside(hogs, () -> CommandRun.of(seconds, folder, command));
            Set<Long> longOnPurpose =
                    Files.readAllLines(tags).stream().map(Long::valueOf).collect(Collectors.toSet());
            return CoverageCell.of(measured, longOnPurpose, kind.knownMethod());
        }
    }

    private static void row(MarkdownTable table, String name, CoverageCell cell) {
        table.row(
                name,
                cell.outliers(),
                cell.ranLong(),
                MarkdownTable.share(cell.withStack(), cell.ranLong()),
                MarkdownTable.share(cell.withSample(), cell.ranLong()),
                MarkdownTable.share(cell.withEvent(), cell.ranLong()),
                cell.onPurpose(),
                MarkdownTable.share(cell.showTheMethod(), cell.onPurpose()),
                MarkdownTable.number(cell.firstAfterNs() / 1e3, 1),
                MarkdownTable.number(cell.innocentPerThousand(), 2),
                cell.dueAfterEnd(),
                MarkdownTable.number(cell.sampler().marginNs() / 1e3, 1));
    }

    /** The same cells' latencies, and what the sampler did for them: whether a cell was a fair one. */
    private void printRuns() {
        MarkdownTable table = new MarkdownTable(
                "rate, hogs, kind",
                "p50, µs",
                "p99, µs",
                "p99.9, µs",
                "worst, µs",
                "captures/s",
                "capture, µs",
                "capped",
                "sampler",
                "rate kept");
        cells.forEach((name, cell) -> table.row(
                name,
                MarkdownTable.us(cell.latency().p50Ns()),
                MarkdownTable.us(cell.latency().p99Ns()),
                MarkdownTable.us(cell.latency().p999Ns()),
                MarkdownTable.us(cell.latency().worstNs()),
                MarkdownTable.number((double) cell.sampler().capturesTaken() / arguments.number("seconds"), 0),
                MarkdownTable.number(cell.sampler().captureNs() / 1e3, 1),
                cell.sampler().cappedIterations(),
                cell.sampler().mode().label(),
                cell.status().name().equals("OK") ? "yes" : "no"));
    }
}
