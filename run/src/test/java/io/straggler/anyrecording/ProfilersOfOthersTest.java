package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.Condition;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.model.Notice;
import io.straggler.model.Outlier;
import io.straggler.model.SamplerMode;
import io.straggler.model.StackSample;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stacks in events of profilers that are not here, written as these profilers write them. */
class ProfilersOfOthersTest {
    private static final long MS = 1_000_000;
    private static final String ORDER = "acme.Order";
    private static final String WALL = "profiler.WallClockSample";
    private static final String EXECUTION = "jdk.ExecutionSample";
    private static final String DATADOG_CPU = "datadog.ExecutionSample";
    private static final String DATADOG_WALL = "datadog.MethodSample";
    private static final int OS_ID = 77;
    private static final String[] SLEEPING = {"java.lang.Thread.sleep", "com.acme.Shop.backOff"};

    @TempDir
    Path folder;

    private final WrittenChunk chunk = new WrittenChunk()
            .type(
                    ORDER,
                    "startTime long",
                    "duration long",
                    "eventThread @" + WrittenChunk.THREAD,
                    "route " + WrittenChunk.TEXT);

    /** Profilers number threads as the system does. */
    private final long thread = chunk.numbered(WrittenChunk.THREAD, OS_ID, "worker", OS_ID, "worker", 31L);

    private void orders() {
        orders(thread);
    }

    /** One of 100 ms from 1 s on among many of 1 ms, which are over by then. */
    private void orders(long ofThread) {
        for (int i = 0; i < 100; i++) {
            chunk.event(ORDER, 2 * MS * i, MS, ofThread, "EU");
        }
        chunk.event(ORDER, 1_000 * MS, 100 * MS, ofThread, "EU");
    }

    private AnyRecordingAnalysis analysis() {
        Path file = chunk.write(folder.resolve("others.jfr"));
        IterationQuery query = new IterationQuery(ORDER, List.of(), Optional.empty());
        return AnyRecordingAnalysis.of(file, query, Threshold.parse("50ms"));
    }

    private static DiagnosedOutlier outlier(AnyRecordingAnalysis analysis) {
        Conclusions conclusions = analysis.analysis().conclusions();
        assertThat(conclusions.diagnosis().outliers()).hasSize(1);
        return conclusions.diagnosis().outliers().get(0);
    }

    private static long ns(AnyRecordingAnalysis analysis, Cause cause) {
        return analysis.analysis().conclusions().budget().totalNs(cause);
    }

    private static long from(StackSample stack) {
        return stack.sinceNs() - WrittenChunk.START_NS - 1_000 * MS;
    }

    private static long to(StackSample stack) {
        return stack.timeNs() - WrittenChunk.START_NS - 1_000 * MS;
    }

    /** As versions 4.0 to 4.2 write it, with nothing that says for how long. */
    private void wallClock(String... moreFields) {
        String[] fields = new String[5 + moreFields.length];
        fields[0] = "startTime long";
        fields[1] = "sampledThread @" + WrittenChunk.THREAD;
        fields[2] = "stackTrace @" + WrittenChunk.STACK;
        fields[3] = "state @" + WrittenChunk.STATE;
        fields[4] = "samples int";
        System.arraycopy(moreFields, 0, fields, 5, moreFields.length);
        chunk.type(WALL, fields).type(EXECUTION, "startTime long").setting(EXECUTION, "wall", "" + 10 * MS);
    }

    @Test
    void shouldTakeASleepersSampleForAsManyPeriodsAsItStandsFor() {
        wallClock();
        orders();
        chunk.event(WALL, 1_010 * MS, OS_ID, chunk.stack(SLEEPING), state("STATE_SLEEPING"), 8);

        AnyRecordingAnalysis analysis = analysis();

        assertThat(outlier(analysis).stacks()).singleElement().satisfies(stack -> {
            assertThat(from(stack)).isEqualTo(5 * MS);
            assertThat(to(stack)).isEqualTo(85 * MS);
            assertThat(stack.running()).isFalse();
        });
        assertThat(ns(analysis, Cause.SLEEP)).isEqualTo(80 * MS);
    }

    @Test
    void shouldTakeTheTimeThatAVersionStates() {
        wallClock("timeSpan long");
        orders();
        chunk.event(WALL, 1_010 * MS, OS_ID, chunk.stack(SLEEPING), state("STATE_SLEEPING"), 8, 40 * MS);

        assertThat(outlier(analysis()).stacks())
                .singleElement()
                .satisfies(stack -> assertThat(to(stack)).isEqualTo(55 * MS));
    }

    /** A count that no profiler writes must not be multiplied beyond what a number holds. */
    @Test
    void shouldEndASampleWhereItsIterationEnds() {
        wallClock();
        orders();
        chunk.event(WALL, 1_010 * MS, OS_ID, chunk.stack(SLEEPING), state("STATE_SLEEPING"), Integer.MAX_VALUE);

        assertThat(outlier(analysis()).stacks())
                .singleElement()
                .satisfies(stack -> assertThat(to(stack)).isEqualTo(100 * MS));
    }

    private long state(String name) {
        return chunk.constant(WrittenChunk.STATE, name);
    }

    private void datadog() {
        String mode = "datadog.types.ExecutionMode";
        chunk.type(mode, "name " + WrittenChunk.TEXT);
        for (String type : List.of(DATADOG_CPU, DATADOG_WALL)) {
            chunk.type(
                    type,
                    "startTime long",
                    "eventThread @" + WrittenChunk.THREAD,
                    "stackTrace @" + WrittenChunk.STACK,
                    "state @" + WrittenChunk.STATE,
                    "mode @" + mode,
                    "weight long",
                    "spanId long",
                    "localRootSpanId long");
        }
        chunk.setting(DATADOG_CPU, "interval", "" + 10 * MS);
        chunk.setting(DATADOG_WALL, "interval", "" + 20 * MS);
    }

    private void datadog(String type, long atNs, long stack, long state) {
        chunk.event(type, atNs, thread, stack, state, 0, 1, 5L, 5L);
    }

    @Test
    void shouldReadDatadogsStacks() {
        datadog();
        orders();
        datadog(DATADOG_CPU, 1_010 * MS, chunk.stack("com.acme.Shop.burn"), state("RUNNABLE"));
        datadog(DATADOG_WALL, 1_030 * MS, chunk.stack(SLEEPING), state("SLEEPING"));
        datadog(DATADOG_WALL, 1_060 * MS, chunk.stack("com.acme.Shop.burn"), state("RUNNABLE"));

        AnyRecordingAnalysis analysis = analysis();

        List<StackSample> stacks = outlier(analysis).stacks();
        assertThat(stacks).extracting(StackSample::running).containsExactly(true, false, true);
        assertThat(stacks).extracting(stack -> to(stack) - from(stack)).containsExactly(10 * MS, 20 * MS, 20 * MS);
        assertThat(ns(analysis, Cause.SLEEP)).isEqualTo(20 * MS);
        assertThat(ns(analysis, Cause.CODE)).isEqualTo(30 * MS);
        assertThat(analysis.analysis().run().sampler().why())
                .contains("1 datadog.ExecutionSample, every 10 ms; 2 datadog.MethodSample, every 20 ms");
    }

    @Test
    void shouldKnowWhichOfDatadogsStatesAreOffACore() {
        datadog();
        orders();
        List<String> states =
                List.of("CONTENDED", "PARKED", "WAITING", "SLEEPING", "SYSCALL", "RUNNABLE", "UNKNOWN", "NEW");
        for (int i = 0; i < states.size(); i++) {
            datadog(DATADOG_WALL, (1_010 + 10 * i) * MS, chunk.stack("com.acme.Shop.order"), state(states.get(i)));
        }

        assertThat(outlier(analysis()).stacks())
                .extracting(StackSample::running)
                .containsExactly(false, false, false, false, false, true, true, true);
    }

    @Test
    void shouldNameStacksThatItDoesNotRead() {
        String[] fields = {"startTime long", "eventThread @" + WrittenChunk.THREAD, "stackTrace @" + WrittenChunk.STACK
        };
        chunk.type("acme.StackSample", fields)
                .type("acme.ObjectSample", fields[0], fields[1], fields[2], "objectClass @" + WrittenChunk.CLASS);
        orders();
        long stack = chunk.stack(SLEEPING);
        long other = chunk.numbered(WrittenChunk.THREAD, 78, "other", 78, "other", 32L);
        for (int i = 0; i < 3; i++) {
            chunk.event("acme.StackSample", 1_010 * MS, thread, stack);
            chunk.event("acme.StackSample", 1_010 * MS, other, stack);
            chunk.event("acme.ObjectSample", 1_010 * MS, thread, stack, 0);
        }

        assertThat(analysis().analysis().run().warnings())
                .contains("Not read as stacks of the iterations' threads: 3 acme.StackSample.");
    }

    @Test
    void shouldSayThatStacksOfCarriersAreNobodys() {
        wallClock();
        orders(chunk.numbered(WrittenChunk.THREAD, 5, "", 0L, "request-1", 41L));
        for (int i = 0; i < 10; i++) {
            chunk.event(WALL, (1_000 + 10 * i) * MS, OS_ID, chunk.stack(SLEEPING), state("STATE_RUNNABLE"), 1);
        }

        AnyRecordingAnalysis analysis = analysis();

        assertThat(outlier(analysis).stacks()).isEmpty();
        assertThat(analysis.analysis().run().notices()).contains(Notice.of(Notice.Code.CARRIER_STACKS, 1, 1, 10));
        assertThat(analysis.analysis().run().warnings())
                .noneMatch(note -> note.startsWith("No stack was sampled"))
                .anyMatch(note ->
                        note.startsWith("1 of 1 outliers ran on virtual threads, and the profiler's 10 stacks"));
    }

    @Test
    void shouldNotSpeakOfCarriersWhereIterationsRanOnThreadsOfTheSystem() {
        wallClock();
        orders();
        chunk.numbered(WrittenChunk.THREAD, 78, "other", 78, "other", 32L);
        chunk.event(WALL, 1_010 * MS, 78, chunk.stack(SLEEPING), state("STATE_RUNNABLE"), 1);

        assertThat(analysis().analysis().run().notices())
                .noneMatch(notice -> notice.code() == Notice.Code.CARRIER_STACKS);
    }

    private void queueTimes() {
        chunk.type(
                "datadog.QueueTime",
                "startTime long",
                "duration long",
                "eventThread @" + WrittenChunk.THREAD,
                "origin @" + WrittenChunk.THREAD,
                "queueType @" + WrittenChunk.CLASS);
    }

    @Test
    void shouldAddUpHowLongTasksQueued() {
        queueTimes();
        orders();
        long other = chunk.numbered(WrittenChunk.THREAD, 78, "other", 78, "other", 32L);
        long queue = chunk.constant(WrittenChunk.CLASS, chunk.symbol("java/util/concurrent/LinkedBlockingQueue"));
        chunk.event("datadog.QueueTime", 600 * MS, 399 * MS, thread, other, queue);
        chunk.event("datadog.QueueTime", 600 * MS, 300 * MS, thread, other, queue); // Another task's.
        chunk.event("datadog.QueueTime", 1_010 * MS, 30 * MS, other, thread, queue);
        chunk.event("datadog.QueueTime", 1_090 * MS, 30 * MS, other, thread, queue);
        chunk.event("datadog.QueueTime", 1_110 * MS, 30 * MS, other, thread, queue); // It is over.

        assertThat(analysis().analysis().run().notices())
                .contains(Notice.of(Notice.Code.QUEUED_TASKS, 399 * MS, 1, 1, 1, 40 * MS))
                .extracting(Notice::sentence)
                .contains("1 of 1 outliers began when a task left its queue, after 399 ms in sum that are not in their"
                        + " latency. 1 submitted a task that queued on while they ran, for 40 ms in sum.");
    }

    @Test
    void shouldTakeAWaitForANativeLockForAWaitForALock() {
        chunk.type(
                "profiler.NativeLock",
                "startTime long",
                "duration long",
                "eventThread @" + WrittenChunk.THREAD,
                "stackTrace @" + WrittenChunk.STACK,
                "address long");
        chunk.setting("profiler.NativeLock", "enabled", "true");
        orders();
        long stack = chunk.stack("com.acme.Codec.deflate", "com.acme.Shop.order");
        chunk.event("profiler.NativeLock", 1_020 * MS, 60 * MS, thread, stack, 4_711L);

        AnyRecordingAnalysis analysis = analysis();

        assertThat(ns(analysis, Cause.MONITOR)).isEqualTo(60 * MS);
        assertThat(analysis.analysis().conclusions().budget().causes().get(0).where())
                .extracting(where -> where.place().words())
                .containsExactly("native lock < com.acme.Codec.deflate");
        assertThat(analysis.analysis().run().warnings()).anyMatch(note -> note.contains("none of the JVM's events"));
    }

    /** As OpenJ9 has written them, in milliseconds. */
    @Test
    void shouldSayThatAClockIsCoarse() {
        chunk.ticksPerSecond(1_000);
        for (int i = 0; i < 100; i++) {
            chunk.event(ORDER, 2 * i, i % 3, thread, "EU");
        }
        chunk.event(ORDER, 1_000, 100, thread, "EU");

        assertThat(analysis().analysis().run().notices()).contains(Notice.of(Notice.Code.COARSE_CLOCK, MS));
    }

    @Test
    void shouldSayNothingOfAClockThatIsFine() {
        for (int i = 0; i < 100; i++) {
            chunk.event(ORDER, 2 * MS * i, 10_000 * (i + 1), thread, "EU");
        }
        chunk.event(ORDER, 1_000 * MS, 100 * MS, thread, "EU");

        assertThat(analysis().analysis().run().notices())
                .noneMatch(notice -> notice.code() == Notice.Code.COARSE_CLOCK);
    }

    /** As native images have written them. */
    @Test
    void shouldGiveAnEventWithoutAThreadNothingOfOtherThreads() {
        String[] blocked = {
            "startTime long",
            "duration long",
            "eventThread @" + WrittenChunk.THREAD,
            "stackTrace @" + WrittenChunk.STACK
        };
        chunk.type("jdk.ThreadSleep", blocked)
                .type(
                        EXECUTION,
                        "startTime long",
                        "sampledThread @" + WrittenChunk.THREAD,
                        "stackTrace @" + WrittenChunk.STACK);
        orders();
        chunk.event(ORDER, 1_000 * MS, 100 * MS, 0, "EU");
        long stack = chunk.stack(SLEEPING);
        chunk.event("jdk.ThreadSleep", 1_001 * MS, 98 * MS, thread, stack);
        chunk.event("jdk.ThreadSleep", 1_001 * MS, 98 * MS, 0, stack);
        chunk.event(EXECUTION, 1_050 * MS, 0, stack);

        AnyRecordingAnalysis analysis = analysis();

        assertThat(analysis.analysis().conclusions().diagnosis().outliers())
                .filteredOn(outlier -> outlier.outlier().osThreadId() == Outlier.UNNAMED)
                .singleElement()
                .satisfies(outlier -> {
                    assertThat(outlier.evidence()).isEmpty();
                    assertThat(outlier.stacks()).isEmpty();
                });
        assertThat(ns(analysis, Cause.SLEEP)).isCloseTo(98 * MS, within(10L)); // Ticks are rounded.
        assertThat(analysis.analysis().run().notices()).contains(Notice.of(Notice.Code.NO_THREAD, 1, 2));
        assertThat(analysis.analysis().run().sampler().mode()).isEqualTo(SamplerMode.OFF);
    }

    /** Stacks and threads that the chunk does not hold, as where constants were lost. */
    @Test
    void shouldReadEventsWhoseConstantsAreMissing() {
        wallClock();
        orders(4_711);
        chunk.event(WALL, 1_010 * MS, 4_711, 4_712, 4_713, 8);

        AnyRecordingAnalysis analysis = analysis();

        assertThat(outlier(analysis).stacks()).isEmpty();
        assertThat(ns(analysis, Cause.NOT_SEEN)).isPositive();
    }

    /** As doubles, ids of 64 bits that differ in the last digit are the same. */
    @ParameterizedTest
    @CsvSource({
        "1234567890123456789, 1",
        "1234567890123456788, 0",
        "-5, 2",
        "18446744073709551611, 2",
        "18446744073709551610, 0",
        "1.0, 3"
    })
    void shouldFindSpansByTheirIds(String wanted, long found) {
        chunk.type(
                "acme.Span", "startTime long", "duration long", "eventThread @" + WrittenChunk.THREAD, "spanId long");
        long[] ids = {1_234_567_890_123_456_789L, -5, -5, 1, 1, 1};
        for (int i = 0; i < ids.length; i++) {
            chunk.event("acme.Span", i * MS, MS + i, thread, ids[i]);
        }
        chunk.event("acme.Span", 0, MS, thread, 42);
        Path file = chunk.write(folder.resolve("spans.jfr"));
        IterationQuery query =
                new IterationQuery("acme.Span", List.of(Condition.of("spanId=" + wanted)), Optional.empty());

        if (found == 0) {
            assertThatThrownBy(() -> AnyRecordingAnalysis.of(file, query, Threshold.parse("1ns")))
                    .isInstanceOf(RecordingException.class);
        } else {
            assertThat(AnyRecordingAnalysis.of(file, query, Threshold.parse("1ns"))
                            .analysis()
                            .run()
                            .outliers())
                    .isEqualTo(found);
        }
    }
}
