package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class FailuresTest {
    private final Failures failures = new Failures();

    @Test
    void shouldHaveNoneAtFirst() {
        assertThat(failures.any()).isFalse();
        assertThat(failures.reason()).isEmpty();
        assertThat(failures.stuckThreads()).isEmpty();
    }

    @Test
    void shouldKeepTheFirstBecauseLaterOnesAreConsequences() {
        Throwable first = new IOException("disk full");
        failures.add("first", first);
        failures.add("second", new IOException());

        assertThat(failures.any()).isTrue();
        assertThat(failures.reason()).isEqualTo("first");
        assertThat(failures.cause()).isSameAs(first);
    }

    @Test
    void shouldNameTheStepThatThrew() {
        IOException thrown = new IOException("disk full\nsecond line");

        assertThatThrownBy(() -> failures.during("setUp", () -> {
                    throw thrown;
                }))
                .isInstanceOf(Failures.Reported.class);
        assertThat(failures.reason())
                .startsWith("setUp threw java.io.IOException: disk full (at io.straggler.harness.FailuresTest.")
                .doesNotContain("second line");
        assertThat(failures.cause()).isSameAs(thrown);
    }

    @Test
    void shouldReportErrorsToo() {
        assertThatThrownBy(() -> failures.during("setUp", () -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(Failures.Reported.class);
        assertThat(failures.reason()).startsWith("setUp threw java.lang.StackOverflowError (at ");
    }

    @Test
    void shouldLetAStepThatWorksPass() {
        failures.during("setUp", () -> {});

        assertThat(failures.any()).isFalse();
    }

    /** An error that there is no memory for describing. */
    @Test
    void shouldKeepAFailureThatCannotBeDescribed() {
        failures.threw(
                () -> {
                    throw new OutOfMemoryError();
                },
                new OutOfMemoryError());

        assertThat(failures.reason()).isEqualTo("there was no memory left");
        assertThat(failures.cause()).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void shouldKeepTheStacksOfStuckThreads() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch there = new CountDownLatch(1);
        Thread stuck = new Thread(() -> awaitForever(there, never), "stuck one");
        stuck.start();
        there.await();
        failures.stuck("too long", List.of(stuck));
        never.countDown();
        stuck.join();

        assertThat(failures.reason()).isEqualTo("too long");
        assertThat(failures.cause()).isNull();
        assertThat(failures.stuckThreads())
                .singleElement()
                .asString()
                .startsWith("stuck one (")
                .contains("awaitForever");
    }

    private static void awaitForever(CountDownLatch there, CountDownLatch never) {
        there.countDown();
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
