package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.IterationPath.Segment;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PathOrderTest {
    private static final long WORKER = 8;

    private static Optional<IterationPath> path(long fromNs, long toNs, long thread) {
        return Optional.of(new IterationPath(List.of(new Segment(fromNs, toNs, thread, "thread"))));
    }

    private static List<Segment> segments(Optional<IterationPath> path) {
        return path.orElseThrow().segments();
    }

    /** Both were found to begin where the thread's work began, as far as they had started by then. */
    @Test
    void shouldLetTheLaterIterationWaitUntilTheEarlierOneIsHandedOver() {
        List<Optional<IterationPath>> apart = PathOrder.apart(
                List.of(path(0, 3_000, WORKER), path(1_000, 3_020, WORKER), path(2_000, 3_050, WORKER)));

        assertThat(segments(apart.get(0))).containsExactly(new Segment(0, 3_000, WORKER, "thread"));
        assertThat(segments(apart.get(1))).containsExactly(new Segment(1_000, 3_000, 3_000, 3_020, WORKER, "thread"));
        assertThat(segments(apart.get(2))).containsExactly(new Segment(2_000, 3_020, 3_020, 3_050, WORKER, "thread"));
    }

    @Test
    void shouldLeaveOneWithinAnotherAndThoseOfOtherThreads() {
        List<Optional<IterationPath>> found =
                List.of(path(0, 3_000, WORKER), path(1_000, 1_500, WORKER), path(2_000, 3_500, 9), Optional.empty());

        assertThat(PathOrder.apart(found)).isEqualTo(found);
    }
}
