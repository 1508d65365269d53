package io.straggler.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.CommandLineRun;
import io.straggler.cli.option.ExitCode;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import javax.tools.ToolProvider;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ReportAnyRecordingTest {
    private static final int COUNT = 200;
    private static final int SLOW = 3;

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    private static byte[] recording;
    private Path file;

    @Name("shop.Order")
    static final class Order extends Event {
        String route;
    }

    @BeforeAll
    static void record() throws Exception {
        Path recorded = shared.resolve("shop.jfr");
        try (Recording recording = new Recording()) {
            recording.setSettings(Map.of(
                    "jdk.ThreadSleep#enabled", "true",
                    "jdk.ThreadSleep#threshold", "1 ms",
                    "jdk.ThreadSleep#stackTrace", "true",
                    "jdk.ActiveSetting#enabled", "true"));
            recording.start();
            for (int i = 0; i < COUNT; i++) {
                Order order = new Order();
                order.begin();
                if (i < SLOW) {
                    Thread.sleep(60);
                }
                order.route = i % 2 == 0 ? "EU" : "US";
                order.commit();
                if (i == COUNT / 2) {
                    beginChunk();
                }
            }
            recording.stop();
            recording.dump(recorded);
        }
        recording = Files.readAllBytes(recorded);
    }

    /** The start of a recording begins a chunk in all others, and so does its end. */
    private static void beginChunk() {
        try (Recording other = new Recording()) {
            other.start();
        }
    }

    @BeforeEach
    void copy() throws Exception {
        file = Files.write(directory.resolve("shop.jfr"), recording);
    }

    private CommandLineRun report(String... options) {
        return CommandLineRun.of(Stream.concat(Stream.of("report", file.toString()), Arrays.stream(options))
                .toArray(String[]::new));
    }

    @Test
    void shouldListTheEventsThatCouldBeIterationsWithAnExampleThatWorks() {
        CommandLineRun list = report();

        assertThat(list.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(list.out())
                .containsPattern("(?m)^  shop.Order +200 +\\S+ \\S+ +\u2013 +\\S+ m?s$")
                .containsPattern("(?m)^  jdk.ThreadSleep +3 +\u2013 +\u2013 +\\S+ m?s$");
        String example = list.out()
                .lines()
                .filter(line -> line.startsWith("    straggler report "))
                .findFirst()
                .orElseThrow();
        assertThat(directory.resolve("shop.html")).doesNotExist();

        CommandLineRun shown = CommandLineRun.of(
                example.strip().substring("straggler ".length()).split(" "));
        assertThat(shown.exitCode()).as(shown.err()).isEqualTo(ExitCode.OK);
        assertThat(directory.resolve("shop.html")).exists();
    }

    /** A server under the JVM's own settings: nothing but waits, and what the JVM does. */
    private CommandLineRun listOfWaits() throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ThreadSleep").withThreshold(Duration.ofMillis(1));
            recording.start();
            Thread.sleep(2);
            recording.stop();
            recording.dump(file);
        }
        return report();
    }

    @Test
    void shouldNameThreeWaysToIterationsWhereThereIsNoWorkOfTheProgram() throws Exception {
        CommandLineRun list = listOfWaits();

        assertThat(list.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(list.out())
                .containsPattern("(?m)^  jdk.ThreadSleep ")
                .contains("None of them is work of the program.", "jdk.MethodTrace#filter=", "asprof ", "@jdk.jfr.Name")
                .containsPattern(
                        "--iterations\\s+jdk.ThreadSleep explains them, without those of threads that wait for work")
                .doesNotContain("For example:");
        List<String> commands = list.out()
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("straggler "))
                .toList();
        assertThat(commands).hasSize(4);
        assertThat(commands.get(3)).isEqualTo("straggler attach PID --iterations com.acme.Shop.order");
        commands.forEach(command -> assertThat(CommandLineRun.understands(
                        command.substring("straggler ".length()).split(" ")))
                .as(command)
                .isTrue());
    }

    @Test
    void shouldRecommendTheEventOfTheProgramThatItShows() throws Exception {
        List<String> event = listOfWaits()
                .out()
                .lines()
                .dropWhile(line -> !line.contains("@jdk.jfr.Name"))
                .takeWhile(line -> !line.contains("straggler"))
                .toList();
        int gap = event.indexOf("");
        Path source = directory.resolve("com/acme/Server.java");
        Files.createDirectories(source.getParent());
        Files.writeString(
                source,
                "package com.acme; public class Server implements Runnable { void serve() {} public void run() { "
                        + String.join("\n", event.subList(gap, event.size())) + "}}"
                        + String.join("\n", event.subList(0, gap)));
        int problems = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", directory.toString(), source.toString());
        assertThat(problems).isZero();
        try (Recording recording = new Recording();
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
            recording.start();
            Runnable server = (Runnable)
                    loader.loadClass("com.acme.Server").getDeclaredConstructor().newInstance();
            server.run();
            recording.stop();
            recording.dump(file);
        }

        assertThat(report().out()).contains("    straggler report " + file + " --iterations com.acme.Request");
    }

    @Test
    void shouldReportOnAFolderOrSeveralFilesAsOnOne() throws Exception {
        Path folder = Files.createDirectory(directory.resolve("pieces"));
        int chunk = (int) ByteBuffer.wrap(recording).getLong(Long.BYTES);
        Path first = folder.resolve("first.jfr");
        Path second = folder.resolve("second.jfr.gz");
        Files.write(first, Arrays.copyOf(recording, chunk));
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(second))) {
            out.write(recording, chunk, recording.length - chunk);
        }
        String[] options = {"--iterations", "shop.Order", "--threshold", "50ms"};
        String whole = report(options).err();

        CommandLineRun ofFolder = run(Stream.of("report", folder.toString()), options);
        assertThat(ofFolder.exitCode()).as(ofFolder.err()).isEqualTo(ExitCode.OK);
        assertThat(ofFolder.err()).isEqualTo(whole.replace("shop.html", "pieces.html"));
        assertThat(directory.resolve("pieces.html")).exists();
        CommandLineRun ofFiles = run(Stream.of("report", second.toString(), first.toString()), options);
        assertThat(ofFiles.err()).isEqualTo(whole.replace("shop.html", "pieces/second.html"));

        CommandLineRun list = run(Stream.of("report", first.toString(), second.toString()));
        assertThat(list.out())
                .contains(first + " and 1 more holds no run of Straggler.")
                .contains("straggler report " + first + " " + second + " --iterations shop.Order");
    }

    private static CommandLineRun run(Stream<String> command, String... options) {
        return CommandLineRun.of(Stream.concat(command, Arrays.stream(options)).toArray(String[]::new));
    }

    @Test
    void shouldSayThatARunFolderIsReportedOnByItself() throws Exception {
        Path run = Files.createDirectory(directory.resolve("run"));
        CommandLineRun report = run(Stream.of("report", file.toString(), run.toString()));

        assertThat(report.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(report.err().replaceAll("\\s+", " "))
                .contains(run + " is no recording: several files or folders are one recording, and a run folder is"
                        + " reported on by itself.");
    }

    @Test
    void shouldSayWhatMadeTheSlowestSlow() {
        CommandLineRun report = report("--iterations", "shop.Order", "--threshold", "50ms", "--by", "route");

        assertThat(report.exitCode()).as(report.err()).isEqualTo(ExitCode.OK);
        assertThat(report.err())
                .containsPattern("iterations  200 on 1 thread in ")
                .containsPattern("outliers +3 \\(1.50%\\) took 50 ms or longer")
                .containsPattern("(?m)^  by route +count +50% +99% +99.9% +worst$")
                .containsPattern("(?m)^  EU +100 ")
                .contains("outliers by route: how many \u00b7 beyond usual work \u00b7 what took most of that")
                .containsPattern("(?m)^ +2 +\\d\\S* m?s  sleep +\\d+%  EU$")
                // More, but that on a busy machine a thread also waits for a core when it wakes.
                .containsPattern("(100\\.0|[5-9]\\d\\.\\d)%  sleep +in 3 outliers, 3 events")
                .containsPattern("sites: time beyond the median")
                .contains("coordinated omission")
                .contains("No event was recorded of")
                .contains("No stack was sampled of the iterations' threads")
                .doesNotContain("FAILED", "selftest", "victim", "NaN");
    }

    @Test
    void shouldCountOnlyWhatIsWhereItIsSought() {
        String[] sought = {"--iterations", "shop.Order", "--where", "route=US", "--threshold", "50ms"};

        assertThat(report(sought).err())
                .containsPattern("iterations  100 on 1 thread")
                .containsPattern("outliers +1 \\(");

        Path table = directory.resolve("shop-outliers.csv");
        CommandLineRun conversion = report(
                Stream.concat(Stream.of(sought), Stream.of("--format", "csv")).toArray(String[]::new));
        assertThat(conversion.err().lines()).containsExactly("  written     " + table);
        assertThat(table).content().hasLineCount(2);
    }

    @ParameterizedTest
    @EnumSource(ReportFormat.class)
    void shouldWriteEveryFormat(ReportFormat format) {
        Path out = directory.resolve("out-" + format.fileName());
        CommandLineRun report = report(
                "--iterations",
                "shop.Order",
                "--threshold",
                "50ms",
                "--format",
                format.toString(),
                "--out",
                out.toString());

        assertThat(report.exitCode()).as(report.err()).isEqualTo(ExitCode.OK);
        assertThat(out).exists();
        // Of normal iterations there is no stack in this recording.
        if (format != ReportFormat.COLLAPSED_NORMAL) {
            assertThat(out).isNotEmptyFile();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--iterations shop.Ordr | no event shop.Ordr; did you mean shop.Order?",
                "--iterations shop.Order --where route=ASIA | none of 200 events shop.Order where route=ASIA; there are route=EU, US.",
                "--iterations shop.Order --by rout | has no field rout; did you mean route?",
                "--iterations shop.Order --where route | --where must be FIELD=VALUE: where=route",
                "--iterations shop.Order --threshold p99.9 | --threshold must have ten iterations above it, or be a duration: threshold=p99.9, iterations=200",
                "--iterations shop.Order --threshold soon | --threshold must be a duration such as 5ms, a percentile such as p99.9, or auto: threshold=soon",
                "--where route=EU | --where goes with --iterations EVENT.",
                "--by route | --by goes with --iterations EVENT.",
                "--threshold 5ms | --threshold goes with --iterations EVENT.",
                "--format csv | holds no run of Straggler: say which events are iterations with --iterations EVENT."
            })
    void shouldSayInOneLineWhatIsWrong(String options, String why) {
        CommandLineRun report = report(options.split(" "));

        assertThat(report.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(report.err().strip().lines()).singleElement().asString().contains(why);
        assertThat(directory.resolve("shop.html")).doesNotExist();
    }

    @Test
    void shouldSayBesideAConversionWhatOfTheRecordingCouldNotBeRead() throws Exception {
        byte[] twice = Arrays.copyOf(recording, recording.length + 2_000);
        System.arraycopy(recording, 0, twice, recording.length, 2_000);
        Files.write(file, twice);

        CommandLineRun conversion = report("--iterations", "shop.Order", "--threshold", "50ms", "--format", "csv");

        assertThat(conversion.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(conversion.err()).contains("  note        ", "incomplete").doesNotContain("coordinated omission");
    }

    @Test
    void shouldRefuseAFolder() throws Exception {
        CommandLineRun report = CommandLineRun.of(
                "report", Files.createDirectory(directory.resolve("run")).toString(), "--iterations", "shop.Order");

        assertThat(report.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(report.err()).contains("--iterations goes with a recording, and not with a folder");
    }

    @Test
    void shouldSayWhatIsLostOfARecordingThatHoldsNothingElse() throws Exception {
        Files.write(file, Arrays.copyOf(recording, 2_000));
        CommandLineRun list = report();

        assertThat(list.exitCode()).isEqualTo(ExitCode.RUN_INVALID);
        assertThat(list.out())
                .contains("holds no run of Straggler, and no event with a duration.")
                .contains("chunk is incomplete");
    }

    @Test
    void shouldLeaveOutOfThePageWhatTheRecordingCannotTell() throws Exception {
        report("--iterations", "shop.Order", "--threshold", "50ms");

        assertThat(directory.resolve("shop.html")).exists();
        Path json = directory.resolve("shop.json");
        report("--iterations", "shop.Order", "--threshold", "50ms", "--out", json.toString());
        assertThat(json).content().contains("\"targetPerSecond\" : null").contains("\"status\" : \"ok\"");
    }
}
