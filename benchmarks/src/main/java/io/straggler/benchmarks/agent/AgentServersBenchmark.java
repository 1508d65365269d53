package io.straggler.benchmarks.agent;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.MarkdownTable;
import io.straggler.benchmarks.support.PairedRatio;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.jfr.record.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * What the agent costs servers that nobody here wrote: Jetty with a page from a database, and H2's own server. Each runs with it, with nothing but the JVM's
 * own recording under the same settings, and with neither, in JVMs that take turns, under the same clients: one request after the other, and at half of what
 * the server with neither can do.
 */
public final class AgentServersBenchmark {
    private static final double SHARE_OF_CAPACITY = 0.5;

    /** The least at which threads do not move their timers themselves. */
    private static final Duration THRESHOLD = Duration.ofMillis(3);

    /** Duration from which on events are recorded with that threshold. */
    private static final Duration RECORDED_FROM = THRESHOLD.dividedBy(2);

    /** The three of a round take turns in being first: in a multiple of that many rounds each is as often first as the others. */
    private static final int ORDERS = 3;

    private AgentServersBenchmark() {}

    /** A server, what of it is an iteration, and how its clients connect. */
    private record Served(String name, Class<?> main, String iterations, ServerLoad.Dial dial) {}

    private static final List<Served> SERVERS = List.of(
            new Served("Jetty", ServedPages.class, ServedPages.class.getName() + ".handle", KeptHttp::new),
            new Served("H2", ServedQueries.class, "org.h2.command.Command.executeQuery", Jdbc::new));

    /**
     * Measurements of one JVM by its clients.
     *
     * @param busyCpuUs what it took of the cores for a request when there was one after the other
     * @param cpuUs the same at the rate
     */
    private record Seen(double perSecond, double busyCpuUs, Histogram latencies, double cpuUs) {
        double p(double percentile) {
            return latencies.getValueAtPercentile(percentile) / 1e3;
        }
    }

    /**
     * Round of three measurements within the same minute of the machine.
     *
     * @param jfr with the JVM's own recording alone
     */
    private record Round(Seen agent, Seen jfr, Seen neither) {}

    /** A statement over a connection that is kept. */
    private static final class Jdbc implements ServerLoad.Connection {
        private final java.sql.Connection connection;
        private final PreparedStatement statement;

        private Jdbc(int port) throws Exception {
            connection = DriverManager.getConnection("jdbc:h2:tcp://127.0.0.1:" + port + "/" + OrdersTable.NAME);
            statement = connection.prepareStatement(OrdersTable.QUERY);
        }

        @Override
        public void ask(int customer) throws Exception {
            statement.setInt(1, customer);
            try (ResultSet orders = statement.executeQuery()) {
                while (orders.next()) {
                    orders.getInt(2);
                }
            }
        }

        @Override
        public void close() throws IOException {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IOException(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Arguments arguments = Arguments.of(
                args,
                Map.of("rounds", 9L, "clients", 4L, "seconds", 10L, "warm-up", 10L),
                Map.of("rounds", 3L, "seconds", 2L, "warm-up", 2L));
        Path agent = AgentJar.require();
        System.out.println("agent-servers " + arguments);
        for (Served server : SERVERS) {
            // The capacity of the server, with compiled clients.
            double rate =
                    SHARE_OF_CAPACITY * run(server, List.of(), arguments, 0).perSecond();
            List<Round> rounds = new ArrayList<>();
            for (int k = 0; k < arguments.count("rounds"); k++) {
                rounds.add(round(server, agent, arguments, rate, k % ORDERS));
            }
            print(server, rate, rounds);
        }
    }

    private static Round round(Served server, Path agent, Arguments arguments, double rate, int first)
            throws Exception {
        Seen[] seen = new Seen[ORDERS];
        for (int i = 0; i < ORDERS; i++) {
            int which = (first + i) % ORDERS;
            seen[which] = switch (which) {
                case 0 -> withAgent(server, agent, arguments, rate);
                case 1 -> withRecording(server, arguments, rate);
                default -> run(server, List.of(), arguments, rate);
            };
        }
        return new Round(seen[0], seen[1], seen[2]);
    }

    private static Seen withRecording(Served server, Arguments arguments, double rate) throws Exception {
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Path settings = Files.writeString(folder.path().resolve("straggler.jfc"), SettingsFile.text(RECORDED_FROM));
            // The agent takes stacks itself.
            String flag = "-XX:StartFlightRecording:settings=" + settings
                    + ",jdk.ExecutionSample#enabled=false,jdk.NativeMethodSample#enabled=false";
            return run(server, List.of(flag, "-Xlog:jfr+startup=off"), arguments, rate);
        }
    }

    private static Seen withAgent(Served server, Path agent, Arguments arguments, double rate) throws Exception {
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            String options = "=iterations=" + server.iterations() + ",threshold=" + THRESHOLD.toMillis() + "ms,out="
                    + folder.path().resolve("run");
            return run(server, List.of("-javaagent:" + agent + options), arguments, rate);
        }
    }

    /** @param rate 0 to find out what it can do, and nothing else */
    private static Seen run(Served server, List<String> flags, Arguments arguments, double rate) throws Exception {
        try (ChildJvm child = ChildJvm.start(flags, server.main())) {
            child.awaitLine(ServerLoad.READY);
            int port = (int) child.soFar().get(ServerLoad.PORT);
            ServerLoad load = new ServerLoad(server.dial(), port, arguments.count("clients"));
            load.perSecond(arguments.number("warm-up"));
            long seconds = arguments.number("seconds");
            Duration begun = child.cpuTime();
            double perSecond = load.perSecond(seconds);
            Duration busy = child.cpuTime();
            Histogram latencies = rate == 0 ? new Histogram(3) : load.atRate(seconds, rate);
            Duration ended = child.cpuTime();
            return new Seen(
                    perSecond,
                    microseconds(busy.minus(begun)) / (perSecond * seconds),
                    latencies,
                    microseconds(ended.minus(busy)) / latencies.getTotalCount());
        }
    }

    private static double microseconds(Duration time) {
        return time.toNanos() / 1e3;
    }

    private static void print(Served server, double rate, List<Round> rounds) {
        System.out.printf("%n%s: one request after the other, and %,.0f/s%n", server.name(), rate);
        MarkdownTable table = new MarkdownTable(
                "", "agent", "JFR alone", "neither", "agent / neither, median of rounds [95%]", "JFR alone / neither");
        row(table, "one after the other, /s", rounds, Seen::perSecond, 0);
        row(table, "CPU time of the server for each, µs", rounds, Seen::busyCpuUs, 1);
        row(table, "at half of that, CPU time, µs", rounds, Seen::cpuUs, 1);
        for (double percentile : new double[] {50, 90, 99, 99.9}) {
            row(
                    table,
                    "at half of that, p" + MarkdownTable.number(percentile, percentile > 99 ? 1 : 0) + ", µs",
                    rounds,
                    seen -> seen.p(percentile),
                    1);
        }
    }

    private static void row(
            MarkdownTable table, String name, List<Round> rounds, ToDoubleFunction<Seen> figure, int decimals) {
        ToDoubleFunction<Round> agent = round -> figure.applyAsDouble(round.agent());
        ToDoubleFunction<Round> jfr = round -> figure.applyAsDouble(round.jfr());
        ToDoubleFunction<Round> neither = round -> figure.applyAsDouble(round.neither());
        table.row(
                name,
                MarkdownTable.number(Figures.median(rounds, agent), decimals),
                MarkdownTable.number(Figures.median(rounds, jfr), decimals),
                MarkdownTable.number(Figures.median(rounds, neither), decimals),
                PairedRatio.of(rounds, agent, neither),
                PairedRatio.of(rounds, jfr, neither));
    }
}
