package io.straggler.benchmarks.agent;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.MarkdownTable;
import io.straggler.benchmarks.support.PairedRatio;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * What the agent costs servers that nobody here wrote: Jetty with a page from a database, and H2's own server. Each runs with and without it, in JVMs that take
 * turns, under the same clients: one request after the other, and at half of what the server without it can do.
 */
public final class AgentServersBenchmark {
    private static final double SHARE_OF_CAPACITY = 0.5;

    private AgentServersBenchmark() {}

    /** A server, what of it is an iteration, and how its clients connect. */
    private record Served(String name, Class<?> main, String iterations, ServerLoad.Dial dial) {}

    private static final List<Served> SERVERS = List.of(
            new Served("Jetty", ServedPages.class, ServedPages.class.getName() + ".handle", KeptHttp::new),
            new Served("H2", ServedQueries.class, "org.h2.command.Command.executeQuery", Jdbc::new));

    /** What its clients saw of one JVM. */
    private record Seen(double perSecond, Histogram latencies) {
        double p(double percentile) {
            return latencies.getValueAtPercentile(percentile) / 1e3;
        }
    }

    private record Pair(Seen with, Seen without) {}

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
                Map.of("pairs", 10L, "clients", 4L, "seconds", 10L, "warm-up", 10L),
                Map.of("pairs", 2L, "seconds", 2L, "warm-up", 2L));
        Path agent = AgentJar.require();
        System.out.println("agent-servers " + arguments);
        for (Served server : SERVERS) {
            // What it can do, and clients that are compiled.
            double rate =
                    SHARE_OF_CAPACITY * run(server, List.of(), arguments, 0).perSecond();
            List<Pair> pairs = new ArrayList<>();
            for (int k = 0; k < arguments.count("pairs"); k++) {
                pairs.add(pair(server, agent, arguments, rate, k % 2 == 0));
            }
            print(server, rate, pairs);
        }
    }

    /** Who goes first changes with each pair. */
    private static Pair pair(Served server, Path agent, Arguments arguments, double rate, boolean withFirst)
            throws Exception {
        if (withFirst) {
            Seen with = with(server, agent, arguments, rate);
            return new Pair(with, run(server, List.of(), arguments, rate));
        }
        Seen without = run(server, List.of(), arguments, rate);
        return new Pair(with(server, agent, arguments, rate), without);
    }

    private static Seen with(Served server, Path agent, Arguments arguments, double rate) throws Exception {
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            String options = "=iterations=" + server.iterations() + ",threshold=p99.9,out="
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
            double perSecond = load.perSecond(arguments.number("seconds"));
            return new Seen(perSecond, rate == 0 ? new Histogram(3) : load.atRate(arguments.number("seconds"), rate));
        }
    }

    private static void print(Served server, double rate, List<Pair> pairs) {
        System.out.printf("%n%s: one request after the other, and %,.0f/s%n", server.name(), rate);
        MarkdownTable table = new MarkdownTable("", "with", "without", "ratio, median of pairs [95%]");
        row(table, "one after the other, /s", pairs, Seen::perSecond, 0);
        for (double percentile : new double[] {50, 90, 99, 99.9}) {
            row(
                    table,
                    "at half of that, p" + MarkdownTable.number(percentile, percentile > 99 ? 1 : 0) + ", µs",
                    pairs,
                    seen -> seen.p(percentile),
                    1);
        }
    }

    private static void row(
            MarkdownTable table, String name, List<Pair> pairs, ToDoubleFunction<Seen> figure, int decimals) {
        ToDoubleFunction<Pair> with = pair -> figure.applyAsDouble(pair.with());
        ToDoubleFunction<Pair> without = pair -> figure.applyAsDouble(pair.without());
        table.row(
                name,
                MarkdownTable.number(Figures.median(pairs, with), decimals),
                MarkdownTable.number(Figures.median(pairs, without), decimals),
                PairedRatio.of(pairs, with, without));
    }
}
