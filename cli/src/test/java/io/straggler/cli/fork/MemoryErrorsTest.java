package io.straggler.cli.fork;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryErrorsTest {
    private static String sentence(String message) {
        return MemoryErrors.sentence("Straggler", new OutOfMemoryError(message), "Give Java more.");
    }

    /** The JVM throws the same error for a thread that the system refuses, whatever memory there is. */
    @Test
    void shouldNameTheLimitThatIsMet() {
        assertThat(sentence(
                        "unable to create native thread: possibly out of memory or process/resource limits reached"))
                .isEqualTo(
                        "Straggler could not start another thread: raise the limit of processes (ulimit -u, or that of"
                                + " the container).");
        assertThat(sentence("Java heap space"))
                .isEqualTo("Straggler ran out of memory: Java heap space. Give Java more.");
    }
}
