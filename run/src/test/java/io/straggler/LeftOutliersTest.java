package io.straggler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;
import io.straggler.model.Notice;
import io.straggler.model.OverheadCheck;
import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fewer outliers are left in a recording than the run counted: a run of which only those are missing that nobody reported is sound. */
class LeftOutliersTest {
    private static final int OUTLIERS = 200;

    @TempDir
    private Path directory;

    private RunFolder folder;

    /** Each iteration of such a task counts for itself: of others all that queue up behind one are sampled, or none. */
    private static final class Passing implements AsyncTask {
        private Harness harness;

        @Override
        public void setUp(Harness harness) {
            this.harness = harness;
        }

        @Override
        public void run(long intendedNs) {
            harness.complete(intendedNs);
        }
    }

    /** All iterations are outliers, and the sampler is off during a quarter of them. */
    @BeforeEach
    void record() throws IOException {
        folder = Straggler.options()
                .rate(1_000)
                .warmUp(Duration.ofMillis(50))
                .count(OUTLIERS)
                .threshold("1ns")
                .sampler(SamplerMode.JAVA)
                .overheadCheck(new OverheadCheck(5_000_000, 1))
                .out(directory.resolve("run"))
                .run(new Passing())
                .folder()
                .map(RunFolder::new)
                .orElseThrow();
        Files.write(folder.recording(), new byte[100], StandardOpenOption.APPEND);
    }

    private static int left(Analysis analysis) {
        return analysis.conclusions().diagnosis().outliers().size();
    }

    @Test
    void shouldNotExpectThoseThatCameWhileTheSamplerWasOff() {
        Analysis analysis = Analysis.of(folder);

        assertThat(left(analysis)).isBetween(1, OUTLIERS - 1);
        assertThat(analysis.run().warnings()).anyMatch(warning -> warning.contains("no chunk begins here"));
        assertThat(analysis.run().status()).as(analysis.run().reason()).isNotEqualTo(RunStatus.FAILED);
    }

    @Test
    void shouldNotExpectThoseThatWereOnlyCounted() {
        RunDescription more = with(folder.readRun(), 1_000);

        Analysis missing = Analysis.of(folder, more, folder.recording());
        Analysis counted = Analysis.of(
                folder, more.noted(Notice.of(Notice.Code.NOT_REPORTED, 1_000, OUTLIERS + 1_000)), folder.recording());

        assertThat(missing.run().reason())
                .startsWith("the recording is damaged: " + left(missing) + " of " + (left(missing) + 1_000)
                        + " outliers are left in it.");
        assertThat(counted.run().status()).as(counted.run().reason()).isNotEqualTo(RunStatus.FAILED);
    }

    /** The task had stopped the recording, say: the rest of the run counted its outliers only. */
    @Test
    void shouldSayHowManyAWholeRecordingDoesNotHold() throws IOException {
        byte[] damaged = Files.readAllBytes(folder.recording());
        Files.write(folder.recording(), Arrays.copyOf(damaged, damaged.length - 100));
        Analysis whole = Analysis.of(folder);
        Analysis missing = Analysis.of(folder, with(folder.readRun(), 1_000), folder.recording());

        assertThat(whole.run().notices()).noneMatch(notice -> notice.code() == Notice.Code.NOT_RECORDED);
        assertThat(missing.run().status())
                .as(missing.run().reason())
                .isEqualTo(whole.run().status());
        assertThat(missing.run().notices())
                .contains(
                        Notice.of(Notice.Code.NOT_RECORDED, 1_000, missing.run().outliers()));
    }

    @Test
    void shouldMissThoseOfADamagedRecording() throws IOException {
        byte[] whole = Files.readAllBytes(folder.recording());
        Analysis damaged;
        int length = whole.length;
        do {
            length /= 2;
            Files.write(folder.recording(), Arrays.copyOf(whole, length));
            damaged = Analysis.of(folder);
        } while (left(damaged) > OUTLIERS / 2);

        assertThat(damaged.run().reason()).startsWith("the recording is damaged: " + left(damaged) + " of ");
    }

    private static RunDescription with(RunDescription run, int moreOutliers) {
        RunOutcome one = run.runs().get(0);
        RunOutcome more = RunOutcome.of(one.runId())
                .originNs(one.originNs())
                .startEpochMs(one.startEpochMs())
                .endEpochMs(one.endEpochMs())
                .targetPerSecond(one.targetPerSecond())
                .achievedPerSecond(one.achievedPerSecond())
                .iterations(one.iterations())
                .corrected(one.corrected())
                .outliers(one.outliers() + moreOutliers)
                .thresholdNs(one.thresholdNs())
                .worstNs(one.worstNs())
                .strayCompletions(one.strayCompletions())
                .uncompleted(one.uncompleted())
                .status(one.status(), one.reason())
                .build();
        return run.toBuilder().runs(List.of(more)).build();
    }
}
