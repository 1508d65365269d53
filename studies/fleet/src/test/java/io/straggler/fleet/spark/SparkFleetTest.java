package io.straggler.fleet.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.RunFolder;
import io.straggler.WrittenRuns;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.Verdict;
import io.straggler.fleet.ChunkedProgram;
import io.straggler.fleet.FleetRequest;
import io.straggler.fleet.Groups;
import io.straggler.fleet.SourceReader;
import io.straggler.fleet.Summary;
import io.straggler.fleet.json.FleetJsonFormat;
import io.straggler.fleet.page.FleetPage;
import io.straggler.fleet.result.Fleet;
import io.straggler.fleet.result.FleetGroup;
import io.straggler.fleet.result.FleetHost;
import io.straggler.fleet.result.SkippedSource;
import io.straggler.harness.Threshold;
import io.straggler.harness.series.LatencyLog;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The real engine, in this process, on run folders that a test wrote. One fleet for all tests, which grows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class SparkFleetTest {
    private static final int HOSTS = 30;
    /** Place of a chunk's length in its header. */
    private static final int CHUNK_BYTES = 8;

    /** Place of the wall-clock time in a chunk's header. */
    private static final int CHUNK_START = 32;

    private static final int TIMES = 12;
    private static final String MOUNTED = "spark.hadoop.fs.viewfs.mounttable.test.link./host-2";

    private Path folder;
    private Path runs;
    private Fleet first;

    @BeforeAll
    void mergeOnce(@TempDir Path place) throws IOException {
        folder = place;
        runs = folder.resolve("runs");
        for (int host = 0; host < HOSTS; host++) {
            run(host, host % 2 == 0 ? "old" : "new", host % 2 == 0 ? 1 : 2);
        }
        new WrittenRuns().status(RunStatus.FAILED, "the task threw").write(runs.resolve("eu/host-x/failed"));
        FilledFolder.begin(new WrittenRuns().write(runs.resolve("eu/host-y/filling")), runs.resolve("nowhere"), 0);
        Files.writeString(runs.resolve("eu/not.jfr"), "this is no recording");
        Files.writeString(runs.resolve("eu/empty.jfr"), "");
        Files.writeString(runs.resolve("eu/notes.txt"), "nothing");
        copy(runs.resolve("eu/host-0/run"), runs.resolve("us/host-9/copy"));
        first = merge(Optional.empty());
    }

    private RunFolder run(int host, String version, double factor) {
        return new WrittenRuns()
                .seed(host)
                .factor(factor)
                .fact("host", "host-" + host)
                .fact("version", version)
                .fact("java", "17.0." + host)
                .startMs(1_700_000_000_000L + host * 3_600_000L)
                .write(runs.resolve((host % 3 == 0 ? "eu" : "us") + "/host-" + host + "/run"));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private String tables() {
        return folder.resolve("tables").toUri().toString();
    }

    private Fleet merge(Optional<Instant> deployed) throws IOException {
        return merge(tables(), 2, deployed);
    }

    private Fleet merge(String tables, int cores, Optional<Instant> deployed) throws IOException {
        return merge(tables, cores, deployed, (read, all) -> {});
    }

    private Fleet merge(String tables, int cores, Optional<Instant> deployed, BiConsumer<Long, Long> progress)
            throws IOException {
        return new SparkFleet().merge(request(runs, tables, cores, deployed), progress);
    }

    private static FleetRequest request(Path source, String tables, int cores, Optional<Instant> deployed) {
        return new FleetRequest(
                List.of(source.toString()),
                tables,
                List.of("version", "region", "jdk"),
                Optional.of("{region}/*/*"),
                Optional.empty(),
                Threshold.parse("auto"),
                deployed,
                Optional.of(cores));
    }

    private FleetGroup group(Fleet fleet, String by, String name) {
        return fleet.by().stream()
                .filter(grouping -> grouping.by().equals(by))
                .flatMap(grouping -> grouping.groups().stream())
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Order(1)
    void shouldMergeHistogramsAndNotPercentiles() throws IOException {
        Histogram truth = SeriesRecorder.newHistogram();
        for (int host = 0; host < HOSTS; host++) {
            LatencyLog.read(runs.resolve((host % 3 == 0 ? "eu" : "us") + "/host-" + host + "/run/latency.hlog"))
                    .forEach(truth::add);
        }
        Series latency = first.all().latency().get(0);
        assertThat(first.all().recordings()).isEqualTo(HOSTS);
        assertThat(first.all().hosts()).isEqualTo(HOSTS);
        assertThat(latency.count()).isEqualTo(truth.getTotalCount());
        assertThat(latency.maxNs()).isEqualTo(truth.getMaxValue());
        for (double percentile : List.of(50.0, 99.0, 99.9)) {
            long valueNs = latency.percentiles().stream()
                    .filter(point -> point.percentile() >= percentile - 1e-9)
                    .findFirst()
                    .orElseThrow()
                    .valueNs();
            assertThat(valueNs).isEqualTo(truth.getValueAtPercentile(percentile));
        }
    }

    @Test
    @Order(2)
    void shouldSkipAndListWhatCannotBeUsed() {
        Map<String, String> why = new TreeMap<>();
        for (SkippedSource skipped : first.sources().skipped()) {
            why.put(runs.relativize(Path.of(skipped.source())).toString(), skipped.why());
        }
        assertThat(why.keySet())
                .containsExactly(
                        "eu/empty.jfr", "eu/host-x/failed", "eu/host-y/filling", "eu/not.jfr", "us/host-9/copy");
        assertThat(why.get("eu/host-y/filling")).startsWith("a program is filling it");
        assertThat(why.get("eu/host-x/failed")).isEqualTo("the run failed: the task threw");
        assertThat(why.get("us/host-9/copy")).isEqualTo("is a copy of " + runs.resolve("eu/host-0/run"));
        assertThat(why.get("eu/not.jfr")).isNotBlank();
        assertThat(first.sources().otherFiles()).isEqualTo(1);
    }

    @Test
    @Order(3)
    void shouldGroupByFactsAndByFolders() {
        assertThat(group(first, "version", "new").recordings()).isEqualTo(15);
        assertThat(group(first, "region", "eu").recordings()).isEqualTo(10);
        assertThat(group(first, "jdk", "17").hosts()).isEqualTo(30);
        assertThat(first.hosts()).extracting(FleetHost::host).hasSize(HOSTS).doesNotHaveDuplicates();
    }

    @Test
    @Order(4)
    void shouldFindWhatDiffersBetweenGroupsWithHostsAsUnits() {
        assertThat(first.differences())
                .filteredOn(one -> one.by().equals("version"))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.a()).isEqualTo("new");
                    assertThat(one.b()).isEqualTo("old");
                    assertThat(one.comparison().basis().unitsA()).isEqualTo(15);
                    assertThat(one.comparison()
                                    .difference(new Metric.Percentile(99))
                                    .orElseThrow()
                                    .verdict())
                            .isEqualTo(Verdict.IMPROVED);
                });
    }

    @Test
    @Order(5)
    void shouldAnswerQueries() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new SparkFleet()
                .query(
                        tables(),
                        "select host, iterations, labels['version'] v from recordings where host < 'host-10' order by host",
                        new PrintStream(bytes, true, StandardCharsets.UTF_8));
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("host\titerations\tv", "host-0\t20000\told", "host-1\t20000\tnew");
        for (String wrong : List.of(
                "select nothing from nowhere", "select 1/0", "select 1/(outliers - outliers) from recordings")) {
            assertThatThrownBy(() -> new SparkFleet().query(tables(), wrong, System.out))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("The query cannot be answered: ");
        }
        assertThatThrownBy(() ->
                        new SparkFleet().query(folder.resolve("none").toUri().toString(), "select 1", System.out))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("There are no tables in ");
    }

    /** The address is as the command makes it: what a path has besides letters is not escaped in it. */
    @Test
    @Order(5)
    void shouldKeepTablesInAFolderWithAnyName() throws IOException {
        Path named = folder.resolve("100% f\u00FCr alle");
        RunFolder run = new WrittenRuns().write(named.resolve("run"));
        String tables = "file://" + named.resolve("tables");

        Fleet fleet = new SparkFleet().merge(request(run.path(), tables, 1, Optional.empty()), (read, all) -> {});

        assertThat(fleet.all().recordings()).isEqualTo(1);
        assertThat(named.resolve("tables/results")).isDirectory();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new SparkFleet()
                .query(
                        tables,
                        "select count(*) n from recordings",
                        new PrintStream(bytes, true, StandardCharsets.UTF_8));
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).containsExactly("n", "1");
        try (Stream<Path> entries = Files.list(folder)) {
            assertThat(entries).noneMatch(entry -> entry.toString().contains("%25"));
        }
    }

    @Test
    @Order(6)
    void shouldGiveTheSameBytesWithOneCoreAndAfterAnInterruption() throws IOException {
        String other = folder.resolve("other-tables").toUri().toString();
        assertThatThrownBy(() -> merge(other, 1, Optional.empty(), (read, all) -> {
                    if (read > 0 && read < all) {
                        throw new IllegalStateException("interrupted here");
                    }
                }))
                .hasStackTraceContaining("interrupted here");
        Fleet again = merge(other, 1, Optional.empty());
        assertThat(again.sources().reused())
                .isPositive()
                .isLessThan(again.sources().found());
        assertThat(content(folder.resolve("other-tables"))).isEqualTo(content(folder.resolve("tables")));
        assertThat(again.all()).isEqualTo(first.all());
        assertThat(again.hosts()).isEqualTo(first.hosts());
    }

    /** Other users of this machine reach ports and temporary folders. */
    @Test
    @Order(6)
    void shouldLetNobodyElseInAndLeaveNothingBehind() throws IOException {
        Path left;
        try (OwnFolder own = new OwnFolder();
                SparkSession spark = SparkFleet.session("1", own)) {
            left = own.path();
            SparkEnv environment = SparkEnv.get();
            assertThat(environment.securityManager().isAuthenticationEnabled()).isTrue();
            assertThat(environment.securityManager().getSecretKey()).hasSizeGreaterThanOrEqualTo(32);
            assertThat(environment.rpcEnv().address().host()).isEqualTo("localhost");
            assertThat(environment.conf().get("spark.driver.bindAddress")).isEqualTo("127.0.0.1");
            assertThat(spark.sparkContext().uiWebUrl().isDefined()).isFalse();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own.path())))
                    .isEqualTo("rwx------");
            assertThat(environment.blockManager().diskBlockManager().localDirsString())
                    .allSatisfy(place -> assertThat(Path.of(place)).startsWith(own.path()));
            assertThat(spark.conf().get("spark.sql.warehouse.dir"))
                    .isEqualTo("file:" + own.path().resolve("warehouse"));
        }
        assertThat(left).doesNotExist();
    }

    @Test
    @Order(6)
    void shouldSayWhatEndedItThoughThatSaysNothingItself() {
        String none = folder.resolve("no-tables").toUri().toString();
        assertThatThrownBy(() -> merge(none, 1, Optional.empty(), (read, all) -> {
                    throw new IllegalStateException();
                }))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("Spark did not finish: java.lang.IllegalStateException. ");
    }

    /** The bytes of the tables that people query, whatever the files are called. */
    private static Map<String, List<String>> content(Path tables) throws IOException {
        Map<String, List<String>> content = new TreeMap<>();
        for (String table : List.of("recordings", "causes", "sites", "outliers")) {
            List<String> files = new ArrayList<>();
            try (Stream<Path> parts = Files.list(tables.resolve(table))) {
                for (Path part : parts.filter(file -> file.toString().endsWith(".parquet"))
                        .toList()) {
                    files.add(new String(Files.readAllBytes(part), StandardCharsets.ISO_8859_1));
                }
            }
            files.sort(null);
            content.put(table, files);
        }
        assertThat(content.get("recordings")).isNotEmpty();
        return content;
    }

    @Test
    @Order(7)
    void shouldReadOnlyWhatIsNewOrWasWrittenAgain() throws IOException {
        run(HOSTS, "new", 2);
        run(2, "old", 3);
        Fleet grown = merge(Optional.of(Instant.ofEpochMilli(1_700_000_000_000L + 12 * 3_600_000L)));
        assertThat(grown.sources().reused()).isEqualTo(first.sources().found() - 1);
        assertThat(grown.all().recordings()).isEqualTo(HOSTS + 1);
        assertThat(grown.all().iterations()).isEqualTo((HOSTS + 1) * 20_000L);
        assertThat(group(grown, "deployment", "before").hosts()).isEqualTo(12);
        assertThat(group(grown, "deployment", "after").hosts()).isEqualTo(19);
        assertThat(grown.differences())
                .filteredOn(one -> one.by().equals("deployment"))
                .hasSize(1);
    }

    /** As of a network that breaks, or of a right that is missing for a while; what is damaged is not read again. */
    @Test
    @Order(8)
    void shouldReadAgainWhatCouldNotBeReadForAReasonThatMayPass() throws IOException {
        String other = folder.resolve("passing-tables").toUri().toString();
        Path log = runs.resolve("us/host-1/run/run.json");
        Path away = folder.resolve("away");
        Fleet without = merge(other, 2, Optional.empty(), (read, all) -> {
            if (read == 0) {
                move(log, away);
            }
        });
        assertThat(without.sources().skipped())
                .extracting(SkippedSource::source)
                .contains(log.getParent().toString());
        move(away, log);

        Fleet with = merge(other, 2, Optional.empty());

        assertThat(with.sources().skipped())
                .extracting(SkippedSource::source)
                .doesNotContain(log.getParent().toString())
                .hasSize(without.sources().skipped().size() - 1);
        assertThat(with.sources().reused()).isEqualTo(with.sources().found() - 1);
        assertThat(with.all().recordings()).isEqualTo(without.all().recordings() + 1);
    }

    private static void move(Path from, Path to) {
        try {
            Files.move(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @Order(9)
    void shouldWriteThePageAndJson() throws IOException {
        Path page = folder.resolve("fleet.html");
        Path json = folder.resolve("fleet.json");
        FleetPage.write(first, page);
        FleetJsonFormat.write(first, json);
        assertThat(Files.readString(page))
                .contains("Content-Security-Policy", "<script type=\"text/plain\" id=\"data\">");
        JsonNode tree = JsonMapper.shared().readTree(Files.readString(json));
        assertThat(tree.path("hosts").size()).isEqualTo(HOSTS);
        assertThat(tree.path("all").path("iterations").asLong()).isEqualTo(HOSTS * 20_000L);
        assertThat(tree.path("sources").path("skipped").size()).isEqualTo(5);
        assertThat(tree.path("differences").path(0).path("by").asString()).isEqualTo("version");
    }

    @Test
    @Order(10)
    void shouldReadRecordingsOfAnyProgramHoweverLong() throws Exception {
        Path any = folder.resolve("any");
        Path whole = ChunkedProgram.record(
                Files.createDirectories(any.resolve("host-1")).resolve("a.jfr"), 5);
        byte[] bytes = Files.readAllBytes(whole);
        Path elsewhere = Files.createDirectories(any.resolve("host-2"));
        Path cut = Files.write(elsewhere.resolve("cut.jfr"), Arrays.copyOf(bytes, bytes.length / 4 * 3));
        Files.write(elsewhere.resolve("copy.jfr"), bytes);
        Files.write(elsewhere.resolve("not.jfr"), new byte[bytes.length]);
        Path repeated = repeated(bytes, elsewhere.resolve("long.jfr"));
        // Another file system than that of this machine, as far as Straggler can tell.
        System.setProperty(MOUNTED, elsewhere.toUri().toString());
        String mount = "viewfs://test/host-2/";
        IterationQuery query = new IterationQuery(ChunkedProgram.ORDER, List.of(), Optional.empty());
        String tables = folder.resolve("any-tables").toUri().toString();
        FleetRequest request = new FleetRequest(
                List.of(any.resolve("host-1").toString(), mount + "*"),
                tables,
                List.of(),
                Optional.of("{host}/*.jfr"),
                Optional.of(query),
                Threshold.parse("2ms"),
                Optional.empty(),
                Optional.of(2));

        Fleet fleet;
        try {
            fleet = new SparkFleet().merge(request, (read, all) -> {});
        } finally {
            System.clearProperty(MOUNTED);
        }

        assertThat(fleet.sources().skipped())
                .extracting(SkippedSource::source, SkippedSource::why)
                .satisfiesExactlyInAnyOrder(
                        copy -> assertThat(copy.toList())
                                .isEqualTo(List.of(mount + "copy.jfr", "is a copy of " + whole)),
                        not -> assertThat(not.toList().get(1).toString()).startsWith("Not a flight recording"));
        SourceReader reader = new SourceReader(Optional.of(query), request.threshold());
        Summary one = reader.read(whole, whole.toString()).summary();
        Summary part = reader.read(cut, mount + "cut.jfr").summary();
        Summary many = reader.read(repeated, mount + "long.jfr").summary();
        assertThat(many.totals().iterations())
                .isEqualTo(one.totals().iterations() * TIMES)
                .isPositive();
        one.relabel("host-1");
        part.relabel("host-2");
        many.relabel("host-2");
        assertThat(fleet.all()).isEqualTo(Groups.group("all", 2, one.add(part).add(many)));
        assertThat(fleet.all().outliers()).isPositive();
    }

    /** A recording of many chunks, which says the same again and again, an hour later each time: chunks that begin at once are copies. */
    private static Path repeated(byte[] recording, Path file) throws IOException {
        ByteBuffer later = ByteBuffer.wrap(recording.clone());
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < TIMES; i++) {
                out.write(later.array());
                for (int chunk = 0; chunk < recording.length; chunk += (int) later.getLong(chunk + CHUNK_BYTES)) {
                    later.putLong(chunk + CHUNK_START, later.getLong(chunk + CHUNK_START) + TimeUnit.HOURS.toNanos(1));
                }
            }
        }
        return file;
    }

    @Test
    @Order(8)
    void shouldSayWhatIsWrongWithTheRequest() {
        assertThatThrownBy(() -> new SparkFleet()
                        .merge(
                                new FleetRequest(
                                        List.of(folder.resolve("nothing").toString()),
                                        tables(),
                                        List.of(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Threshold.parse("auto"),
                                        Optional.empty(),
                                        Optional.of(1)),
                                (read, all) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("There is no such folder or recording: " + folder.resolve("nothing"));
    }
}
