package io.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.model.SamplerMode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Feeds damaged recordings to everything that {@code straggler report FILE} does. What comes of them is unspecified, but it is
 * an analysis that adds up or one sentence, for little memory and little time of the processor.
 */
class HostileRecordingTest {
    /** Raise it to look for more: {@code -Dstraggler.mutants=100000 -Dstraggler.seed=7}. */
    private static final int MUTANTS = Integer.getInteger("straggler.mutants", 150);

    private static final long SEED = Long.getLong("straggler.seed", 1);

    /** Writing takes longer than all else together. */
    private static final int WITH_JSON = 20;

    private static final int WITH_A_PAGE = 100;

    private static final long MOST_BYTES = 300_000_000;
    private static final long MAX_CPU_NS = 10_000_000_000L;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    static Path shared;

    private static byte[] recording;
    private static int outliers;
    private static int number;

    @BeforeAll
    static void record() throws IOException {
        StragglerResult result = Straggler.options()
                .rate(1_000)
                .warmUp(Duration.ofMillis(50))
                .count(100)
                .threshold("300us")
                .sampler(SamplerMode.TRIGGERED)
                .normalSamples(100)
                .out(shared.resolve("run"))
                .run(intendedNs -> beSlowSometimes());
        Path file = result.folder().orElseThrow().resolve("recording.jfr");
        recording = Files.readAllBytes(file);
        outliers = Analysis.of(file).conclusions().diagnosis().outliers().size();
    }

    private static void beSlowSometimes() {
        if (++number % 40 == 0) {
            System.gc();
        } else if (number % 20 == 0) {
            long untilNs = System.nanoTime() + 1_000_000;
            while (System.nanoTime() < untilNs) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldSurviveWhateverBytesItIsGiven() throws IOException {
        assertThat(outliers).isPositive();
        RecordingMutations mutations = new RecordingMutations(recording, SEED);
        Path file = shared.resolve("mutant.jfr");
        int reported = 0;
        int kept = 0;
        for (int i = 0; i < MUTANTS; i++) {
            Files.write(file, mutations.next());
            long bytes = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            long cpuNs = THREADS.getCurrentThreadCpuTime();
            try {
                Analysis analysis = Analysis.of(file);
                checkCost(i, bytes, cpuNs);
                check(analysis);
                if (i % WITH_JSON == 0) {
                    analysis.writeJson(shared.resolve("mutant.json"));
                }
                if (i % WITH_A_PAGE == 0) {
                    analysis.writeReport(shared.resolve("mutant.html"));
                }
                reported += analysis.run().warnings().isEmpty() ? 0 : 1;
                kept += analysis.conclusions().diagnosis().outliers().isEmpty() ? 0 : 1;
            } catch (RecordingException e) {
                assertThat(e.getMessage()).contains(file.toString()).doesNotContain("\n");
                reported++;
            } catch (RuntimeException | Error e) {
                Path saved = Files.copy(
                        file,
                        Files.createTempFile("straggler-mutant-", ".jfr.kept"),
                        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                fail("mutant " + i + " of seed " + SEED + ", kept as " + saved, e);
            }
        }
        // Most damage is noticed, and costs only what it hits.
        assertThat(reported).isGreaterThan(MUTANTS / 2);
        assertThat(kept).isGreaterThan(MUTANTS / 3);
    }

    private static void checkCost(int mutant, long bytesBefore, long cpuNsBefore) {
        assertThat(THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - bytesBefore)
                .as("bytes allocated for mutant %d of seed %d", mutant, SEED)
                .isLessThan(MOST_BYTES);
        assertThat(THREADS.getCurrentThreadCpuTime() - cpuNsBefore)
                .as("time for mutant %d of seed %d", mutant, SEED)
                .isLessThan(MAX_CPU_NS);
    }

    private static void check(Analysis analysis) {
        RunBudget budget = analysis.conclusions().budget();
        assertThat(budget.causes().stream()
                        .mapToLong(RunBudget.CauseSum::totalNs)
                        .sum())
                .isEqualTo(budget.latencyNs())
                .isNotNegative();
        for (TimeBudget one : budget.budgets()) {
            assertThat(one.parts()).allMatch(part -> part.ns() >= 0);
            assertThat(one.parts().stream().mapToLong(TimeBudget.Part::ns).sum())
                    .isEqualTo(one.latencyNs());
        }
        assertThat(analysis.run().warnings()).allMatch(warning -> !warning.contains("\n"));
    }
}
