package io.straggler.benchmarks.agent;

import io.straggler.benchmarks.agent.InjectedSlowness.Injected;
import io.straggler.benchmarks.agent.InjectedSlowness.Kind;
import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.ChildJvm;
import io.straggler.benchmarks.support.MarkdownTable;
import io.straggler.benchmarks.support.StragglerCommand;
import io.straggler.benchmarks.support.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Whether the agent names what made requests slow. Jetty answers many clients on many threads; some requests wait for a lock, a worker or a peer, query for long,
 * write to disk or are held up by a collection, and say so to this benchmark alone. With {@code --handed 1} that is on another thread than the one that took the request.
 */
public final class AgentFaultsBenchmark {
    private static final long THRESHOLD_NS = 5_000_000;

    private AgentFaultsBenchmark() {}

    /** Answers for the faults of one kind, and the causes that were named first in place of the right one. */
    private static final class Found {
        private int injected;
        private int listed;
        private int withStack;
        private int right;
        private int named;
        private int placed;
        private final Map<String, Integer> wrong = new TreeMap<>();

        private void add(Injected one, JsonNode outlier) {
            listed++;
            withStack += outlier.get("stacks").isEmpty() ? 0 : 1;
            JsonNode first = parts(outlier).get(0);
            String cause = first.get("cause").asString();
            if (one.because(cause)) {
                right++;
            } else {
                wrong.merge(cause, 1, Integer::sum);
            }
            if (cause.equals(one.kind().cause()) && !one.kind().place().isEmpty()) {
                named++;
                placed += first.get("where").toString().contains(one.kind().place()) ? 1 : 0;
            }
        }

        private void add(Found other) {
            injected += other.injected;
            listed += other.listed;
            withStack += other.withStack;
            right += other.right;
            named += other.named;
            placed += other.placed;
        }

        private void print(MarkdownTable table, String name, String cause) {
            table.row(
                    name,
                    cause,
                    injected,
                    MarkdownTable.share(listed, injected),
                    MarkdownTable.share(withStack, listed),
                    MarkdownTable.share(right, listed),
                    MarkdownTable.share(placed, named),
                    wrong.isEmpty() ? "" : wrong.toString());
        }
    }

    /** The largest first. */
    private static List<JsonNode> parts(JsonNode outlier) {
        return StreamSupport.stream(outlier.get("parts").spliterator(), false)
                .sorted((one, other) ->
                        Long.compare(other.get("ns").asLong(), one.get("ns").asLong()))
                .toList();
    }

    public static void main(String[] args) throws Exception {
        Arguments arguments = Arguments.of(
                args,
                Map.of("threads", 200L, "virtual", 0L, "handed", 0L, "rate", 1_000L, "seconds", 120L, "warm-up", 20L),
                Map.of("seconds", 15L, "warm-up", 5L));
        System.out.println("agent-faults " + arguments);
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            run(arguments, folder.path());
            print(folder.path());
        }
    }

    private static void run(Arguments arguments, Path folder) throws Exception {
        String agent = "-javaagent:" + AgentJar.require() + "=iterations=" + SlowPages.class.getName()
                + (arguments.number("handed") == 1 ? ".slowLater" : ".slow") + ",threshold=" + THRESHOLD_NS + "ns,out="
                + folder.resolve("run");
        try (ChildJvm child = ChildJvm.start(
                List.of(agent),
                SlowPages.class,
                folder,
                arguments.count("threads"),
                arguments.count("virtual"),
                arguments.count("handed"))) {
            child.awaitLine(ServerLoad.READY);
            int port = (int) child.soFar().get(ServerLoad.PORT);
            ServerLoad load = new ServerLoad(KeptHttp::new, port, arguments.count("threads"));
            load.atRate(arguments.number("warm-up"), arguments.number("rate"));
            get(port, SlowPages.BEGIN);
            load.atRate(arguments.number("seconds"), arguments.number("rate"));
            get(port, SlowPages.END);
            child.figures();
        }
        StragglerCommand.Ended ended = StragglerCommand.run(
                List.of(), List.of("report", folder.resolve("run").toString()));
        if (ended.exitCode() != 0) {
            throw new IllegalStateException("the report must be made: exitCode=" + ended.exitCode());
        }
    }

    private static void get(int port, String path) throws IOException {
        try (KeptHttp connection = new KeptHttp(port)) {
            connection.get(path);
        }
    }

    private static void print(Path folder) throws Exception {
        List<JsonNode> outliers = new ArrayList<>();
        JsonMapper.shared()
                .readTree(Files.readString(folder.resolve("run").resolve("diagnosis.json")))
                .get("outliers")
                .forEach(outliers::add);
        Map<Kind, Found> found = new TreeMap<>();
        for (String line : Files.readAllLines(folder.resolve("injected"))) {
            Injected one = Injected.of(line);
            if (one.endNs() - one.startNs() >= THRESHOLD_NS) {
                Found kind = found.computeIfAbsent(one.kind(), key -> new Found());
                kind.injected++;
                // Calls overlap: the shortest that holds all of it is the one.
                outliers.stream()
                        .filter(outlier -> outlier.get("startNs").asLong() <= one.startNs()
                                && outlier.get("endNs").asLong() >= one.endNs())
                        .min((a, b) -> Long.compare(
                                a.get("serviceNs").asLong(), b.get("serviceNs").asLong()))
                        .ifPresent(outlier -> kind.add(one, outlier));
            }
        }
        MarkdownTable table = new MarkdownTable(
                "made slow by",
                "cause",
                "requests",
                "outliers",
                "with a stack",
                "right cause first",
                "right place",
                "named instead");
        Found all = new Found();
        found.forEach((kind, one) -> {
            one.print(table, kind.name().toLowerCase(Locale.ROOT), kind.cause());
            all.add(one);
        });
        all.print(table, "all", "");
    }
}
