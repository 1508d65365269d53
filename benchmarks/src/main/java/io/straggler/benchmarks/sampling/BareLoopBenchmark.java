package io.straggler.benchmarks.sampling;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.Arguments.Listed;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.CommandRun;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.MarkdownTable;
import io.straggler.benchmarks.support.PairedRatio;
import io.straggler.benchmarks.support.Tail;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.diagnosis.Counterfactual;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.SamplerSummary;
import io.straggler.model.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How close the latencies that Straggler measures come to those that a paced loop of a few lines measures, of the same work: with
 * everything on, without its sampler, and beside JLBH; each in a JVM of its own, in rounds whose order rotates.
 */
public final class BareLoopBenchmark {
    private final Arguments arguments;
    private final int perSecond;
    private final List<Map<Way, Measured>> rounds = new ArrayList<>();

    private BareLoopBenchmark(Arguments arguments, int perSecond) {
        this.arguments = arguments;
        this.perSecond = perSecond;
    }

    /** How the work is paced and measured. */
    private enum Way {
        BARE("bare loop"),
        EVERYTHING("straggler run"),
        OFF("with `--sampler off`"),
        JLBH("JLBH");

        private final String label;

        Way(String label) {
            this.label = label;
        }
    }

    /**
     * One run.
     *
     * @param uncaptured the tail without what captures took, by replaying the run's queue; only p99 and p99.9 are numbers, of a run that took captures
     */
    private record Measured(Tail tail, Tail uncaptured, SamplerSummary sampler) {
        private static final Tail UNKNOWN = new Tail(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        private Measured(Tail tail, SamplerSummary sampler) {
            this(tail, UNKNOWN, sampler);
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of(
                        "pairs", 10L,
                        "seconds", 5L,
                        "warm-up-seconds", 3L,
                        "slow-one-in", (long) SlowNowAndThen.USUAL_ONE_IN),
                Map.of("pairs", 1L, "seconds", 2L, "warm-up-seconds", 1L),
                Map.of("rates", Listed.numbers("4000,20000,100000", "20000")));
        System.out.println("bare-loop " + arguments);
        List<BareLoopBenchmark> all = new ArrayList<>();
        for (int rate : arguments.numbers("rates")) {
            BareLoopBenchmark benchmark = new BareLoopBenchmark(arguments, rate);
            for (int round = 0; round < arguments.count("pairs"); round++) {
                benchmark.round(round);
            }
            benchmark.printLatencies();
            all.add(benchmark);
        }
        MarkdownTable table = new MarkdownTable("captures at", "captures/s", "one, µs", "together, share of the time");
        all.forEach(benchmark -> benchmark.printCaptures(table));
    }

    private void round(int round) throws IOException, InterruptedException {
        Way[] ways = Way.values();
        Map<Way, Measured> measured = new EnumMap<>(Way.class);
        for (int i = 0; i < ways.length; i++) {
            Way way = ways[(round + i) % ways.length];
            Measured one = measure(way);
            measured.put(way, one);
            System.err.printf(
                    Locale.ROOT,
                    "%d/s  round %d  %-20s  p50 %.3f µs  p99 %.3f µs  p99.9 %.3f µs%n",
                    perSecond,
                    round + 1,
                    way.label,
                    one.tail.p50Ns() / 1e3,
                    one.tail.p99Ns() / 1e3,
                    one.tail.p999Ns() / 1e3);
        }
        rounds.add(measured);
    }

    private Measured measure(Way way) throws IOException, InterruptedException {
        return switch (way) {
            case BARE -> byHand(List.of(), BareLoop.class);
            case JLBH -> byHand(ChildJvm.flags(), BareLoopOfJlbh.class);
            case EVERYTHING -> straggler("auto");
            case OFF -> straggler("off");
        };
    }

    private Measured byHand(List<String> flags, Class<?> main) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(flags);
        all.add(oneIn());
        Figures figures = ChildJvm.runBare(
                all, main, perSecond, arguments.number("warm-up-seconds"), arguments.number("seconds"));
        return new Measured(Tail.of(figures), SamplerSummary.off("not Straggler"));
    }

    private Measured straggler(String sampler) throws IOException, InterruptedException {
        long seconds = arguments.number("seconds");
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            List<String> command = new ArrayList<>(List.of("run", SeldomSlow.class.getName()));
            command.addAll(List.of("--classpath", CommandRun.tasks(), "--rate", perSecond + "/s"));
            command.addAll(List.of("--duration", seconds + "s"));
            command.addAll(List.of("--warmup", arguments.number("warm-up-seconds") + "s"));
            command.addAll(List.of("--threshold", ObservedRun.THRESHOLD_NS + "ns"));
            command.addAll(List.of("--sample-after", ObservedRun.ARM_DELAY_NS + "ns", "--sampler", sampler));
            command.add("--jvm-arg=" + oneIn());
            CommandRun run = CommandRun.of(seconds, folder, command);
            Tail tail = run.tail("latency");
            return new Measured(tail, uncaptured(tail, run.folder()), run.run().sampler());
        }
    }

    /** As the run's own diagnosis predicts it; where captures took nothing, as it was measured. */
    private static Tail uncaptured(Tail tail, RunFolder folder) {
        List<Series.Point> percentiles = Analysis.of(folder).conclusions().counterfactual().without().stream()
                .filter(without ->
                        without.cause() == Cause.CAPTURE && without.site().isEmpty())
                .findFirst()
                .map(Counterfactual.Without::percentiles)
                .orElse(List.of());
        return new Tail(
                Double.NaN,
                valueNs(percentiles, 99, tail.p99Ns()),
                valueNs(percentiles, 99.9, tail.p999Ns()),
                Double.NaN);
    }

    private static double valueNs(List<Series.Point> percentiles, double percentile, double elseNs) {
        return percentiles.stream()
                .filter(point -> point.percentile() == percentile)
                .mapToDouble(Series.Point::valueNs)
                .findFirst()
                .orElse(elseNs);
    }

    private String oneIn() {
        return "-D" + SlowNowAndThen.ONE_IN + "=" + arguments.number("slow-one-in");
    }

    private void printLatencies() {
        MarkdownTable table = new MarkdownTable(
                String.format(Locale.ROOT, "at %,d/s", perSecond),
                "p50, µs",
                "to bare",
                "p99, µs",
                "to bare",
                "p99.9, µs",
                "to bare",
                "worst, µs",
                "to bare");
        for (Way way : Way.values()) {
            table.row(
                    way.label,
                    us(way, Tail::p50Ns),
                    toBare(way, Tail::p50Ns),
                    us(way, Tail::p99Ns),
                    toBare(way, Tail::p99Ns),
                    us(way, Tail::p999Ns),
                    toBare(way, Tail::p999Ns),
                    us(way, Tail::worstNs),
                    toBare(way, Tail::worstNs));
            if (way == Way.EVERYTHING) {
                table.row(
                        "the same without what captures took",
                        "–",
                        "–",
                        uncapturedUs(Tail::p99Ns),
                        uncapturedToBare(Tail::p99Ns),
                        uncapturedUs(Tail::p999Ns),
                        uncapturedToBare(Tail::p999Ns),
                        "–",
                        "–");
            }
        }
    }

    private String uncapturedUs(ToDoubleFunction<Tail> figure) {
        return MarkdownTable.us(Figures.median(rounds, uncaptured(figure)));
    }

    private String uncapturedToBare(ToDoubleFunction<Tail> figure) {
        return PairedRatio.of(rounds, uncaptured(figure), of(Way.BARE, figure)).toString();
    }

    private static ToDoubleFunction<Map<Way, Measured>> uncaptured(ToDoubleFunction<Tail> figure) {
        return round -> figure.applyAsDouble(round.get(Way.EVERYTHING).uncaptured);
    }

    private String us(Way way, ToDoubleFunction<Tail> figure) {
        return MarkdownTable.us(Figures.median(rounds, of(way, figure)));
    }

    private String toBare(Way way, ToDoubleFunction<Tail> figure) {
        return way == Way.BARE
                ? "1"
                : PairedRatio.of(rounds, of(way, figure), of(Way.BARE, figure)).toString();
    }

    private static ToDoubleFunction<Map<Way, Measured>> of(Way way, ToDoubleFunction<Tail> figure) {
        return round -> figure.applyAsDouble(round.get(way).tail);
    }

    /** What the captures took from the measured thread by themselves. */
    private void printCaptures(MarkdownTable table) {
        double perSecondTaken =
                Figures.median(rounds, round -> captures(round).capturesTaken()) / arguments.number("seconds");
        double captureNs = Figures.median(rounds, round -> captures(round).captureNs());
        table.row(
                String.format(Locale.ROOT, "%,d/s", perSecond),
                MarkdownTable.number(perSecondTaken, 0),
                MarkdownTable.number(captureNs / 1e3, 1),
                MarkdownTable.number(100 * perSecondTaken * captureNs / 1e9, 3) + "%");
    }

    private static SamplerSummary captures(Map<Way, Measured> round) {
        return round.get(Way.EVERYTHING).sampler;
    }
}
