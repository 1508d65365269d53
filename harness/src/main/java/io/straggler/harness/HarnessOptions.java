package io.straggler.harness;

import io.straggler.harness.schedule.Ramp;
import io.straggler.harness.schedule.Schedule;
import io.straggler.model.OverheadCheck;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.text.Durations;
import io.straggler.model.text.OptionException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

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
    /** Large enough for "never", small enough not to overflow when added to a time. */
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

    /** Every option with the value that is used, for people. */
    public Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("schedule", schedule.toString());
        texts.put("length", length.toString());
        texts.put("warm-up", warmUp.empty() ? "none" : warmUp.toString());
        texts.put("runs", Integer.toString(runs));
        texts.put("pause", Durations.format(pauseNs));
        texts.put("spin", Durations.format(spinNs));
        texts.put("timeout", Durations.format(timeoutNs));
        texts.put("threshold", threshold.toString());
        texts.put("sample-after", armDelayNs == 0 ? "derived" : Durations.format(armDelayNs));
        texts.put("jitter", jitterNs == 0 ? "off" : Durations.format(jitterNs));
        texts.put(
                "jitter-cores",
                jitterCpus.isEmpty()
                        ? "whichever"
                        : jitterCpus.stream().map(String::valueOf).collect(Collectors.joining(",")));
        return texts;
    }

    /**
     * Options as a user sets them. Every method sets one option and returns the same object.
     *
     * @param <S> the class that users see, which adds options of its own
     */
    public abstract static class Builder<S extends Builder<S>> {
        /** The schedule of a run by its length. */
        private Function<RunLength, Schedule> schedule = length -> Schedule.uniform(10_000);

        private RunLength warmUp = RunLength.lasting(Duration.ofSeconds(5));
        private RunLength length = RunLength.lasting(Duration.ofSeconds(10));
        private int runs = 1;
        private Duration pause = Duration.ZERO;
        private Duration spin = Duration.ofMillis(1);
        private Duration timeout = Duration.ofSeconds(10);
        private Threshold threshold = new Threshold.Auto();
        private Duration armDelay = Duration.ZERO;
        private Duration jitter = Duration.ofMillis(1);
        private List<Integer> jitterCpus = List.of();

        protected Builder() {}

        @SuppressWarnings("unchecked")
        private S self() {
            return (S) this;
        }

        /** Evenly spread iterations; 10,000 a second unless set. */
        public S rate(double perSecond) {
            return schedule(Schedule.uniform(perSecond));
        }

        /** Any schedule, instead of {@link #rate}. */
        public S schedule(Schedule value) {
            schedule = any -> value;
            return self();
        }

        /** A rate that changes linearly over each measured run, instead of {@link #rate}. The warm-up has the first rate. */
        public S ramp(double fromPerSecond, double toPerSecond) {
            schedule = run -> ramp(fromPerSecond, toPerSecond, run);
            schedule();
            return self();
        }

        private static Schedule ramp(double fromPerSecond, double toPerSecond, RunLength run) {
            long lengthNs = Math.max(1, run.expectedNs((fromPerSecond + toPerSecond) / 2));
            return Schedule.ramp(fromPerSecond, toPerSecond, Duration.ofNanos(lengthNs));
        }

        /** The schedule as it stands. */
        public Schedule schedule() {
            return schedule.apply(length);
        }

        /** Length of a measured run; 10 s unless set. */
        public S duration(Duration value) {
            length = RunLength.lasting(value);
            return self();
        }

        /** Number of iterations of a measured run, instead of {@link #duration}. */
        public S count(long iterations) {
            length = RunLength.of(iterations);
            return self();
        }

        /** Length of the warm-up, which is paced like a run; 5 s unless set, zero for none. */
        public S warmUp(Duration value) {
            warmUp = value.isZero() ? RunLength.NONE : RunLength.lasting(value);
            return self();
        }

        /** Number of iterations of the warm-up, instead of {@link #warmUp}; zero for none. */
        public S warmUpIterations(long iterations) {
            warmUp = RunLength.of(iterations);
            return self();
        }

        /** Measured runs, one after the other; 1 unless set. */
        public S runs(int value) {
            runs = value;
            return self();
        }

        /** Between runs; none unless set. */
        public S pause(Duration value) {
            pause = value;
            return self();
        }

        /** How long before an intended start is spun and not slept; 1 ms unless set. */
        public S spin(Duration value) {
            spin = value;
            return self();
        }

        /** An iteration in flight for longer is stuck; 10 s unless set. */
        public S timeout(Duration value) {
            timeout = value;
            return self();
        }

        /** {@code 50us}, {@code p99.9} of the warm-up, or {@code auto}, which is the default. */
        public S threshold(String text) {
            threshold = Threshold.parse(text);
            return self();
        }

        /** How late an iteration is when it is sampled; derived from threshold and warm-up unless set. */
        public S armDelay(Duration value) {
            armDelay = value;
            return self();
        }

        /** Sleep of the jitter thread; 1 ms unless set, zero for no such thread. */
        public S jitter(Duration value) {
            jitter = value;
            return self();
        }

        /**
         * Gives each of these cores a jitter thread whose hiccups are recorded one by one. Default: one such thread, on
         * whichever core the scheduler puts it.
         */
        public S jitterCores(int... cpuNumbers) {
            jitterCpus = Arrays.stream(cpuNumbers).boxed().toList();
            return self();
        }

        /**
         * The options as they stand, once they go together.
         *
         * @throws IllegalArgumentException saying which do not
         */
        protected HarnessOptions build(Watchdog watchdog, OverheadCheck overheadCheck, int fork) {
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
