package io.straggler.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.CommandLineRun;
import io.straggler.cli.option.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Recordings of a program whose orders take twice as long in its second version, and are slow for another reason. */
@Timeout(60)
class CompareRecordingsTest {
    private static final int ORDERS = 1_000;
    private static final int EACH = 50;
    private static final long SLOW_NS = 5_000_000;

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    private static Path old;
    private static Path older;
    private static Path recent;
    private static Path other;

    @Name("shop.Order")
    static final class Order extends Event {
        String route;
    }

    @Name("shop.Refund")
    static final class Refund extends Event {}

    @BeforeAll
    static void record() throws Exception {
        old = recorded("old.jfr", () -> orders(200_000, CompareRecordingsTest::sleep));
        older = recorded("older.jfr", () -> orders(200_000, CompareRecordingsTest::sleep));
        recent = recorded("recent.jfr", () -> orders(400_000, () -> LockSupport.parkNanos(SLOW_NS)));
        other = recorded("other.jfr", () -> {
            Refund refund = new Refund();
            refund.begin();
            spin(1_000);
            refund.commit();
        });
    }

    private static Path recorded(String name, Runnable program) throws Exception {
        Path file = shared.resolve(name);
        try (Recording recording = new Recording()) {
            recording.setSettings(Map.of(
                    "jdk.ThreadSleep#enabled", "true",
                    "jdk.ThreadSleep#threshold", "1 ms",
                    "jdk.ThreadPark#enabled", "true",
                    "jdk.ThreadPark#threshold", "1 ms",
                    "jdk.ActiveSetting#enabled", "true"));
            recording.start();
            program.run();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    /** Each takes another time, up to half as much again, so that a percentile is that of few. Every so many of them are slow besides. */
    private static void orders(long usualNs, Runnable slow) {
        for (int i = 0; i < ORDERS; i++) {
            int shuffled = i * 7_919 % ORDERS;
            Order order = new Order();
            order.begin();
            spin(usualNs + usualNs / 2 * shuffled / ORDERS);
            if (i % EACH == 0) {
                slow.run();
            }
            order.route = i % 2 == 0 ? "EU" : "US";
            order.commit();
        }
    }

    private static void spin(long ns) {
        long untilNs = System.nanoTime() + ns;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(SLOW_NS / 1_000_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Path out() {
        return directory.resolve("comparison");
    }

    private CommandLineRun compare(Object a, Object b, String... options) {
        return CommandLineRun.ofComparison(a, b, out(), options);
    }

    private JsonNode json() throws Exception {
        return JsonMapper.shared().readTree(Files.readString(out().resolve("comparison.json")));
    }

    /** On a machine that is so busy that neighbours depend on each other for most of a recording nothing is measurable. */
    private int codeWithoutGates() throws Exception {
        return json().at("/basis/resamples").asInt() == 0 ? ExitCode.RUN_INVALID : ExitCode.OK;
    }

    /** What depends on how busy the machine is, verdicts among it, is tested where the latencies are written. */
    @Test
    void shouldSayWhereTheLatencyOfOutliersWentOnEitherSide() throws Exception {
        CommandLineRun compare = compare(
                old,
                recent,
                "--iterations",
                "shop.Order",
                "--threshold",
                "4ms",
                "--by",
                "route",
                "--fail-if",
                "p50 > 50us");

        // Too many iterations are beyond the limit in every tenth of the time, which needs no interval.
        assertThat(compare.exitCode()).as(compare.err() + compare.out()).isEqualTo(3);
        assertThat(compare.out())
                .containsPattern("(?m)^  p50  ")
                .containsPattern("(?m)^  outlier rate  ")
                .containsPattern("(?m)^  excess latency  ")
                .contains("an outlier took 4 ms or longer")
                .containsPattern("sleep +[1-9]\\S* ms/s +\\d+\\.\\d% +0 ns/s +0\\.0%")
                .containsPattern("park +0 ns/s +0\\.0% +[1-9]\\S* ms/s +\\d+\\.\\d%")
                .contains("what waited in front of it is in no figure", "both: No event was recorded of")
                .containsPattern("(?s)old.jfr, without a verdict.*by route.*recent.jfr, without a verdict.*EU +500 ")
                .containsPattern("gate FAILED +p50 > 50us");
        JsonNode json = json();
        assertThat(json.at("/a/run/iterations").asInt()).isEqualTo(ORDERS);
        assertThat(json.at("/b/places/0").asString()).isEqualTo(recent.toString());
        assertThat(json.at("/b/diagnosedOutliers").asInt()).isGreaterThanOrEqualTo(ORDERS / EACH);
        assertThat(json.at("/basis/units").asString()).isEqualTo("time-blocks");
        assertThat(json.at("/ending").asString()).contains("nothing kept the load the same");
        assertThat(out().resolve("comparison.html")).exists();
    }

    @Test
    void shouldCountOutliersOnBothSidesByWhatThePercentileOfTheFirstComesTo() throws Exception {
        CommandLineRun compare = compare(old, recent, "--iterations", "shop.Order", "--threshold", "p90");

        assertThat(compare.exitCode()).as(compare.err() + compare.out()).isEqualTo(codeWithoutGates());
        JsonNode json = json();
        long thresholdNs = json.at("/thresholdNs").asLong();
        // Of the second side p90 is twice as much, unless the machine is too busy for anything to last 200 µs.
        assertThat(thresholdNs).isGreaterThan(190_000);
        assertThat(json.at("/b/run/thresholdNs").asLong()).isEqualTo(thresholdNs);
        assertThat(json.at("/a/run/thresholdNs").asLong()).isEqualTo(thresholdNs);
        assertThat(json.at("/a/diagnosedOutliers").asInt()).isBetween(ORDERS / 10, ORDERS / 5);
    }

    @Test
    void shouldTakeEachRecordingOfASideForAnotherJvm() throws Exception {
        CommandLineRun compare = compare(
                old + "," + older, recent, "--iterations", "shop.Order", "--where", "route=EU", "--threshold", "4ms");

        assertThat(compare.exitCode()).as(compare.err() + compare.out()).isEqualTo(codeWithoutGates());
        assertThat(compare.out()).containsPattern("(?m)^  A  .*   2 runs$");
        assertThat(json().at("/a/places").size()).isEqualTo(2);
        assertThat(json().at("/a/run/iterations").asInt()).isEqualTo(ORDERS);
        assertThat(json().at("/a/run/task").asString()).isEqualTo("shop.Order where route=EU");
    }

    @Test
    void shouldSayInALineWhatItDoesNotCompare() throws Exception {
        assertRefused(
                old,
                other,
                other + ": the recording describes the event shop.Order and holds none",
                "--iterations",
                "shop.Order");
        assertRefused(old, recent, old + ": no event shop.Ordr; did you mean shop.Order?", "--iterations", "shop.Ordr");
        assertRefused(
                old,
                recent,
                "none of 1000 events shop.Order where route=ASIA; there are route=",
                "--iterations",
                "shop.Order",
                "--where",
                "route=ASIA");
        assertRefused(
                old,
                recent,
                "--threshold must have ten iterations above it, or be a duration: threshold=p99.99, iterations=1000",
                "--iterations",
                "shop.Order",
                "--threshold",
                "p99.99");
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertRefused(
                empty,
                recent,
                "--iterations goes with recordings, and not with a folder: " + empty,
                "--iterations",
                "shop.Order");
        assertRefused(
                old,
                directory.resolve("missing.jfr"),
                "There is no such recording: " + directory.resolve("missing.jfr"),
                "--iterations",
                "shop.Order");
        assertRefused(
                old + "," + old,
                recent,
                "each file of a side must be a different run: " + old + " is named twice",
                "--iterations",
                "shop.Order");
        assertRefused(
                old,
                recent,
                old + " is a flight recording: say which of its events are iterations, with --iterations EVENT."
                        + " straggler report " + old + " lists them.");
        assertRefused(old, recent, "--by goes with --iterations EVENT.", "--by", "route");
        assertRefused(
                old,
                recent,
                "--series and --unit are for files of other tools",
                "--iterations",
                "shop.Order",
                "--unit",
                "us");
        assertThat(out()).doesNotExist();
    }

    private void assertRefused(Object a, Object b, String message, String... options) {
        CommandLineRun compare = compare(a, b, options);

        assertThat(compare.exitCode()).as(compare.err()).isEqualTo(ExitCode.USAGE);
        assertThat(compare.err()).contains(message);
        assertThat(compare.err().strip().lines().count()).as(compare.err()).isEqualTo(1);
        assertThat(compare.out()).isEmpty();
    }
}
