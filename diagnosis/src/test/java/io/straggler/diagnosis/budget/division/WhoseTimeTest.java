package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Runs;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where several threads are watched, or one that does not do the work. */
class WhoseTimeTest extends OneOutlier {
    @Test
    void shouldIgnoreWhatAnotherThreadWaitedFor() {
        outlier(0, 0, 1_000);
        runs.sample(1_000, "run", Runs.PACER + "syncStep", "task");
        runs.sampleOn(Runs.THREAD + 1, 1_100, "idle");
        eventOn(Runs.THREAD + 1, Kind.PARK, 0, 5_000);

        assertThat(reported()).isEqualTo(Map.of(Cause.USUAL_WORK, NORMAL_NS, Cause.CODE, 1_000 - NORMAL_NS));
    }

    @Test
    void shouldIgnoreThreadsWhenNothingSaysWhoseTimeItIs() {
        runs.role = ThreadRole.HELPER;
        outlier(0, 0, 1_000);
        eventOn(Runs.THREAD, Kind.SLEEP, 1_100, 1_200);
        eventOn(Runs.THREAD + 1, Kind.PARK, 1_300, 1_500);
        assertThat(reported()).isEqualTo(Map.of(Cause.NOT_SEEN, 1_000L - NORMAL_NS, Cause.USUAL_WORK, NORMAL_NS));

        waitedForCore(1);
        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.RUN_QUEUE,
                        1L,
                        Cause.SLEEP,
                        100L,
                        Cause.NOT_SEEN,
                        899L - NORMAL_NS,
                        Cause.USUAL_WORK,
                        NORMAL_NS));
    }

    @Test
    void shouldGiveTheTimeToThePacingThreadThatDoesTheWorkItself() {
        outlier(0, 0, 1_000);
        // Its helper alone has a stack and a known usage; at work or not, that is not the iteration's time.
        runs.sampleOn(Runs.THREAD + 1, 1_100, "idle");
        eventOn(Runs.THREAD + 1, Kind.PARK, 1_000, 2_000);
        eventOn(Runs.THREAD, Kind.SOCKET_IO, 1_100, 1_900);

        assertThat(reported())
                .isEqualTo(
                        Map.of(Cause.SOCKET_IO, 800L, Cause.NOT_SEEN, 200L - NORMAL_NS, Cause.USUAL_WORK, NORMAL_NS));
    }

    @Test
    void shouldKnowWhoseTimeItIsWithoutAnyStack() {
        outlier(0, 0, 1_000);
        eventOn(Runs.THREAD + 1, Kind.PARK, 1_000, 2_000);
        eventOn(Runs.THREAD, Kind.SOCKET_IO, 1_100, 1_900);

        assertThat(reported())
                .isEqualTo(
                        Map.of(Cause.SOCKET_IO, 800L, Cause.NOT_SEEN, 200L - NORMAL_NS, Cause.USUAL_WORK, NORMAL_NS));
    }

    @Test
    void shouldKnowTheOneOfSeveralPacingThreadsThatSomethingHappenedOn() {
        runs.alsoSequential = Runs.THREAD + 5;
        outlier(0, 0, 1_000);
        runs.sampleOn(Runs.THREAD + 1, 1_100, "idle");
        eventOn(Runs.THREAD, Kind.SOCKET_IO, 1_100, 1_900);
        eventOn(Runs.THREAD + 1, Kind.PARK, 1_000, 2_000);

        assertThat(reported())
                .isEqualTo(
                        Map.of(Cause.SOCKET_IO, 800L, Cause.NOT_SEEN, 200L - NORMAL_NS, Cause.USUAL_WORK, NORMAL_NS));
    }

    @Test
    void shouldShareTheTimeAmongThreadsAndTakeNothingForWhatOneOfThemWaitedFor() {
        runs.role = ThreadRole.HELPER;
        outlier(0, 0, 1_000);
        running(1_000);
        runs.samples.add(new StackSample(1_000, Runs.THREAD + 1, false, Runs.stack("park")));
        eventOn(Runs.THREAD + 1, Kind.PARK, 1_000, 2_000);
        event(Kind.GC_PAUSE, 1_900, 2_000);

        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.GC_PAUSE,
                        100L,
                        Cause.BLOCKED,
                        450L,
                        Cause.USUAL_WORK,
                        NORMAL_NS,
                        Cause.CODE,
                        450L - NORMAL_NS));
    }
}
