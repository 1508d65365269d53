package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.resolver.AddressResolver;
import io.netty.util.concurrent.EventExecutor;
import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.agent.users.Lines;
import io.straggler.agent.users.Sorters;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.TimeBudget.Part;
import io.straggler.model.StackFrame;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Event loops and what waits in front of them, in a JVM of its own, on Netty's real ones. */
@Tag("jar")
@Timeout(180)
class LoopsJvmTest {
    private static final int EACH = 4;

    @TempDir
    private Path folder;

    /** Watches requests of kinds, and returns what their outliers took most of their time with. */
    private Analysis analysis(String iterations, String... kinds) throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        try (ForkedProgram program = new ForkedProgram(
                Lines.class, folder, "", Channel.class, EventExecutor.class, ByteBuf.class, AddressResolver.class)) {
            program.counts("fast 1");
            program.attach("iterations=" + iterations + ",threshold=20ms,out=" + run.path());
            program.counts("fast 200"); // Most are, so that it is known what is normal.
            for (String kind : kinds) {
                program.counts(kind + " " + EACH);
            }
            program.attach("stop");
            assertThat(program.end()).isZero();
            assertThat(program.err()).isEmpty();
        }
        Analysis analysis = FilledFolder.analysis(run);
        assertThat(analysis.run().warnings()).noneMatch(warning -> warning.contains("could not"));
        return analysis;
    }

    /** The causes of each outlier that took half of a slow step or longer, each with its first place. */
    private static List<String> causes(Analysis analysis) {
        return analysis.conclusions().budget().budgets().stream()
                .map(LoopsJvmTest::causes)
                .toList();
    }

    private static String causes(TimeBudget budget) {
        return budget.parts().stream()
                .filter(part -> part.ns() > Lines.SLOW_MS * 500_000)
                .map(LoopsJvmTest::words)
                .collect(Collectors.joining(" + "));
    }

    private static String words(Part part) {
        String place = part.where().stream()
                .map(where -> where.place().words())
                .findFirst()
                .orElse("");
        return part.cause() + " " + place.replace(Lines.class.getPackageName() + ".", "");
    }

    @Test
    void shouldTakeWhatWasReadFromWhenTheLoopSawItToItsAnswer() throws Exception {
        Analysis analysis = analysis("netty", "working", "handed", "queued", "behind", "crowded");

        assertThat(analysis.run().iterations()).isEqualTo(200 + 6 * EACH);
        assertThat(causes(analysis))
                .contains(
                        Cause.SLEEP + " Lines.sleep",
                        Cause.SLEEP + " Lines.sleep, on clerk",
                        // Tasks that are part of no request had the threads of the pool.
                        Cause.OTHER_WORK + " Lines.sleep, on clerk",
                        Cause.OTHER_WORK + " Lines.spin, on clerk")
                // The loop saw both requests at once, and worked on the other one first.
                .anyMatch(words -> words.contains(Cause.CULPRITS.toString()));
        assertThat(analysis.conclusions().diagnosis().outliers())
                .allSatisfy(one -> assertThat(one.outlier().iteration().latencyNs())
                        .isGreaterThanOrEqualTo(one.outlier().thresholdNs()))
                .hasSizeGreaterThanOrEqualTo(6 * EACH);
    }

    @Test
    void shouldSayWhatBlocksAnEventLoop() throws Exception {
        Analysis analysis = analysis("event-loop", "blocked", "working");

        assertThat(causes(analysis))
                // Several may be in one round.
                .hasSizeGreaterThanOrEqualTo(EACH)
                .contains(Cause.SLEEP + " Lines.sleep");
        assertThat(methods(analysis)).contains("occupy", "work");
    }

    @Test
    void shouldTakeTasksOfAnEventLoopFromTheirSubmission() throws Exception {
        Analysis analysis = analysis("executor", "blocked");

        assertThat(causes(analysis)).contains(Cause.SLEEP + " Lines.sleep");
    }

    @Test
    void shouldTakeRecordsFromTheirPollAndRequestsFromTheirSubmission() throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        RunFolder asked = new RunFolder(folder.resolve("asked"));
        try (ForkedProgram program = ForkedProgram.withAllLibraries(Sorters.class, folder)) {
            program.counts("fast 1");
            program.counts("asked 1");
            program.attach("iterations=kafka,threshold=20ms,out=" + run.path());
            // In as many polls: the first of them may be long, because the agent is new.
            for (int i = 0; i < 200; i++) {
                program.counts("fast 1");
            }
            program.counts("slow " + EACH);
            program.counts("unpacked " + EACH);
            program.attach("stop");
            program.attach("iterations=spring,threshold=20ms,out=" + asked.path());
            program.counts("asked " + EACH);
            program.counts("asked " + EACH);
            program.attach("stop");
            assertThat(program.end()).isZero();
            assertThat(program.err()).doesNotContain("Straggler");
        }
        Analysis analysis = FilledFolder.analysis(run);

        assertThat(analysis.run().iterations()).isEqualTo(200 + 2 * EACH);
        // Records that waited in the same poll are late, too.
        assertThat(analysis.run().outliers()).isGreaterThanOrEqualTo(2 * EACH);
        assertThat(causes(analysis))
                .contains(Cause.SLEEP + " Sorters.slowly")
                .anyMatch(words -> words.contains(Cause.CULPRITS.toString()))
                .anyMatch(words -> words.contains(Cause.OTHER_WORK.toString()));

        Analysis requests = FilledFolder.analysis(asked);
        assertThat(requests.run().iterations()).isEqualTo(2 * EACH);
        // The pool's thread was in the pool's old code at its first one.
        assertThat(requests.run().outliers()).isGreaterThanOrEqualTo(2 * EACH - 1);
    }

    /** Methods of the program that are in stacks of outliers. */
    private static Set<String> methods(Analysis analysis) {
        return analysis.conclusions().diagnosis().outliers().stream()
                .flatMap(one -> one.stacks().stream())
                .flatMap(stack -> stack.frames().stream())
                .map(StackFrame::name)
                .filter(name -> name.startsWith(Lines.class.getName()))
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .collect(Collectors.toSet());
    }
}
