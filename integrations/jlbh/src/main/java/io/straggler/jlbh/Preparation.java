package io.straggler.jlbh;

import io.straggler.HostedFork;
import io.straggler.jlbh.samples.Samples;
import io.straggler.model.text.Durations;
import io.straggler.model.text.Rates;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import net.openhft.chronicle.jlbh.JLBH;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Preparation of a benchmark before anything is paced: its {@code init}, the warm-up at once, and what that shows. */
final class Preparation {
    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(10);
    private static final Set<String> NONE = Set.of("none", "0");

    /** Stands out from what was sampled in a warm-up that is too short to be paced. */
    private static final int TIMES_MEDIAN = 3;

    private static final long MIN_THRESHOLD_NS = 1_000;
    private static final double SEVERAL = 1.2;

    private final JlbhSettings settings;
    private final HostedFork fork;
    private final Samples samples;
    private final BooleanSupplier aborted;
    private final WarmUpPlan plan;
    private Completion completion = Completion.INSIDE;

    /** Samples of the warm-up; none if it failed. */
    private Histogram sampled = new Histogram(1);

    private @Nullable Throwable failure;

    Preparation(JlbhSettings settings, HostedFork fork, Samples samples, BooleanSupplier aborted) {
        this.settings = settings;
        this.fork = fork;
        this.samples = samples;
        this.aborted = aborted;
        this.plan = planned();
    }

    private WarmUpPlan planned() {
        if (!hasWarmUp()) {
            return WarmUpPlan.few(settings.iterations());
        }
        return pacedByCommandLine()
                ? WarmUpPlan.atOnce(settings.warmUpIterations())
                : WarmUpPlan.of(settings.warmUpIterations(), perSecond());
    }

    /** Returns whether the benchmark defines a warm-up. */
    boolean hasWarmUp() {
        return settings.warmUpIterations() > 0;
    }

    private boolean pacedByCommandLine() {
        return fork.given("warmup").filter(text -> !NONE.contains(text)).isPresent();
    }

    /** How many iterations are paced each second: as many as the user says, else the benchmark. */
    double perSecond() {
        return fork.given("rate").map(Rates::parsePerSecond).orElse(settings.perSecond());
    }

    /** Runs it; what is thrown is kept as the failure. */
    void run(JLBH benchmark, Consumer<WarmUp.Stuck> neverBack) {
        try {
            settings.task().init(benchmark);
            WarmUp warmUp = new WarmUp(settings.task(), samples, timeout().toNanos(), aborted);
            completion = warmUp.run(plan.atOnce(), neverBack);
            sampled = warmUp.seen();
            if (aborted.getAsBoolean()) {
                failure = EndedEarly.aborted();
            }
        } catch (Throwable thrown) {
            failure = thrown;
        }
    }

    WarmUpPlan plan() {
        // A failed one is over before its warm-up, which the threshold may still have to be said to come of.
        return failed() ? new WarmUpPlan(0, 2) : plan;
    }

    Completion completion() {
        return completion;
    }

    /** Whether the warm-up was sampled noticeably more often than run. */
    boolean sampledSeveralTimes() {
        return sampled.getTotalCount() > SEVERAL * plan.atOnce();
    }

    boolean failed() {
        return failure != null;
    }

    /** Null unless it {@link #failed}. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** After which an iteration is stuck: what the user says, else the benchmark, else the usual time. */
    Duration timeout() {
        return fork.given("timeout")
                .map(Durations::parseNs)
                .map(Duration::ofNanos)
                .orElse(settings.timeoutMs() > 0 ? Duration.ofMillis(settings.timeoutMs()) : USUAL_TIMEOUT);
    }

    /**
     * A threshold for a warm-up that is too short to have one by itself: what stands out from its samples.
     *
     * @throws IllegalArgumentException if there is no warm-up at all
     */
    Optional<String> threshold() {
        if (failed()
                || plan.settlesThreshold()
                || pacedByCommandLine()
                || fork.given("threshold").isPresent()) {
            return Optional.empty();
        }
        if (!hasWarmUp()) {
            throw new IllegalArgumentException(
                    "The benchmark has no warm-up (warmUpIterations 0), so nothing decides what an outlier is. Give --threshold,"
                            + " such as --threshold 50us, or --warmup.");
        }
        long standsOutNs = Math.max(sampled.getValueAtPercentile(90), TIMES_MEDIAN * sampled.getValueAtPercentile(50));
        return Optional.of(Durations.format(Math.max(MIN_THRESHOLD_NS, standsOutNs)));
    }
}
