package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.agent.users.Shop;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import io.straggler.model.text.Durations;
import io.straggler.sampler.served.AgentThreads;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which calls count, by when they begin and by how long they take, in a JVM of its own. */
@Tag("jar")
@Timeout(120)
class CountedCallsJvmTest {
    private static final String PLACE = "iterations=io.straggler.agent.users.Shop.place,threshold=30ms,out=";
    private static final String NOT_YET = "No call counts so far";

    @TempDir
    private Path folder;

    @Test
    void shouldCountFromWhenTheProgramSaysSo() throws Exception {
        Path out = folder.resolve("run");
        try (ForkedProgram shop = new ForkedProgram(Shop.class, folder, PLACE + out + ",begin=program")) {
            ForkedProgram.Counts before = shop.counts("orders 300");
            assertThat(shop.ask("begin")).isEqualTo(out.toString());
            ForkedProgram.Counts after = shop.counts("orders 100");
            assertThat(shop.ask("begin")).isEqualTo("!Calls count already.");
            assertThat(shop.attach("stop")).isEqualTo(out.toString());
            assertThat(shop.ask("begin")).isEqualTo("!Straggler is not attached.");

            Analysis analysis = FilledFolder.analysis(new RunFolder(out));
            assertThat(before.slow()).isEqualTo(36);
            assertThat(analysis.run().iterations()).isEqualTo(after.calls() - before.calls());
            // On a busy machine others may wait for a core as long; the 36 before would be more than that.
            assertThat(analysis.run().outliers()).isBetween(after.slow() - before.slow(), after.slow() - 1);
            assertThat(analysis.conclusions().diagnosis().outliers())
                    .hasSize((int) analysis.run().outliers());
            assertThat(analysis.run().warnings()).noneMatch(warning -> warning.contains("has not said"));
        }
    }

    @Test
    void shouldCountFromWhenTheCompilersAreQuiet() throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        try (ForkedProgram shop = new ForkedProgram(Shop.class, folder, "")) {
            long atFirst = shop.counts("orders 20").calls();
            long attachedEpochMs = System.currentTimeMillis();
            shop.attach(PLACE + run.path() + ",begin=compiled,duration=1s");
            shop.counts("orders 20");
            awaitCounting(run);
            ForkedProgram.Counts after = shop.counts("orders 20");
            Awaited.finished(run);

            RunDescription described = FilledFolder.analysis(run).run();
            // Two seconds in a row have to be quiet.
            assertThat(described.runs().get(0).startEpochMs() - attachedEpochMs).isGreaterThan(1_900);
            assertThat(described.runs().get(0).endEpochMs()
                            - described.runs().get(0).startEpochMs())
                    .isGreaterThan(900);
            assertThat(described.iterations()).isLessThanOrEqualTo(after.calls() - atFirst);
            assertThat(described.warnings()).noneMatch(warning -> warning.startsWith(NOT_YET));
        }
    }

    @Test
    void shouldHaveNoCallInAnyFigureAsLongAsNoneCounts() throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        try (ForkedProgram shop = new ForkedProgram(Shop.class, folder, "")) {
            shop.counts("recursive 1");
            shop.attach(
                    "iterations=io.straggler.agent.users.Shop.*Down,iterations=io.straggler.agent.users.Shop.pl*e,begin=compiled,out="
                            + run.path());
            shop.counts("recursive 5");
            shop.counts("pledges");
            shop.attach("stop");
        }

        Analysis analysis = FilledFolder.analysis(run);
        boolean counted = analysis.run().warnings().stream().noneMatch(warning -> warning.startsWith(NOT_YET));
        int methods = analysis.conclusions().groups(analysis.series()).size();
        assertThat(analysis.run().status()).isEqualTo(RunStatus.OK);
        // On a busy machine it may have begun to count before it was stopped.
        assertThat(counted || analysis.run().iterations() == 0 && methods == 0).isTrue();
    }

    private static void awaitCounting(RunFolder run) throws Exception {
        Awaited.of(
                run,
                RunFolder::readRun,
                one -> one.warnings().stream().noneMatch(warning -> warning.startsWith(NOT_YET)));
    }

    /** A percentile of calls that were too quick to have one, until one in twenty of them was slow. */
    @Test
    void shouldRaiseAThresholdAndFollowTheCalls() throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        try (ForkedProgram shop = new ForkedProgram(Shop.class, folder, "")) {
            shop.counts("orders 100");
            shop.counts("recursive 1");
            shop.attach(
                    "iterations=io.straggler.agent.users.Shop.place,iterations=io.straggler.agent.users.Shop.countDown,"
                            + "threshold=p95,out=" + run.path());
            for (int i = 0; i < 8; i++) {
                shop.counts("orders 15");
            }
            long leastNs = 2 * AgentThreads.MIN_WATCHED_NS;
            String least = Durations.format(leastNs);
            awaitWarning(
                    run, "The threshold p95.0 was less than " + least + " in the last minutes, and was raised to that");
            for (int i = 0; i < 30; i++) {
                shop.counts("recursive 1");
            }
            awaitWarning(run, "The threshold followed the calls of the last five minutes, from " + least + " to ");
            shop.attach("stop");

            Analysis analysis = FilledFolder.analysis(run);
            List<DiagnosedOutlier> outliers = analysis.conclusions().diagnosis().outliers();
            assertThat(analysis.run().iterations()).isEqualTo(8 * 15 * Shop.THREADS + 30);
            assertThat(outliers)
                    .hasSize((int) analysis.run().outliers())
                    .allMatch(one -> one.outlier().iteration().latencyNs() >= leastNs);
            // The first of the slow ones made the threshold as long as they are.
            assertThat(analysis.run().thresholdNs()).isGreaterThanOrEqualTo(Shop.SLOW_NS);
            assertThat(outliers).anyMatch(one -> one.outlier().group().endsWith(".countDown"));
        }
    }

    private static void awaitWarning(RunFolder run, String beginning) throws Exception {
        Awaited.of(
                run,
                RunFolder::readRun,
                one -> one.warnings().stream().anyMatch(warning -> warning.startsWith(beginning)));
    }
}
