package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Coverage;
import io.straggler.diagnosis.Diagnosis;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.flamegraph.json.DiagnosisJsonFormat;
import io.straggler.flamegraph.json.OutlierCsvFormat;
import io.straggler.flamegraph.report.HtmlReport;
import io.straggler.flamegraph.report.ReportData;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Outlier;
import io.straggler.model.Partner;
import io.straggler.model.Partner.Role;
import io.straggler.model.Place;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.text.LineWidth;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Names that read like the words between the parts of a place, from the JVM's events to whatever is written. */
class WholeNamesTest {
    private static final long MS = 1_000_000;
    private static final long THREAD = 7;
    private static final String PATH = "/a < b, which ran/c";
    private static final String OWNER = "x, held by y";
    private static final Pattern DATA =
            Pattern.compile("<script type=\"text/plain\" id=\"data\">(.*?)</script", Pattern.DOTALL);

    @TempDir
    private Path directory;

    /** One outlier that read a file for 12 ms, and one that waited 8 ms for a lock, whose owner read it meanwhile. */
    private static Conclusions conclusions() {
        Evidence read = new Evidence(Kind.FILE_IO, 0, 12 * MS, THREAD, Place.of("read", PATH));
        Evidence ofOwner = new Evidence(Kind.FILE_IO, 20 * MS, 28 * MS, Evidence.ANY_THREAD, Place.of("read", PATH));
        Partner owner = new Partner(OWNER, 8, Role.OWNER, List.of(ofOwner), List.of());
        Evidence wait = new Evidence(
                Kind.MONITOR_ENTER, 20 * MS, 28 * MS, THREAD, Place.of("com.acme.Lock"), Optional.of(owner));
        List<DiagnosedOutlier> outliers = List.of(
                outlier(read, "com.acme.Task.load", "java.io.FileInputStream.read"),
                outlier(wait, "com.acme.Task.lock"));
        return Conclusions.of(
                new Diagnosis(outliers, Coverage.none(), List.of(), List.of()),
                outliers.stream()
                        .map(one -> new BusyPeriod(List.of(one.outlier().iteration()), 0))
                        .toList(),
                List.of(),
                0,
                LatencyCounts.NONE);
    }

    private static DiagnosedOutlier outlier(Evidence event, String... frames) {
        Iteration iteration = new Iteration(new RunId(0, 1), event.startNs(), event.startNs(), event.endNs(), 0, 0);
        List<StackFrame> stack = List.of(frames).stream()
                .map(frame -> new StackFrame(frame, FrameKind.COMPILED))
                .toList();
        return new DiagnosedOutlier(
                new Outlier(iteration, MS, List.of()),
                List.of(new StackSample(event.startNs(), event.endNs(), THREAD, false, stack)),
                List.of(event.endNs()),
                List.of(event.durationNs()),
                0,
                List.of(event),
                List.of());
    }

    private static RunDescription run() {
        return RunDescription.of("com.acme.Task").build();
    }

    private static void assertWhole(JsonNode causes) {
        JsonNode read = causes.at("/0/where/0");
        assertThat(read.at("/what").stringValue()).isEqualTo("read, " + PATH + " < com.acme.Task.load");
        assertThat(read.at("/call").stringValue()).isEqualTo("read");
        assertThat(read.at("/on").stringValue()).isEqualTo(PATH);
        assertThat(read.at("/caller").stringValue()).isEqualTo("com.acme.Task.load");
        assertThat(read.has("partner")).isFalse();
        JsonNode wait = causes.at("/1/where/0");
        assertThat(wait.at("/what").stringValue())
                .isEqualTo("com.acme.Lock < com.acme.Task.lock, held by " + OWNER + ", which was in file I/O: read, "
                        + PATH);
        assertThat(wait.at("/call").stringValue()).isEqualTo("com.acme.Lock");
        assertThat(wait.has("on")).isFalse();
        assertThat(wait.at("/caller").stringValue()).isEqualTo("com.acme.Task.lock");
        assertThat(wait.at("/partner/thread").stringValue()).isEqualTo(OWNER);
        assertThat(wait.at("/partner/role").stringValue()).isEqualTo("owner");
        assertThat(wait.at("/partner/did").stringValue()).isEqualTo("blocked");
        assertThat(wait.at("/partner/in").stringValue()).isEqualTo("file-io");
        assertThat(wait.at("/partner/at").stringValue()).isEqualTo("read, " + PATH);
        assertThat(wait.at("/partner/call").stringValue()).isEqualTo("read");
        assertThat(wait.at("/partner/on").stringValue()).isEqualTo(PATH);
    }

    @Test
    void shouldComeOutWholeInTheDiagnosis() throws IOException {
        StringWriter out = new StringWriter();
        DiagnosisJsonFormat.write(run(), List.of(), conclusions(), out);

        assertWhole(JsonMapper.shared().readTree(out.toString()).at("/budget/causes"));
    }

    @Test
    void shouldComeOutWholeInThePage() throws IOException {
        Path file = directory.resolve("report.html");
        HtmlReport.write(new ReportData(run(), List.of(), conclusions()), file);

        Matcher data = DATA.matcher(Files.readString(file));
        assertThat(data.find()).isTrue();
        byte[] deflated = Base64.getDecoder().decode(data.group(1));
        try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated), new Inflater(true))) {
            assertWhole(JsonMapper.shared().readTree(in).at("/budget/causes"));
        }
    }

    @Test
    void shouldComeOutWholeInTheTable() throws IOException {
        StringBuilder out = new StringBuilder();
        OutlierCsvFormat.write(conclusions(), List.of(), out);

        assertThat(out.toString().lines().skip(1))
                .satisfiesExactly(
                        line -> assertThat(line).contains("\"read, " + PATH + " < com.acme.Task.load\""),
                        line -> assertThat(line)
                                .contains("\"com.acme.Lock < com.acme.Task.lock, held by " + OWNER
                                        + ", which was in file I/O: read, " + PATH + "\""));
    }

    @Test
    void shouldComeOutWholeOnTheTerminal() {
        assertThat(BudgetLines.of(conclusions(), new PlaceText("com.acme."), LineWidth.USUAL)
                        .all())
                .anySatisfy(line -> assertThat(line).endsWith("1 event: read, " + PATH + " < Task.load"))
                .anySatisfy(line -> assertThat(line).endsWith("1 event: Lock < Task.lock"))
                .anySatisfy(line ->
                        assertThat(line).endsWith("100% held by " + OWNER + ", which was in file I/O: read, " + PATH));
    }
}
