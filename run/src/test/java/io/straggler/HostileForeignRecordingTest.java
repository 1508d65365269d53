package io.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.straggler.anyrecording.AnyRecordingAnalysis;
import io.straggler.anyrecording.ForeignEvents;
import io.straggler.diagnosis.RunBudget;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.Condition;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.record.EventSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Damaged recordings of other programs: each is read as far as it goes, or refused in one line. */
class HostileForeignRecordingTest {
    private static final int MUTANTS = Integer.getInteger("straggler.mutants", 150);
    private static final long SEED = Long.getLong("straggler.seed", 11);
    private static final IterationQuery QUERY =
            new IterationQuery("test.Job", List.of(Condition.of("cached=false")), Optional.of("kind"));

    @TempDir
    static Path shared;

    private static byte[] recording;

    @Name("test.Job")
    static final class Job extends Event {
        String kind;
        boolean cached;
    }

    @BeforeAll
    static void record() throws Exception {
        Path file = shared.resolve("program.jfr");
        try (Recording first = recording();
                Recording second = new Recording()) {
            work();
            // The start of another recording begins another chunk.
            second.start();
            work();
            first.stop();
            first.dump(file);
        }
        recording = Files.readAllBytes(file);
    }

    private static Recording recording() {
        Recording recording = new Recording();
        recording.setSettings(EventSettings.withPeriodicStacks(Duration.ofNanos(100_000)));
        recording.start();
        return recording;
    }

    private static void work() throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            Job job = new Job();
            job.begin();
            if (i % 50 == 0) {
                Thread.sleep(2);
            }
            job.kind = "kind " + i % 5;
            job.commit();
        }
    }

    @Test
    @Timeout(300)
    void shouldSurviveWhateverBytesItIsGiven() throws IOException {
        RecordingMutations mutations = new RecordingMutations(recording, SEED);
        Path file = shared.resolve("mutant.jfr");
        int explained = 0;
        for (int i = 0; i < MUTANTS; i++) {
            Files.write(file, mutations.next());
            try {
                ForeignEvents.of(file);
                Analysis analysis = AnyRecordingAnalysis.of(file, QUERY, Threshold.parse("1ms"))
                        .analysis();
                RunBudget budget = analysis.conclusions().budget();
                assertThat(budget.causes().stream()
                                .mapToLong(RunBudget.CauseSum::totalNs)
                                .sum())
                        .isEqualTo(budget.latencyNs());
                assertThat(analysis.run().warnings()).allMatch(warning -> !warning.contains("\n"));
                explained += budget.latencyNs() > 0 ? 1 : 0;
            } catch (RecordingException e) {
                assertThat(e.getMessage()).contains(file.toString()).doesNotContain("\n");
            } catch (RuntimeException | Error e) {
                Path saved = Files.copy(
                        file,
                        Files.createTempFile("straggler-mutant-", ".jfr.kept"),
                        StandardCopyOption.REPLACE_EXISTING);
                fail("mutant " + i + " of seed " + SEED + ", kept as " + saved, e);
            }
        }
        assertThat(explained).isGreaterThan(MUTANTS / 3);
    }
}
