package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.model.StackFrame;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collections as iterations: twenty of 1 ms, and one of 100 ms whose phases are known. */
class CollectorPhasesTest {
    private static final long MS = 1_000_000;
    private static final int USUAL = 20;
    private static final long SLOW_NS = 1_000 * MS;

    @TempDir
    Path folder;

    private final CraftedRecording recording = new CraftedRecording();

    private Analysis analysis(String event) {
        Path file = recording.write(folder.resolve("crafted.jfr"));
        IterationQuery query = new IterationQuery(event, List.of(), Optional.empty());
        return AnyRecordingAnalysis.of(file, query, Threshold.parse("10ms")).analysis();
    }

    private void usual() {
        for (int i = 0; i < USUAL; i++) {
            recording.collection(i * 10 * MS, MS, i).pause(i * 10 * MS, MS, i).phase(i * 10 * MS, MS, i, "Evacuate");
        }
    }

    /** A pause of 100 ms: 10 ms before anything is copied, 80 ms in which two threads copy and scan, 5 ms behind that, and 5 ms of which nothing is said. */
    private void slow() {
        recording
                .collection(SLOW_NS, 100 * MS, USUAL)
                .pause(SLOW_NS, 100 * MS, USUAL)
                .phase(SLOW_NS, 10 * MS, USUAL, "Pre")
                .phase(SLOW_NS + 10 * MS, 80 * MS, USUAL, "Evacuate")
                .phase(SLOW_NS + 90 * MS, 5 * MS, USUAL, "Post");
        for (int thread = 0; thread < 2; thread++) {
            recording
                    .worker(SLOW_NS + 10 * MS, 20 * MS, USUAL, "Scan")
                    .worker(SLOW_NS + 30 * MS, 60 * MS, USUAL, "Copy");
        }
    }

    private static Map<String, Long> msByStack(Analysis analysis) {
        return analysis.conclusions().diagnosis().outlierStacks().stream()
                .collect(Collectors.toMap(
                        stack -> stack.ofAnyThread().frames().stream()
                                .map(StackFrame::name)
                                .collect(Collectors.joining(" > ")),
                        stack -> Math.round(stack.weightNs() / (double) MS),
                        Long::sum,
                        TreeMap::new));
    }

    private static long ms(Analysis analysis, Cause cause) {
        return Math.round(analysis.conclusions().budget().totalNs(cause) / (double) MS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk.GarbageCollection", "jdk.GCPhasePause"})
    void shouldExplainCollectionsByTheirPhases(String event) {
        usual();
        slow();

        Analysis analysis = analysis(event);

        assertThat(analysis.run().iterations()).isEqualTo(USUAL + 1);
        assertThat(msByStack(analysis))
                .containsEntry("GC Pause > Pre", 10L)
                .containsEntry("GC Pause > Evacuate > Copy", 60L)
                .containsEntry("GC Pause > Evacuate > Scan", 20L)
                .containsEntry("GC Pause > Post", 5L)
                .containsEntry("GC Pause", 5L);
        assertThat(ms(analysis, Cause.GC_PAUSE)).isZero();
        assertThat(ms(analysis, Cause.CODE)).isEqualTo(99);
        assertThat(analysis.run().warnings()).noneMatch(warning -> warning.contains("No stack was sampled"));
    }

    /** Another collection goes on meanwhile, as young ones do while old objects are marked. */
    @Test
    void shouldTellCollectionsApartThatOverlap() {
        usual();
        slow();
        recording
                .collection(SLOW_NS - 50 * MS, 300 * MS, USUAL + 1)
                .pause(SLOW_NS + 200 * MS, 50 * MS, USUAL + 1)
                .phase(SLOW_NS + 200 * MS, 50 * MS, USUAL + 1, "Remark");

        Analysis analysis = analysis("jdk.GarbageCollection");

        assertThat(analysis.run().outliers()).isEqualTo(2);
        assertThat(msByStack(analysis))
                .containsEntry("GC Pause > Remark", 50L)
                .containsEntry("GC Pause > Evacuate > Copy", 60L);
    }

    @Test
    void shouldSayThatNothingWasSeenWhereNoPhaseIsRecorded() {
        usual();
        recording.collection(SLOW_NS, 100 * MS, USUAL);

        assertThat(ms(analysis("jdk.GarbageCollection"), Cause.NOT_SEEN)).isEqualTo(99);
    }
}
