package io.straggler.harness;

import io.straggler.harness.schedule.Ramp;
import io.straggler.harness.schedule.Schedule;
import io.straggler.model.OverheadCheck;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.text.Durations;
import io.straggler.model.text.OptionException;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Everything that decides how a task is paced and measured; checked here, once.
 *
 * @param schedule when iterations are meant to start
 * @param warmUp paced like a run, or at the first rate of a ramp, but not measured; {@link RunLength#NONE} for none
 * @param length of each measured run
 * @param runs measured runs in this JVM
 * @param pauseNs between runs
 * @param spinNs how long before an intended start is spun and not slept
 * @param timeoutNs an iteration in flight for longer is stuck, and the run failed
 * @param watchdog whether the timeout and the schedule's end mean anything
 * @param threshold from which latency on an iteration is an outlier
 * @param armDelayNs how late an iteration is when it is sampled; 0 to derive it from threshold and warm-up
 * @param jitterNs the jitter thread's sleep; 0 for no jitter thread
 * @param jitterCpus the cores that have a jitter thread of their own; none for one such thread that may run anywhere
 * @param overheadCheck when the sampler is off, so that iterations without it are counted on their own too
 * @param fork number of this JVM, from 0
 */
public record HarnessOptions(
        Schedule schedule,
        RunLength warmUp,
        RunLength length,
        int runs,
        long pauseNs,
        long spinNs,
        long timeoutNs,
        Watchdog watchdog,
        Threshold threshold,
        long armDelayNs,
        long jitterNs,
        List<Integer> jitterCpus,
        OverheadCheck overheadCheck,
        int fork) {
    /** Added to any time, it still is one. */
    private static final long FOREVER_NS = 1L << 61;

    public HarnessOptions {
        if (length.empty()) {
            throw new OptionException("count", "must be above zero", "count=" + length.count());
        }
        if (runs < 1) {
            throw new OptionException("runs", "must be at least 1", "runs=" + runs);
        }
        if (threshold.needsWarmUp() && warmUp.empty()) {
            throw new OptionException(
                    "threshold", "must be a duration when there is no warm-up", "threshold=" + threshold);
        }
        if (armDelayNs < 0) {
            throw new OptionException("arm delay", "must not be negative", "armDelayNs=" + armDelayNs);
        }
        if (threshold instanceof Threshold.Fixed fixed && armDelayNs >= fixed.thresholdNs()) {
            throw new OptionException(
                    "arm delay",
                    "must be below the threshold",
                    "armDelay=" + Durations.format(armDelayNs) + " threshold=" + Durations.format(fixed.thresholdNs()));
        }
        if (schedule instanceof Ramp ramp && ramp.lengthNs() != length.expectedNs(schedule)) {
            throw new IllegalArgumentException("ramp must be as long as a run: ramp="
                    + Durations.format(ramp.lengthNs()) + " run=" + Durations.format(length.expectedNs(schedule)));
        }
        requireNotNegative("pause", pauseNs);
        requireNotNegative("spin", spinNs);
        requireNotNegative("jitter", jitterNs);
        jitterCpus = List.copyOf(new TreeSet<>(jitterCpus));
        if (jitterNs == 0 && !jitterCpus.isEmpty()) {
            throw new OptionException(
                    "jitter", "must not be off when cores are chosen for it", "jitterCpus=" + jitterCpus);
        }
        if (timeoutNs <= 0) {
            throw new OptionException("timeout", "must be above zero", "timeoutNs=" + timeoutNs);
        }
    }

    private static void requireNotNegative(String name, long ns) {
        if (ns < 0) {
            throw new OptionException(name, "must not be negative", name + "Ns=" + ns);
        }
    }

    /** When iterations of a part of the run are meant to start. */
    Schedule scheduleOf(Phase phase) {
        return phase == Phase.WARM_UP ? schedule.warmUp() : schedule;
    }

    /** How long an iteration may be in flight before it is stuck. */
    long watchedTimeoutNs() {
        return watchdog == Watchdog.ON ? timeoutNs : FOREVER_NS;
    }

    /** How long after its origin a part of the schedule may still start iterations. */
    long hardStopNs(RunLength period) {
        return watchdog == Watchdog.ON ? DerivedTimings.hardStopNs(period) : FOREVER_NS;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Starts from the defaults: 10,000/s, 5 s of warm-up, one run of 10 s, threshold auto. */
    public static final class Builder {
        /** The schedule of a run by its length. */
        private Function<RunLength, Schedule> schedule = length -> Schedule.uniform(10_000);

        private RunLength warmUp = RunLength.lasting(Duration.ofSeconds(5));
        private RunLength length = RunLength.lasting(Duration.ofSeconds(10));
        private int runs = 1;
        private Duration pause = Duration.ZERO;
        private Duration spin = Duration.ofMillis(1);
        private Duration timeout = Duration.ofSeconds(10);
        private Watchdog watchdog = Watchdog.ON;
        private Threshold threshold = new Threshold.Auto();
        private Duration armDelay = Duration.ZERO;
        private Duration jitter = Duration.ofMillis(1);
        private List<Integer> jitterCpus = List.of();
        private OverheadCheck overheadCheck = OverheadCheck.NONE;
        private int fork;

        private Builder() {}

        public Builder schedule(Schedule value) {
            schedule = any -> value;
            return this;
        }

        /** A rate that grows or falls linearly over each measured run, instead of a {@link #schedule(Schedule) schedule}. */
        public Builder ramp(double fromPerSecond, double toPerSecond) {
            schedule = run -> ramp(fromPerSecond, toPerSecond, run);
            schedule();
            return this;
        }

        private static Schedule ramp(double fromPerSecond, double toPerSecond, RunLength run) {
            long lengthNs = Math.max(1, run.expectedNs((fromPerSecond + toPerSecond) / 2));
            return Schedule.ramp(fromPerSecond, toPerSecond, Duration.ofNanos(lengthNs));
        }

        /** The schedule as it stands. */
        public Schedule schedule() {
            return schedule.apply(length);
        }

        public Builder warmUp(RunLength value) {
            warmUp = value;
            return this;
        }

        public Builder length(RunLength value) {
            length = value;
            return this;
        }

        public Builder runs(int value) {
            runs = value;
            return this;
        }

        public Builder pause(Duration value) {
            pause = value;
            return this;
        }

        public Builder spin(Duration value) {
            spin = value;
            return this;
        }

        public Builder timeout(Duration value) {
            timeout = value;
            return this;
        }

        public Builder watchdog(Watchdog value) {
            watchdog = value;
            return this;
        }

        public Builder threshold(Threshold value) {
            threshold = value;
            return this;
        }

        /** @param value zero to derive it */
        public Builder armDelay(Duration value) {
            armDelay = value;
            return this;
        }

        /** @param value zero for no jitter thread */
        public Builder jitter(Duration value) {
            jitter = value;
            return this;
        }

        /** {@link OverheadCheck#NONE} unless set; a sampler has to be given the same. */
        public Builder overheadCheck(OverheadCheck value) {
            overheadCheck = value;
            return this;
        }

        /** @param value none for one jitter thread that may run anywhere */
        public Builder jitterCpus(List<Integer> value) {
            jitterCpus = value;
            return this;
        }

        public Builder fork(int value) {
            fork = value;
            return this;
        }

        public HarnessOptions build() {
            return new HarnessOptions(
                    schedule(),
                    warmUp,
                    length,
                    runs,
                    pause.toNanos(),
                    spin.toNanos(),
                    timeout.toNanos(),
                    watchdog,
                    threshold,
                    armDelay.toNanos(),
                    jitter.toNanos(),
                    jitterCpus,
                    overheadCheck,
                    fork);
        }
    }
}
