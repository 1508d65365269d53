package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokenWalksTest {
    private static final String STEP = Runs.PACER + "syncStep";

    private final Runs runs = new Runs();

    /** A stack that begins with what the profiler put where it lost its way. */
    private void lost(long timeNs, String mark, String... methods) {
        List<StackFrame> frames = new ArrayList<>(Runs.stack(methods));
        frames.add(0, new StackFrame(mark, FrameKind.NATIVE));
        frames.add(new StackFrame("memmove", FrameKind.NATIVE));
        runs.samples.add(new StackSample(timeNs, Runs.THREAD, true, frames));
    }

    private List<String> names(int stack) {
        return Attribution.of(runs.run()).outliers().get(0).stacks().get(stack).frames().stream()
                .map(StackFrame::name)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown", "break_stack_range"})
    void shouldHaveTheCallersOfTheNearestStackWithTheSameMethodOnTop(String mark) {
        runs.outlier(100, 100, 500);
        runs.sample(120, "Thread.run", STEP, "Task.run", "far", "replace");
        lost(300, mark, "stale", "replace");
        runs.sample(340, "Thread.run", STEP, "Task.run", "near", "replace");
        runs.sample(360, "Thread.run", STEP, "Task.run", "other");

        assertThat(names(1)).containsExactly("Task.run", "near", "replace", "memmove");
        assertThat(names(0)).containsExactly("Task.run", "far", "replace");
    }

    @Test
    void shouldHaveNoCallersWhenNobodyElseShowsTheMethod() {
        runs.outlier(100, 100, 300);
        lost(120, "unknown", "stale", "replace");
        runs.sample(140, "Thread.run", STEP, "Task.run", "other");
        runs.sample(160, "Thread.run", STEP, "Task.run", "other");
        runs.outlier(400, 400, 500);
        runs.sample(420, "Thread.run", STEP, "Task.run", "another iteration's", "replace");

        assertThat(names(0)).containsExactly("replace", "memmove");
    }

    @Test
    void shouldLeaveAThreadAloneThatAlwaysBeginsSo() {
        runs.outlier(100, 100, 300);
        lost(120, "unknown", "Thread.run", "work", "a");
        lost(140, "unknown", "Thread.run", "work", "b");
        lost(160, "unknown", "Thread.run", "work", "c");

        assertThat(names(0)).containsExactly("unknown", "Thread.run", "work", "a", "memmove");
    }

    @Test
    void shouldLeaveAloneWhatHasNoMethod() {
        runs.outlier(100, 100, 300);
        lost(120, "break_not_walkable");
        runs.sample(140, "Thread.run", STEP, "Task.run");
        runs.sample(160, "Thread.run", STEP, "Task.run");

        assertThat(names(0)).containsExactly("break_not_walkable", "memmove");
    }

    @Test
    void shouldLeaveAThreadAloneThatBeginsInAsManyWaysAsThereAre() {
        runs.outlier(100, 100, 300);
        lost(120, "unknown", "onMessage", "a");
        lost(140, "unknown", "onTimer", "b");

        assertThat(names(0)).containsExactly("unknown", "onMessage", "a", "memmove");
        assertThat(names(1)).containsExactly("unknown", "onTimer", "b", "memmove");
    }

    @Test
    void shouldCountNoStacksWithoutMethods() {
        runs.outlier(100, 100, 300);
        lost(120, "unknown", "Thread.run", "work");
        lost(140, "unknown");
        lost(160, "unknown");

        assertThat(names(0)).containsExactly("unknown", "Thread.run", "work", "memmove");
    }

    @Test
    void shouldBelieveWhatWasInlinedIntoTheMethodOnTop() {
        runs.outlier(100, 100, 300);
        runs.samples.add(new StackSample(
                120,
                Runs.THREAD,
                true,
                List.of(
                        new StackFrame("unknown", FrameKind.NATIVE),
                        new StackFrame("stale", FrameKind.COMPILED),
                        new StackFrame("parse", FrameKind.COMPILED),
                        new StackFrame("replace", FrameKind.INLINED))));
        runs.sample(140, "Thread.run", STEP, "Task.run", "format", "replace");
        runs.sample(160, "Thread.run", STEP, "Task.run", "parse", "replace");

        assertThat(names(0)).containsExactly("Task.run", "parse", "replace");
    }

    @Test
    void shouldBelieveTheFramesAboveCodeThatIsBeingGivenUp() {
        runs.outlier(100, 100, 300);
        lost(120, "break_deopt", "Task.step", "replace");
        runs.sample(140, "Thread.run", STEP, "Task.run");
        runs.sample(160, "Thread.run", STEP, "Task.run");

        assertThat(names(0)).containsExactly("break_deopt", "Task.step", "replace", "memmove");
    }
}
