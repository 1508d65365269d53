package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.model.Notice;
import io.straggler.model.Notice.Code;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the JVM lost of its events, or did not record because there were too many. */
class LostEventsTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final String SOCKET_READ = "jdk.SocketRead";
    private static final Set<Code> LOSSES =
            EnumSet.of(Code.DATA_LOST, Code.LIMITED_ITERATIONS, Code.LIMITED_SOCKET_IO, Code.LIMITED_FILE_IO);

    @TempDir
    Path folder;

    private final CraftedRecording recording = new CraftedRecording();

    private List<Notice> losses() {
        for (int i = 0; i < 20; i++) {
            recording.order(100 * MS * i, 20 * MS);
        }
        Path file = recording.write(folder.resolve("crafted.jfr"));
        IterationQuery query = new IterationQuery(CraftedRecording.ITERATION, List.of(), Optional.empty());
        return AnyRecordingAnalysis.of(file, query, Threshold.parse("10ms")).analysis().run().notices().stream()
                .filter(notice -> LOSSES.contains(notice.code()))
                .toList();
    }

    private void socketReads(int first, int second) {
        for (int i = 0; i < first; i++) {
            recording.socketRead(MS * i, 100_000);
        }
        for (int i = 0; i < second; i++) {
            recording.socketRead(SECOND + MS * i, 100_000);
        }
    }

    private void limit(String limit) {
        recording.setting(SOCKET_READ, "enabled", "true").setting(SOCKET_READ, "throttle", limit);
    }

    @Test
    void shouldSayHowMuchTheJvmLost() {
        recording.loss(SECOND, 1_234).loss(2 * MS, 4_000);

        assertThat(losses()).containsExactly(Notice.of(Code.DATA_LOST, 5_234, 2, 2, 1_000));
    }

    @Test
    void shouldSayWhichLimitWasReachedInSomeSecond() {
        limit("100/s");
        socketReads(3, 90);

        assertThat(losses()).containsExactly(Notice.of(Code.LIMITED_SOCKET_IO, 100));
    }

    @Test
    void shouldNotSpeakOfALimitThatLeftNothingOut() {
        limit("100/s");
        socketReads(70, 70);

        assertThat(losses()).isEmpty();
    }

    @Test
    void shouldUnderstandLimitsOfOtherTimesAndNone() {
        limit("3000/m");
        socketReads(40, 0);
        assertThat(losses()).containsExactly(Notice.of(Code.LIMITED_SOCKET_IO, 50));
    }

    @Test
    void shouldTakeOffForNoLimit() {
        limit("off");
        socketReads(900, 900);

        assertThat(losses()).isEmpty();
    }

    @Test
    void shouldSayThatIterationsAreThoseOfALimit() {
        recording
                .setting(CraftedRecording.ITERATION, "enabled", "true")
                .setting(CraftedRecording.ITERATION, "throttle", "20/s");

        assertThat(losses()).containsExactly(Notice.of(Code.LIMITED_ITERATIONS, 20));
    }
}
