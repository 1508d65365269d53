package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.FrameKind;
import io.straggler.model.Place;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaggardsTest {
    private static final long US = 1_000;
    private static final long OS_ID = 8;

    private static StackSample stack(long atUs, boolean running, FrameKind leaf) {
        return new StackSample(
                atUs * US,
                OS_ID,
                running,
                List.of(new StackFrame("Server.serve", FrameKind.JAVA), new StackFrame("Report.sum", leaf)));
    }

    private static Evidence way(long fromUs, long toUs, Place place) {
        return new Evidence(Kind.TIME_TO_SAFEPOINT, fromUs * US, toUs * US, Evidence.ANY_THREAD, place);
    }

    private static Place named(StackSample sample, Evidence evidence) {
        return new Laggards(List.of(sample), Map.of(OS_ID, "exec-7"))
                .named(List.of(evidence))
                .get(0)
                .place();
    }

    @Test
    void shouldNameTheThreadThatWasInItsOwnCodeOnTheWayToASafepoint() {
        assertThat(named(stack(5_000, true, FrameKind.COMPILED), way(1_000, 9_000, Place.NONE))
                        .words())
                .isEqualTo("Report.sum, on exec-*");
    }

    @Test
    void shouldNotNameWhoeverStoodOrHadNotHeardOfIt() {
        Evidence way = way(1_000, 9_000, Place.NONE);

        assertThat(named(stack(5_000, false, FrameKind.COMPILED), way))
                .as("it waits")
                .isEqualTo(Place.NONE);
        assertThat(named(stack(5_000, true, FrameKind.NATIVE), way))
                .as("native code need not stop")
                .isEqualTo(Place.NONE);
        assertThat(named(stack(1_050, true, FrameKind.COMPILED), way))
                .as("it may not have heard of it")
                .isEqualTo(Place.NONE);
        assertThat(named(stack(9_000, true, FrameKind.COMPILED), way))
                .as("all stood")
                .isEqualTo(Place.NONE);
    }

    @Test
    void shouldLeaveOtherEvidenceAndWhatTheJvmSaysAsTheyAre() {
        StackSample sample = stack(5_000, true, FrameKind.COMPILED);
        Evidence pause = new Evidence(Kind.GC_PAUSE, 1_000 * US, 9_000 * US, Evidence.ANY_THREAD, Place.NONE);
        Evidence said = way(1_000, 9_000, Place.of("the last to stop was main"));

        assertThat(named(sample, pause)).isEqualTo(Place.NONE);
        assertThat(named(sample, said)).isEqualTo(said.place());
    }
}
