package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.agent.users.Streams;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.TimeBudget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls of methods that return types of reactive libraries, in a JVM of its own. */
@Tag("jar")
@Timeout(120)
class StreamsJvmTest {
    private static final String STREAMS = Streams.class.getName() + ".";
    private static final List<String> METHODS = List.of("mono", "flux", "single", "flowable", "uni", "vertx", "guava");
    private static final List<String> KINDS =
            Stream.concat(METHODS.stream(), Stream.of("cancelled")).toList();

    /** Each is slow at another time, so a busy machine does not hide all of them. */
    private static final int EACH = 4;

    @TempDir
    private Path folder;

    @Test
    void shouldFollowCallsUntilWhatTheyReturnHasTerminated() throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        try (ForkedProgram program = ForkedProgram.withAllLibraries(Streams.class, folder)) {
            for (String kind : KINDS) {
                program.counts(kind + " 1");
            }
            String methods = METHODS.stream()
                    .map(method -> "iterations=" + STREAMS + method + ",")
                    .collect(Collectors.joining());
            assertThat(program.attach(methods + "threshold=20ms,out=" + run.path()))
                    .isEqualTo(run.path().toString());
            // The first task of each thread that waits for one already is not followed.
            for (int round = 0; round < 2; round++) {
                for (String kind : KINDS) {
                    program.counts(kind + " " + EACH);
                }
            }
            program.attach("stop");
            assertThat(program.end()).isZero();
        }
        Analysis analysis = FilledFolder.analysis(run);

        assertThat(analysis.run().warnings()).noneMatch(warning -> warning.contains("could not"));
        // Each call counts once, those included that were cancelled.
        assertThat(analysis.conclusions().groups(analysis.series()))
                .extracting(
                        group -> group.name().replace(STREAMS, ""),
                        group -> group.latencies().count())
                .containsExactlyInAnyOrderElementsOf(METHODS.stream()
                        .map(method -> tuple(method, 2L * EACH * (method.equals("flux") ? 2 : 1)))
                        .toList());
        assertThat(causes(analysis))
                .contains(
                        slept("mono", "boundedElastic-*"),
                        slept("flux", "boundedElastic-*"),
                        slept("single", "RxCachedThreadScheduler-*"),
                        slept("flowable", "RxCachedThreadScheduler-*"),
                        slept("uni", "boat"),
                        slept("vertx", "boat"),
                        slept("guava", "boat"));
    }

    private static String slept(String method, String thread) {
        return method + ": " + Cause.SLEEP + " Streams.row, on " + thread;
    }

    /** The method, the largest cause and the place of each outlier. */
    private static List<String> causes(Analysis analysis) {
        List<DiagnosedOutlier> outliers = analysis.conclusions().diagnosis().outliers();
        List<TimeBudget> budgets = analysis.conclusions().budget().budgets();
        List<String> causes = new ArrayList<>();
        for (int i = 0; i < outliers.size(); i++) {
            String method = outliers.get(i).outlier().group().replace(STREAMS, "");
            budgets.get(i)
                    .reason()
                    .ifPresent(part -> causes.add(method + ": " + part.cause() + " "
                            + part.where().get(0).place().words().replace("io.straggler.agent.users.", "")));
        }
        return causes;
    }
}
