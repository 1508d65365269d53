package io.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.harness.Threshold;
import io.straggler.jfr.keep.Retention;
import io.straggler.model.AskedThreshold;
import io.straggler.model.Notice;
import io.straggler.model.OverheadCheck;
import io.straggler.model.RunDescription;
import io.straggler.model.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class RunJsonTest {
    private static final int WRITINGS = 1_000;

    /** The agent writes it again and again while its program runs, and {@code report} may read it at any time. */
    @Test
    void shouldBeThereAndWholeWhileItIsWrittenAnew(@TempDir Path directory) throws Exception {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));
        RunDescription run = folder.readRun();
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < WRITINGS; i++) {
                folder.write(run);
            }
        });
        do {
            assertThat(folder.readRun()).isEqualTo(run);
        } while (!writing.isDone());
        writing.get();
    }

    /** An earlier version has other fields. */
    @Test
    void shouldSayWhichVersionAFileIsOf(@TempDir Path directory) throws Exception {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));
        Files.writeString(folder.runJson(), "{\"schemaVersion\": 2, \"task\": \"com.acme.Task\"}");

        assertThatThrownBy(folder::readRun)
                .isInstanceOf(RunFolderException.class)
                .hasMessage("run.json must have schema version 3; measure again, or use the Straggler that wrote it:"
                        + " schemaVersion=2 file=" + folder.runJson());
    }

    @Test
    void shouldReadNoticesBackWithTheirCountsAndSayThemToPeople(@TempDir Path directory) throws Exception {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));
        Notice full = Notice.of(Notice.Code.RECORDING_FULL, 2_000, 31);
        RunDescription run = folder.readRun().noted(full).warned("The disk was full.");

        folder.write(run);

        assertThat(folder.readRun()).isEqualTo(run);
        JsonNode written = JsonMapper.shared().readTree(Files.readString(folder.runJson()));
        assertThat(written.at("/warnings/0").asString()).isEqualTo(full.sentence());
        assertThat(written.at("/warnings/1").asString()).isEqualTo("The disk was full.");
        assertThat(written.at("/notices/0/code").asString()).isEqualTo("recording-full");
        assertThat(written.at("/notices/0/counts/onlyCounted").asInt()).isEqualTo(31);
        assertThat(written.at("/notices/1/code").asString()).isEqualTo("other");
    }

    /** A file as version 3 wrote it at first. */
    @Test
    void shouldReadTheWarningsOfAFileWithoutNotices(@TempDir Path directory) throws Exception {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));
        Notice notReported = Notice.of(Notice.Code.NOT_REPORTED, 1_234, 51_000);
        Notice full = Notice.of(Notice.Code.RECORDING_FULL, 2_000_000, 34_567);
        RunDescription run = folder.readRun().noted(notReported).noted(full).warned("The disk was full.");
        folder.write(run);
        ObjectNode earlier = (ObjectNode) JsonMapper.shared().readTree(Files.readString(folder.runJson()));
        earlier.remove("notices");
        Files.writeString(folder.runJson(), earlier.toString());

        assertThat(folder.readRun()).isEqualTo(run);
        assertThat(folder.readRun().onlyCounted()).isEqualTo(1_234 + 34_567);
    }

    @Test
    void shouldReadTheOptionsOfAFileWithoutSettings(@TempDir Path directory) throws Exception {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));
        Settings settings = folder.readRun().settings();

        assertThat(settings).isEqualTo(new Settings("uniform 2,000/s", Optional.of(AskedThreshold.AUTO), false, ""));
        assertThat(earlier(folder, Map.of("schedule", "uniform 2,000/s", "threshold", "auto")))
                .isEqualTo(settings);
        assertThat(earlier(folder, Map.of("threshold", "p99.9", "measure-overhead", "on", "by", "route")))
                .isEqualTo(new Settings("", Optional.of(AskedThreshold.percentile(99.9)), true, "route"));
        assertThat(earlier(folder, Map.of("threshold", "50 µs")).threshold()).contains(AskedThreshold.time(50_000));
        assertThat(earlier(folder, Map.of("threshold", "much")).threshold()).isEmpty();
        folder.addFact(RunDescription.METHODS, "com.acme.Shop.order");
        assertThat(earlier(folder, Map.of()).groupedBy()).isEqualTo("method");
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "p99.9", "1.23ms"})
    void shouldReadFromTheOptionsForPeopleWhatTheSettingsSay(String threshold) {
        StragglerOptions options =
                Straggler.options().rate(12_000).threshold(threshold).overheadCheck(OverheadCheck.seeded(1));

        assertThat(options.settings())
                .isEqualTo(new Settings(
                        "uniform 12,000/s",
                        Optional.of(Threshold.parse(threshold).asked()),
                        true,
                        ""));
        assertThat(EarlierRunJson.settings(options.resolved(), Map.of())).isEqualTo(options.settings());
    }

    private static Settings earlier(RunFolder folder, Map<String, String> optionsResolved) throws IOException {
        ObjectNode root = (ObjectNode) JsonMapper.shared().readTree(Files.readString(folder.runJson()));
        root.remove("settings");
        ObjectNode options = root.putObject("optionsResolved");
        optionsResolved.forEach(options::put);
        Files.writeString(folder.runJson(), root.toString());
        return folder.readRun().settings();
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "p99.0", "1.23 ms"})
    void shouldReadSettingsBack(String threshold, @TempDir Path directory) {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));
        Settings settings = new Settings(
                "poisson 5/s seed 1",
                Optional.of(Threshold.parse(threshold.replace(" ", "")).asked()),
                true,
                "route");
        RunDescription run = folder.readRun().toBuilder().settings(settings).build();

        folder.write(run);

        assertThat(folder.readRun()).isEqualTo(run);
        assertThat(settings.threshold()).hasToString("Optional[" + threshold + "]");
    }

    @Test
    void shouldTakeANoticeThatIsNotKnownHereByItsSentence(@TempDir Path directory) throws Exception {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));
        ObjectNode later = (ObjectNode) JsonMapper.shared().readTree(Files.readString(folder.runJson()));
        later.putArray("notices").addObject().put("code", "core-lost").put("sentence", "A core was lost.");
        Files.writeString(folder.runJson(), later.toString());

        assertThat(folder.readRun().notices()).containsExactly(Notice.of("A core was lost."));
    }

    @Test
    void shouldSayWhyNothingWasKeptThoughNothingHadBeenRead(@TempDir Path directory) throws Exception {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));

        folder.add(Retention.nothing().plus(Retention.problem("The disk was full.")));

        assertThat(folder.readRun().warnings()).contains("The disk was full.");
        assertThat(folder.readRun().environment()).doesNotContainKey("retention");
    }
}
