package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.RunFolder;
import io.straggler.anyrecording.FilledFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Predicate;

/** Waits for what the agent writes in a JVM of its own. */
final class Awaited {
    private Awaited() {}

    /** Until it ends by itself, because its time is over. */
    static void finished(RunFolder run) throws Exception {
        of(run, FilledFolder::filling, filling -> !filling);
    }

    /** What is asked about a run, as soon as it is as awaited. */
    static <T> T of(RunFolder run, Question<T> question, Predicate<T> awaited) throws Exception {
        long untilNs = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        T answer = question.about(run);
        while (!awaited.test(answer) && System.nanoTime() - untilNs < 0) {
            Thread.sleep(50);
            answer = question.about(run);
        }
        assertThat(answer).matches(awaited);
        return answer;
    }

    @FunctionalInterface
    interface Question<T> {
        T about(RunFolder run) throws IOException;
    }
}
