package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Optional;

/** Records that the kernel may refuse to tests, too. */
public final class Permitted {
    private Permitted() {}

    /** Opens records. */
    @FunctionalInterface
    public interface Opening<T> {
        T open() throws IOException;
    }

    /** Opened records; nothing where the kernel refuses, after looking at what is said then. */
    public static <T> Optional<T> open(Opening<T> opening) {
        try {
            return Optional.of(opening.open());
        } catch (IOException e) {
            assertThat(e.getMessage())
                    .matches("perf events are refused: the system does not permit it \\(EPERM\\)"
                            + "|perf events are refused: /proc/sys/kernel/perf_event_paranoid or a security profile forbids it"
                            + " \\(EACCES\\)"
                            + "|there is no /sys/kernel/tracing/events/sched/sched_waking: tracefs is not mounted"
                            + "|only root may read /sys/kernel/tracing/events/sched/sched_waking");
            return Optional.empty();
        }
    }
}
