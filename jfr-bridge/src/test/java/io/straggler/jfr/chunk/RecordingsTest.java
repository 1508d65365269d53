package io.straggler.jfr.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.jfr.read.Recorded;
import io.straggler.jfr.read.RecordingReader;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsTest {
    @TempDir
    Path directory;

    private Path fork(int fork) {
        Outlier outlier = new Outlier(new Iteration(new RunId(fork, 1), fork, fork + 1, fork + 2, 0, 1), 1, List.of());
        return Recorded.recording(directory.resolve("fork" + fork + ".jfr"), fork, emitter -> emitter.outlier(outlier));
    }

    @Test
    void shouldReadForksFromOneFileInOrder() throws Exception {
        Path target = directory.resolve("run.jfr");
        for (int fork = 0; fork < 3; fork++) {
            assertThat(Recordings.append(target, fork(fork))).isEmpty();
        }

        RecordedRun run = RecordingReader.read(target);

        // A busy machine takes long to begin the next one.
        assertThat(run.problems()).allMatch(problem -> problem.contains("before this chunk are missing"));
        assertThat(run.outliers())
                .extracting(outlier -> outlier.iteration().runId().fork())
                .containsExactly(0, 1, 2);
        assertThat(RecordingFile.readAllEvents(target))
                .filteredOn(event -> event.getEventType().getName().equals("straggler.Outlier"))
                .hasSize(3);
    }

    @Test
    void shouldNotAppendThroughALink() throws Exception {
        Path other = fork(0);
        byte[] before = Files.readAllBytes(other);
        Path target = Files.createSymbolicLink(directory.resolve("recording.jfr"), other);
        Path dangling = Files.createSymbolicLink(directory.resolve("dangling.jfr"), directory.resolve("missing"));

        for (Path link : List.of(target, dangling)) {
            assertThatThrownBy(() -> Recordings.append(link, fork(1)))
                    .isInstanceOf(RecordingException.class)
                    .hasMessageContaining(link + ": it must be a file, and is a link");
        }

        assertThat(other).hasBinaryContent(before);
        assertThat(directory.resolve("missing")).doesNotExist();
    }

    @Test
    void shouldTellATornChunkAndAppendItAllTheSame() {
        Path target = fork(0);
        byte[] whole = Recorded.bytes(target);
        byte[] torn = Arrays.copyOf(whole, whole.length - 10);
        Path tornFile = Recorded.write(directory.resolve("torn.jfr"), torn);

        assertThat(Recordings.append(target, tornFile))
                .singleElement()
                .asString()
                .startsWith(tornFile + ", offset 0: chunk is incomplete");
        assertThat(target).hasSize(whole.length + torn.length);
        assertThat(RecordingReader.read(target).outliers()).isNotEmpty();
    }

    @Test
    void shouldLeaveTheTargetAloneWhenTheOtherFileIsNoRecording() {
        Path target = directory.resolve("run.jfr");
        Path other = Recorded.write(directory.resolve("other.txt"), "something else".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> Recordings.append(target, other))
                .isInstanceOf(RecordingException.class)
                .hasMessage("Not a flight recording: " + other + " does not begin with the signature of one.");
        assertThat(Files.exists(target)).isFalse();
    }

    @Test
    void shouldNotAppendToSomethingElse() {
        Path target = Recorded.write(directory.resolve("other.txt"), "something else".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> Recordings.append(target, fork(0)))
                .isInstanceOf(RecordingException.class)
                .hasMessage("target must be empty or begin with the JFR signature: target=" + target);
        assertThat(target).hasContent("something else");
    }

    @Test
    void shouldReadAForeignRecordingAsFarAsItSpeaksOfAllThreads() throws Exception {
        Path file = directory.resolve("foreign.jfr");
        long beforeMs = System.currentTimeMillis();
        try (Recording foreign = new Recording()) {
            foreign.enable("jdk.GCPhasePause");
            foreign.enable("jdk.ExecutionSample");
            foreign.start();
            System.gc();
            foreign.stop();
            foreign.dump(file);
        }

        RecordedRun run = RecordingReader.read(file);

        assertThat(run.evidence())
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.startNs() / 1_000_000)
                        .isBetween(beforeMs - 1_000, System.currentTimeMillis() + 1_000));
        assertThat(run.samples()).isEmpty();
        assertThat(run.sampler()).isNull();
        assertThat(run.clock().pairs()).isZero();
        assertThat(run.problems()).singleElement().asString().startsWith(file + ": no straggler events");
    }
}
