package io.straggler.benchmarks.diagnosis;

import io.straggler.Analysis;
import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.CommandRun;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.MarkdownTable;
import io.straggler.benchmarks.support.Tail;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Counterfactual;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.examples.gateway.OrderGateway;
import io.straggler.model.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Whether what the demo's report says of its leading causes is confirmed by removing them: the gateway as it is, and without each of them, interleaved, each
 * in a JVM of its own, or in several. What the run as it is predicts is held against what the run without the cause measures.
 */
public final class DemoCausesBenchmark {
    private static final int PER_SECOND = 4_000;
    private static final long THRESHOLD_NS = 500_000;
    private static final int LEADING = 3;
    private static final List<Double> PERCENTILES = List.of(99.0, 99.9);

    private final Arguments arguments;
    private final Tally[] tallies = new Tally[Removed.values().length];
    private final List<Tail> asItIs = new ArrayList<>();

    private DemoCausesBenchmark(Arguments arguments) {
        this.arguments = arguments;
        for (Removed removed : Removed.values()) {
            tallies[removed.ordinal()] = new Tally();
        }
    }

    /** A cause, and the arguments of a JVM that does not have it. */
    private enum Removed {
        /** Its memory is touched beforehand: the first use of a page is slow, and the run as it is uses the same few pages again and again. */
        COLLECTIONS(Cause.GC_PAUSE, "", List.of("-Xms2g", "-Xmx2g", "-Xmn1600m", "-XX:+AlwaysPreTouch")),
        PUBLISHING(Cause.SOCKET_IO, "", List.of("-Dgateway.without=publishing")),
        GROWTH(Cause.CODE, "ClientOrderIds.add", List.of("-Dgateway.without=growth"));

        private final Cause cause;

        /** The place that is fixed; empty for all of the cause. */
        private final String place;

        private final List<String> jvmArguments;

        Removed(Cause cause, String place, List<String> jvmArguments) {
            this.cause = cause;
            this.place = place;
            this.jvmArguments = jvmArguments;
        }

        private boolean predictedBy(Counterfactual.Without without) {
            return without.cause() == cause
                    && (place.isEmpty()
                            ? without.site().isEmpty()
                            : without.site()
                                    .filter(site -> site.words().contains(place))
                                    .isPresent());
        }
    }

    /** One prediction, and what then happened. */
    private record Pair(double predictedNs, Optional<Counterfactual.Interval> interval, double measuredNs) {
        /** Below the threshold a prediction is an upper bound. */
        private boolean within() {
            return interval.filter(one ->
                            (predictedNs < THRESHOLD_NS || one.lowNs() <= measuredNs) && measuredNs <= one.highNs())
                    .isPresent();
        }
    }

    private static final class Tally {
        private int leading;
        private final Map<Metric, List<Pair>> pairs = new EnumMap<>(Metric.class);
    }

    private enum Metric {
        P99,
        P999
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("rounds", 10L, "forks", 1L, "seconds", 15L, "warm-up-seconds", 6L),
                Map.of("rounds", 1L, "seconds", 3L, "warm-up-seconds", 1L));
        System.out.println("demo-causes " + arguments);
        DemoCausesBenchmark benchmark = new DemoCausesBenchmark(arguments);
        for (int round = 0; round < arguments.count("rounds"); round++) {
            benchmark.round(round);
        }
        benchmark.print();
    }

    private void round(int round) throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            CommandRun run = gateway(folder, List.of());
            Conclusions conclusions = Analysis.of(run.folder()).conclusions();
            asItIs.add(run.tail("latency"));
            Removed[] all = Removed.values();
            for (int i = 0; i < all.length; i++) {
                Removed removed = all[(round + i) % all.length];
                compare(removed, conclusions);
            }
        }
    }

    private void compare(Removed removed, Conclusions conclusions) throws IOException, InterruptedException {
        Tally tally = tallies[removed.ordinal()];
        tally.leading += leads(removed.cause, conclusions.budget()) ? 1 : 0;
        Optional<Counterfactual.Without> without = conclusions.counterfactual().without().stream()
                .filter(removed::predictedBy)
                .findFirst();
        if (without.isEmpty()) {
            return;
        }
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Tail measured = gateway(folder, removed.jvmArguments).tail("latency");
            List<Series.Point> points = without.get().percentiles();
            for (int i = 0; i < points.size(); i++) {
                int which = PERCENTILES.indexOf(points.get(i).percentile());
                int index = i;
                tally.pairs
                        .computeIfAbsent(Metric.values()[which], metric -> new ArrayList<>())
                        .add(new Pair(
                                points.get(i).valueNs(),
                                without.map(one -> one.intervals().isEmpty()
                                        ? null
                                        : one.intervals().get(index)),
                                which == 0 ? measured.p99Ns() : measured.p999Ns()));
            }
        }
    }

    private static boolean leads(Cause cause, RunBudget budget) {
        return budget.causes().stream()
                .map(RunBudget.CauseSum::cause)
                .limit(LEADING)
                .anyMatch(cause::equals);
    }

    private CommandRun gateway(TemporaryFolder folder, List<String> jvmArguments)
            throws IOException, InterruptedException {
        long forks = arguments.number("forks");
        long seconds = arguments.number("seconds");
        List<String> command = new ArrayList<>(List.of("run", OrderGateway.class.getName()));
        command.addAll(List.of("--classpath", CommandRun.examples(), "--rate", PER_SECOND + "/s"));
        command.addAll(List.of("--forks", Long.toString(forks), "--duration", seconds + "s"));
        command.addAll(List.of("--warmup", arguments.number("warm-up-seconds") + "s"));
        command.addAll(List.of("--threshold", THRESHOLD_NS + "ns"));
        command.add("--jvm-arg=-Xmx256m");
        jvmArguments.forEach(argument -> command.add("--jvm-arg=" + argument));
        return CommandRun.of(forks * seconds, folder, command);
    }

    private void print() {
        MarkdownTable table = new MarkdownTable(
                "removed",
                "among the first three causes",
                "percentile",
                "as it is, µs",
                "predicted without, µs",
                "measured without, µs",
                "predicted / measured",
                "measured within the interval");
        for (Removed removed : Removed.values()) {
            Tally tally = tallies[removed.ordinal()];
            tally.pairs.forEach((metric, pairs) -> table.row(
                    removed.name().toLowerCase(Locale.ROOT),
                    tally.leading + " of " + asItIs.size(),
                    metric == Metric.P99 ? "99" : "99.9",
                    MarkdownTable.us(Figures.median(asItIs, metric == Metric.P99 ? Tail::p99Ns : Tail::p999Ns)),
                    MarkdownTable.us(Figures.median(pairs, Pair::predictedNs)),
                    MarkdownTable.us(Figures.median(pairs, Pair::measuredNs)),
                    MarkdownTable.number(Figures.median(pairs, pair -> pair.predictedNs / pair.measuredNs), 2),
                    pairs.stream().filter(Pair::within).count() + " of " + pairs.size()));
        }
        table.row(
                "(two runs as it is)",
                "",
                "99",
                MarkdownTable.us(Figures.median(asItIs, Tail::p99Ns)),
                "",
                "",
                apart(Tail::p99Ns),
                "");
        table.row(
                "(the same)",
                "",
                "99.9",
                MarkdownTable.us(Figures.median(asItIs, Tail::p999Ns)),
                "",
                "",
                apart(Tail::p999Ns),
                "");
    }

    /** How far two runs in a row are apart, the larger over the smaller, in the median: no prediction can be closer. */
    private String apart(ToDoubleFunction<Tail> metric) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 1; i < asItIs.size(); i++) {
            double one = metric.applyAsDouble(asItIs.get(i - 1));
            double next = metric.applyAsDouble(asItIs.get(i));
            ratios.add(Math.max(one, next) / Math.min(one, next));
        }
        return ratios.isEmpty() ? "–" : MarkdownTable.number(Figures.median(ratios, ratio -> ratio), 2);
    }
}
