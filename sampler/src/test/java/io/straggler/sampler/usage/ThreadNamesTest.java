package io.straggler.sampler.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadNamesTest {
    private final ThreadNames names = new ThreadNames(Stream.of(
            "main",
            "straggler-sampler",
            "http-nio-8080-exec-1",
            "http-nio-8080-exec-12",
            "http-nio-8080-Poller",
            "a-name-that-is-long-one",
            "a-name-that-is-long-other",
            "fifteen-exactly",
            "twice-the-same-name",
            "twice-the-same-name",
            "K\u00e4severk\u00e4uferin"));

    private String inFull(String name) {
        byte[] whole = name.getBytes(StandardCharsets.UTF_8);
        return names.inFull(Arrays.copyOf(whole, Math.min(15, whole.length)));
    }

    @ParameterizedTest
    @CsvSource({
        "main, main",
        "straggler-sampler, straggler-sampler",
        "fifteen-exactly, fifteen-exactly",
        "twice-the-same-name, twice-the-same-name",
        "C2 CompilerThread0, C2 CompilerThre",
        "a-name-that-is-long-other, a-name-that-is-"
    })
    void shouldGiveANameInFullWhereOneIsKnown(String name, String given) {
        assertThat(inFull(name)).isEqualTo(given);
    }

    @Test
    void shouldPutAStarForTheNumberOfThreadsOfAPool() {
        assertThat(inFull("http-nio-8080-exec-12")).isEqualTo("http-nio-8080-exec-*");
        assertThat(inFull("http-nio-8080-Poller")).isEqualTo("http-nio-8080-Poller");
    }

    @Test
    void shouldGiveANameInFullThatTheKernelCutWithinACharacter() {
        byte[] whole = "abcdefghijklmn\u00e4b".getBytes(StandardCharsets.UTF_8);
        ThreadNames one = new ThreadNames(Stream.of("abcdefghijklmn\u00e4b"));

        assertThat(one.inFull(Arrays.copyOf(whole, 15))).isEqualTo("abcdefghijklmn\u00e4b");
        assertThat(inFull("K\u00e4severk\u00e4uferin")).isEqualTo("K\u00e4severk\u00e4uferin");
    }

    @Test
    void shouldKnowThreadsOfThisJvmInOtherGroups() {
        ThreadGroup group = new ThreadGroup("of-the-test");
        Thread sleeping = new Thread(
                group,
                () -> {
                    try {
                        Thread.sleep(60_000);
                    } catch (InterruptedException e) {
                        // The test is over.
                    }
                },
                "sleeping-in-a-group-of-its-own");
        sleeping.start();
        try {
            assertThat(ThreadNames.ofThisJvm().inFull("sleeping-in-a-g".getBytes(StandardCharsets.UTF_8)))
                    .isEqualTo("sleeping-in-a-group-of-its-own");
        } finally {
            sleeping.interrupt();
        }
    }
}
