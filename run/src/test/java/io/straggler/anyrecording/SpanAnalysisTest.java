package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.Condition;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.model.SamplerMode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import one.profiler.AsyncProfiler;
import one.profiler.Span;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A recording of async-profiler alone: spans are the iterations, and it sampled all threads by the wall clock. */
@Timeout(120)
class SpanAnalysisTest {
    private static final int SLOW = 16;
    private static final int USUAL = 600;
    private static final long MS = 1_000_000;

    @TempDir
    static Path shared;

    private static Path file;
    private static long sink;

    @BeforeAll
    static void record() throws IOException {
        file = shared.resolve("spans.jfr");
        AsyncProfiler profiler = AsyncProfiler.getInstance();
        profiler.execute("start,jfr,event=wall,interval=1ms,file=" + file);
        for (int i = 0; i < SLOW; i++) {
            span("computes", SpanAnalysisTest::computes);
            span("sleeps", SpanAnalysisTest::sleeps);
        }
        for (int i = 0; i < USUAL; i++) {
            span("usual", SpanAnalysisTest::usual);
        }
        profiler.execute("stop,file=" + file);
    }

    private static void span(String tag, Runnable body) {
        long start = Span.start();
        body.run();
        Span.end(start, tag);
    }

    private static void computes() {
        burn(50 * MS);
    }

    private static void usual() {
        burn(2 * MS);
    }

    private static void sleeps() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Uses so much CPU time, however busy the machine is. */
    private static void burn(long ns) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long endNs = threads.getCurrentThreadCpuTime() + ns;
        while (threads.getCurrentThreadCpuTime() < endNs) {
            for (int i = 0; i < 1_000; i++) {
                sink += i ^ sink << 1;
            }
        }
    }

    private static AnyRecordingAnalysis analysis(String... where) {
        IterationQuery query = new IterationQuery(
                "profiler.Span", Arrays.stream(where).map(Condition::of).toList(), Optional.empty());
        return AnyRecordingAnalysis.of(file, query, Threshold.parse("40ms"));
    }

    @Test
    void shouldCallWorkWhatSamplesShowRunning() {
        Conclusions conclusions = analysis().analysis().conclusions();

        assertThat(conclusions.diagnosis().outliers()).hasSizeGreaterThanOrEqualTo(2 * SLOW);
        assertThat(conclusions.budget().causes())
                .filteredOn(sum -> sum.cause() == Cause.CODE)
                .singleElement()
                .satisfies(sum -> assertThat(sum.where().get(0).place().words())
                        .contains(SpanAnalysisTest.class.getName() + "."));
        assertThat(analysis("tag=computes").analysis().conclusions().diagnosis().outlierStacks())
                .anySatisfy(stack -> assertThat(names(stack)).contains(SpanAnalysisTest.class.getName() + ".computes"));
    }

    @Test
    void shouldCallSleepWhatSamplesShowSleeping() {
        Conclusions conclusions = analysis("tag=sleeps").analysis().conclusions();

        assertThat(conclusions.diagnosis().outliers()).hasSize(SLOW);
        assertThat(conclusions.budget().causes().get(0).cause()).isEqualTo(Cause.SLEEP);
        assertThat(conclusions.budget().causes().get(0).where().get(0).place().words())
                .contains(SpanAnalysisTest.class.getName() + ".sleeps");
        // The profiler's own thread, which takes them, may have no core during some.
        assertThat(conclusions.diagnosis().outliers())
                .filteredOn(outlier -> outlier.stacks().stream().anyMatch(stack -> !stack.running()))
                .hasSizeGreaterThanOrEqualTo(SLOW / 2);
    }

    /** Spans follow each other on the thread: what was sampled right behind one says nothing of it. */
    @Test
    void shouldTakeNoStackForAnIterationThatWasTakenInTheNext() {
        assertThat(analysis("tag=sleeps").analysis().conclusions().diagnosis().outlierStacks())
                .isNotEmpty()
                .allSatisfy(stack ->
                        assertThat(names(stack)).doesNotContain(SpanAnalysisTest.class.getName() + ".computes"));
        assertThat(analysis("tag=computes").analysis().conclusions().diagnosis().outlierStacks())
                .isNotEmpty()
                .allSatisfy(
                        stack -> assertThat(names(stack)).doesNotContain(SpanAnalysisTest.class.getName() + ".sleeps"));
    }

    /** Most of the samples are in usual spans, and none of these is slow. */
    @Test
    void shouldCompareWithStacksOfNormalIterations() {
        AnyRecordingAnalysis all = analysis();
        Conclusions conclusions = all.analysis().conclusions();

        assertThat(conclusions.diagnosis().normalStacks())
                .isNotEmpty()
                .allSatisfy(stack -> assertThat(names(stack))
                        .doesNotContain(
                                SpanAnalysisTest.class.getName() + ".computes",
                                SpanAnalysisTest.class.getName() + ".sleeps"))
                .anySatisfy(stack -> assertThat(names(stack)).contains(SpanAnalysisTest.class.getName() + ".usual"));
        assertThat(conclusions.overRepresented()).anyMatch(frame -> frame.name().endsWith(".computes"));
        assertThat(all.analysis().run().sampler().mode()).isEqualTo(SamplerMode.CONTINUOUS);
        assertThat(all.analysis().run().sampler().why()).contains("profiler.WallClockSample, every 1 ms");
        assertThat(all.analysis().run().warnings()).anyMatch(note -> note.contains("none of the JVM's events"));
    }

    private static List<String> names(WeightedStack stack) {
        return stack.frames().stream().map(frame -> frame.name()).toList();
    }
}
