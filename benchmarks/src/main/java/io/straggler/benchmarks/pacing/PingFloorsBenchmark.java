package io.straggler.benchmarks.pacing;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.Arguments.Listed;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.CommandRun;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.MarkdownTable;
import io.straggler.benchmarks.support.PairedRatio;
import io.straggler.benchmarks.support.Tail;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How close {@code straggler ping} comes to loops that do nothing but the same round trips, in interleaved runs, at half the rate that such a loop
 * reaches: there are as many as that with time to spare for each.
 */
public final class PingFloorsBenchmark {
    /** Largest value of {@code --rate}. */
    private static final int HIGHEST_PER_SECOND = 10_000_000;

    /** How often the rate that the loop reaches is looked for. */
    private static final int ATTEMPTS = 3;

    private final Arguments arguments;
    private final Floor floor;
    private final int perSecond;

    private PingFloorsBenchmark(Arguments arguments, Floor floor) throws IOException, InterruptedException {
        this.arguments = arguments;
        this.floor = floor;
        double reached = 0;
        for (int i = 0; i < ATTEMPTS; i++) {
            // The best: what else the machine does can only slow it down.
            reached = Math.max(reached, plain(PlainPing.UNREACHABLE_PER_SECOND).get("perSecond"));
        }
        this.perSecond = (int) Math.min(HIGHEST_PER_SECOND, reached / 2);
    }

    /** A transport, and the class that does the same by hand. */
    private enum Floor {
        TCP("tcp-spin", PlainTcpPing.class),
        THREAD("thread", PlainThreadPing.class);

        private final String transport;
        private final Class<?> plain;

        Floor(String transport, Class<?> plain) {
            this.transport = transport;
            this.plain = plain;
        }
    }

    /** How the round trips are paced and measured. */
    private enum Way {
        PLAIN("plain loop"),
        PING("straggler ping"),
        OFF("with `--sampler off`");

        private final String label;

        Way(String label) {
            this.label = label;
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args,
                Map.of("pairs", 10L, "seconds", 5L, "warm-up-seconds", 3L),
                Map.of("pairs", 1L, "seconds", 1L, "warm-up-seconds", 1L),
                Map.of("transports", new Listed("tcp-spin,thread", "tcp-spin,thread", "tcp-spin|thread")));
        System.out.println("ping-floors " + arguments);
        for (Floor floor : Floor.values()) {
            if (arguments.list("transports").contains(floor.transport)) {
                new PingFloorsBenchmark(arguments, floor).measureAndPrint();
            }
        }
    }

    private void measureAndPrint() throws IOException, InterruptedException {
        List<Map<Way, Tail>> rounds = new ArrayList<>();
        for (int round = 0; round < arguments.count("pairs"); round++) {
            rounds.add(round(round));
        }
        MarkdownTable table = new MarkdownTable(
                String.format(Locale.ROOT, "%s at %,d/s", floor.transport, perSecond),
                "p50, µs",
                "to plain",
                "p99, µs",
                "to plain",
                "p99.9, µs",
                "to plain",
                "worst, µs");
        for (Way way : Way.values()) {
            table.row(
                    way.label,
                    us(rounds, way, Tail::p50Ns),
                    toPlain(rounds, way, Tail::p50Ns),
                    us(rounds, way, Tail::p99Ns),
                    toPlain(rounds, way, Tail::p99Ns),
                    us(rounds, way, Tail::p999Ns),
                    toPlain(rounds, way, Tail::p999Ns),
                    us(rounds, way, Tail::worstNs));
        }
    }

    /** Each round begins with another one, so that none always follows the same. */
    private Map<Way, Tail> round(int round) throws IOException, InterruptedException {
        Way[] ways = Way.values();
        Map<Way, Tail> measured = new EnumMap<>(Way.class);
        for (int i = 0; i < ways.length; i++) {
            Way way = ways[(round + i) % ways.length];
            Tail tail = measure(way);
            measured.put(way, tail);
            System.err.printf(
                    Locale.ROOT,
                    "%s at %d/s  round %d  %-20s  p50 %.0f ns%n",
                    floor.transport,
                    perSecond,
                    round + 1,
                    way.label,
                    tail.p50Ns());
        }
        return measured;
    }

    private Tail measure(Way way) throws IOException, InterruptedException {
        return switch (way) {
            case PLAIN -> Tail.of(plain(perSecond));
            case PING -> ping("auto");
            case OFF -> ping("off");
        };
    }

    private Figures plain(int rate) throws IOException, InterruptedException {
        return ChildJvm.run(floor.plain, rate, arguments.number("warm-up-seconds"), arguments.number("seconds"));
    }

    /** The service time of the command as users run it: from the start of a round trip to its end. */
    private Tail ping(String sampler) throws IOException, InterruptedException {
        long seconds = arguments.number("seconds");
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            List<String> command = new ArrayList<>(List.of("ping", "--transport", floor.transport));
            command.addAll(List.of("--rate", perSecond + "/s", "--size", Integer.toString(PlainTcpPing.BYTES)));
            command.addAll(List.of("--warmup", arguments.number("warm-up-seconds") + "s"));
            command.addAll(List.of("--duration", seconds + "s", "--sampler", sampler));
            return CommandRun.of(seconds, folder, command).tail("service");
        }
    }

    private static String us(List<Map<Way, Tail>> rounds, Way way, ToDoubleFunction<Tail> figure) {
        return MarkdownTable.us(Figures.median(rounds, of(way, figure)));
    }

    private static String toPlain(List<Map<Way, Tail>> rounds, Way way, ToDoubleFunction<Tail> figure) {
        return way == Way.PLAIN
                ? "1"
                : PairedRatio.of(rounds, of(way, figure), of(Way.PLAIN, figure)).toString();
    }

    private static ToDoubleFunction<Map<Way, Tail>> of(Way way, ToDoubleFunction<Tail> figure) {
        return round -> figure.applyAsDouble(round.get(way));
    }
}
