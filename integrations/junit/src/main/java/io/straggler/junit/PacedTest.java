package io.straggler.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * A test whose method is one iteration: it is run at a fixed rate, and its latencies are held against limits.
 *
 * <p>The method is called many times on one instance of its class, on a thread of Straggler's own, between one call of the
 * {@code @BeforeEach} methods and one of the {@code @AfterEach} methods. It may have a parameter of type
 * {@link io.straggler.harness.Harness}. The test fails when a limit is broken at 95% confidence, when it cannot be judged, when the
 * rate cannot be kept, and when an iteration throws, with what it has thrown.
 *
 * <p>Where tests run in parallel, this one runs alone.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Test
@ExtendWith(PacedTestExtension.class)
@ResourceLock(Resources.GLOBAL)
@SuppressWarnings("exports") // Only JUnit uses the extension.
public @interface PacedTest {
    /** Iterations per time, evenly spread, such as {@code 10k/s}. */
    String rate() default "1k/s";

    /** How long is measured. */
    String duration() default "5s";

    /** Paced like the measured run, but not measured; {@code none} for none. */
    String warmup() default "2s";

    /**
     * Latency from which on an iteration is an outlier, whose causes are sought: {@code 50us}, {@code p99.9} or {@code
     * auto}.
     */
    String threshold() default "auto";

    /** Limits that have to hold, such as {@code p99 < 200us}, {@code outliers < 0.1%} or {@code excess < 2ms/s}. */
    String[] limits() default {};
}
