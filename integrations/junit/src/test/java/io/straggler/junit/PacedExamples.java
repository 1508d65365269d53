package io.straggler.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Test classes that are run by tests, not by the build. What they saw is in static fields. */
final class PacedExamples {
    private PacedExamples() {}

    /** Stays on the core for so long. */
    static void work(long ns) {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < ns) {
            Thread.onSpinWait();
        }
    }

    static final class Fast {
        static final List<String> SEEN = new ArrayList<>();
        private List<Integer> book;
        private int iterations;

        @BeforeEach
        void open() {
            book = new ArrayList<>();
            SEEN.add("before");
        }

        @PacedTest(
                rate = "1k/s",
                duration = "4s",
                warmup = "200ms",
                threshold = "5s",
                limits = {"p50 < 20s", "p90 < 60s"})
        void shouldStayFast() {
            if (book.size() < 1_000) {
                book.add(iterations);
            }
            iterations++;
        }

        @AfterEach
        void close() {
            SEEN.add("after " + iterations + " on " + book.size());
        }
    }

    static final class Slow {
        @PacedTest(
                rate = "100/s",
                duration = "4s",
                warmup = "200ms",
                threshold = "100us",
                limits = {"p90 < 60s", "p50 < 100us"})
        void shouldBeFasterThanItIs() {
            // A fiftieth of a core, so that a busy machine keeps the rate.
            work(200_000);
        }
    }

    static final class Hasty {
        @PacedTest(rate = "50/s", duration = "3s", warmup = "none", threshold = "1s", limits = "p99.99 < 1s")
        void shouldBeMeasuredForLonger() {}
    }

    static final class Throwing {
        private int left = 50;

        @PacedTest(rate = "1k/s", duration = "10s", warmup = "none", threshold = "1s")
        void shouldCount() {
            assertThat(left).as("left").isPositive();
            left--;
        }
    }

    static final class ThrowingChecked {
        @PacedTest(rate = "1k/s", duration = "10s", warmup = "none", threshold = "1s")
        void shouldRead() throws IOException {
            throw new IOException("the peer hung up");
        }
    }

    static final class Assuming {
        @PacedTest(rate = "1k/s", duration = "10s", warmup = "none", threshold = "1s")
        void shouldHaveAPeer() {
            assumeTrue(false, "no peer here");
        }
    }

    static final class TooFast {
        @PacedTest(rate = "10k/s", duration = "3s", warmup = "none", threshold = "1s", limits = "p50 < 1us")
        void shouldKeepUp() {
            work(1_000_000);
        }
    }

    static final class Probing {
        static Harness seen;
        private Probe probe;

        @PacedTest(rate = "1k/s", duration = "500ms", warmup = "100ms", threshold = "1s")
        void shouldRecord(Harness harness) {
            seen = harness;
            if (probe == null) {
                probe = harness.probe("part");
            }
            probe.record(42);
        }
    }

    static final class WrongRate {
        @PacedTest(rate = "fast")
        void shouldNotRun() {
            throw new AssertionError("must not run");
        }
    }

    static final class WrongLimit {
        @PacedTest(limits = "p99 is fine")
        void shouldNotRun() {
            throw new AssertionError("must not run");
        }
    }

    static final class WrongTogether {
        @PacedTest(warmup = "none")
        void shouldNotRun() {
            throw new AssertionError("must not run");
        }
    }

    static final class WrongParameter {
        @PacedTest
        void shouldNotRun(Thread thread) {
            throw new AssertionError("must not run");
        }
    }
}
