package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.agent.ForkedProgram.Counts;
import io.straggler.agent.users.Errands;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.model.HandOver;
import io.straggler.model.StageTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls of suspended functions of Kotlin, in a JVM of its own. */
@Tag("jar")
@Timeout(120)
class SuspendedCallsJvmTest {
    private static final String ERRANDS = Errands.class.getName() + ".";
    private static final String OPTIONS =
            "iterations=" + ERRANDS + "run,iterations=" + ERRANDS + "carry,threshold=20ms,out=";

    /** Each runs for longer than the threshold. */
    private static final List<String> SLOW = List.of("delayed", "fetched", "forked", "failed", "cancelled", "repeated");

    /** Each is slow at another time, so a busy machine does not hide all of them. */
    private static final int EACH = 4;

    @TempDir
    private Path folder;

    @Test
    void shouldFollowCallsUntilTheFunctionIsComplete() throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        RunFolder untilReturn = new RunFolder(folder.resolve("until-return"));
        try (ForkedProgram program = ForkedProgram.withAllLibraries(Errands.class, folder)) {
            program.counts("fast 1");
            program.counts("carried 1");
            program.counts("several 1");
            for (String kind : SLOW) {
                program.counts(kind + " 1");
            }
            program.counts("waiting 1");
            program.attach(OPTIONS + run.path());
            // This function was called before the agent came, and is no call now.
            program.counts("released 1");
            program.counts("fast " + EACH);
            program.counts("carried " + EACH);
            program.counts("several " + EACH);
            for (String kind : SLOW) {
                program.counts(kind + " " + EACH);
            }
            program.attach("stop");
            program.attach("until-return," + OPTIONS + untilReturn.path());
            Counts after = program.counts("delayed " + EACH);
            program.attach("stop");

            assertThat(after.slow()).isEqualTo(2 * (1 + EACH)); // Those that fail and those that are cancelled.
            assertThat(after.failed())
                    .as("callers that went on on another thread")
                    .isZero();
            assertThat(program.end()).isZero();
            assertThat(program.err()).isEmpty();
        }

        Analysis analysis = FilledFolder.analysis(run);
        assertThat(analysis.run().warnings()).noneMatch(warning -> warning.contains("could not"));
        assertThat(analysis.conclusions().groups(analysis.series()))
                .extracting(
                        group -> group.name().replace(ERRANDS, ""),
                        group -> group.latencies().count())
                .containsExactlyInAnyOrder(
                        tuple("run", (long) EACH * (1 + SLOW.size() + Errands.SEVERAL)), tuple("carry", (long) EACH));
        assertThat(analysis.run().outliers()).isGreaterThanOrEqualTo((long) EACH * (1 + SLOW.size() + Errands.SEVERAL));
        assertThat(causes(analysis))
                .contains(
                        "run: " + Cause.SLEEP + " delay of a scheduled task, on main",
                        "run: " + Cause.SLEEP + " delay of a scheduled task, on DefaultDispatcher-worker-*",
                        "run: " + Cause.SLEEP + " Errands.slowly, on DefaultDispatcher-worker-*: fetch",
                        "run: " + Cause.SLEEP + " Errands.slowly, on DefaultDispatcher-worker-*: wrap",
                        "carry: " + Cause.SLEEP + " Errands.slowly, on carrier: lift");
        // Calls that fail go on where they began, behind a delay. JFR may not know the methods of what slept then.
        assertThat(analysis.conclusions().diagnosis().outliers())
                .filteredOn(SuspendedCallsJvmTest::isSlowAtItsEnd)
                .hasSizeGreaterThanOrEqualTo(EACH);

        // Each call and its resumption.
        Analysis each = FilledFolder.analysis(untilReturn);
        assertThat(each.run().iterations()).isEqualTo(2L * EACH);
        assertThat(causes(each)).noneMatch(cause -> cause.contains(Cause.SLEEP.toString()));
    }

    /** Whether the last stage of a call, on the thread of its first, lasted as long as what is slow. */
    private static boolean isSlowAtItsEnd(DiagnosedOutlier outlier) {
        List<StageTime> stages =
                outlier.outlier().handOver().map(HandOver::stages).orElse(List.of());
        if (stages.size() < 2) {
            return false;
        }
        StageTime last = stages.get(stages.size() - 1);
        return last.javaThreadId() == stages.get(0).javaThreadId()
                && last.toNs() - last.fromNs() >= TimeUnit.MILLISECONDS.toNanos(Errands.SLOW_MS);
    }

    /** The method, the largest cause and the place of each outlier, and what slept. */
    private static List<String> causes(Analysis analysis) {
        List<DiagnosedOutlier> outliers = analysis.conclusions().diagnosis().outliers();
        List<TimeBudget> budgets = analysis.conclusions().budget().budgets();
        List<String> causes = new ArrayList<>();
        for (int i = 0; i < outliers.size(); i++) {
            DiagnosedOutlier outlier = outliers.get(i);
            String slept = outlier.stacks().stream()
                    .flatMap(stack -> stack.frames().stream())
                    .map(frame -> frame.name().replace(ERRANDS, ""))
                    .filter(List.of("fetch", "wrap", "lift")::contains)
                    .findFirst()
                    .map(name -> ": " + name)
                    .orElse("");
            budgets.get(i).reason().ifPresent(part -> {
                String place = part.where().stream()
                        .findFirst()
                        .map(where -> where.place().words().replace("io.straggler.agent.users.", ""))
                        .orElse("");
                causes.add(outlier.outlier().group().replace(ERRANDS, "") + ": " + part.cause() + " " + place + slept);
            });
        }
        return causes;
    }
}
