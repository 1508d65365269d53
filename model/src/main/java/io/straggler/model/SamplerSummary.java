package io.straggler.model;

/**
 * How the sampler did: which one ran, why, and what it says of itself.
 *
 * @param mode the one that ran
 * @param why how it came to be this one, in a sentence; the reason of a fallback names what failed
 * @param armDelayNs how long an iteration had to be late before the sampler looked
 * @param marginNs how much later than that the first capture may have been due, because the trigger was not moved for every iteration
 * @param captureNs what one capture takes from its thread, measured at the start; 0 if that is not known
 * @param signalsSent captures that were due, for outliers and normal iterations together
 * @param capturesTaken stacks that async-profiler or the JVM delivered for them
 * @param normalSamples how many of them were of normal iterations
 * @param innocentCaptures iterations that were captured as late and ended below the threshold
 * @param cappedIterations outliers without a stack because the JVM, which was asked for it, had no time to answer: too many others were late
 * @param lateTotalNs how late the sampler was in sum, against the instants at which it meant to look; a timer is never late
 * @param lateMaxNs the worst of that
 */
public record SamplerSummary(
        SamplerMode mode,
        String why,
        long armDelayNs,
        long marginNs,
        long captureNs,
        long signalsSent,
        long capturesTaken,
        long normalSamples,
        long innocentCaptures,
        long cappedIterations,
        long lateTotalNs,
        long lateMaxNs) {
    /** Two samplers' summaries as one: counts added up, and of what differs the worse: the lower mode with its reason. */
    public SamplerSummary plus(SamplerSummary other) {
        SamplerSummary worse = other.mode.compareTo(mode) > 0 ? other : this;
        return of(worse.mode, worse.why)
                .armDelayNs(Math.max(armDelayNs, other.armDelayNs))
                .marginNs(Math.max(marginNs, other.marginNs))
                .captureNs(Math.max(captureNs, other.captureNs))
                .signalsSent(signalsSent + other.signalsSent)
                .capturesTaken(capturesTaken + other.capturesTaken)
                .normalSamples(normalSamples + other.normalSamples)
                .innocentCaptures(innocentCaptures + other.innocentCaptures)
                .cappedIterations(cappedIterations + other.cappedIterations)
                .lateTotalNs(lateTotalNs + other.lateTotalNs)
                .lateMaxNs(Math.max(lateMaxNs, other.lateMaxNs))
                .build();
    }

    /** This summary with another number of iterations that were captured and no outliers. */
    public SamplerSummary withInnocentCaptures(long count) {
        return of(mode, why)
                .armDelayNs(armDelayNs)
                .marginNs(marginNs)
                .captureNs(captureNs)
                .signalsSent(signalsSent)
                .capturesTaken(capturesTaken)
                .normalSamples(normalSamples)
                .innocentCaptures(count)
                .cappedIterations(cappedIterations)
                .lateTotalNs(lateTotalNs)
                .lateMaxNs(lateMaxNs)
                .build();
    }

    /** Nothing was sampled, for this reason. */
    public static SamplerSummary off(String why) {
        return of(SamplerMode.OFF, why).build();
    }

    /** Starts from a sampler that took nothing. */
    public static Builder of(SamplerMode mode, String why) {
        return new Builder(mode, why);
    }

    /** Names what would be twelve arguments. What is not set is zero. For one thread. */
    public static final class Builder {
        private final SamplerMode mode;
        private final String why;
        private long armDelayNs;
        private long marginNs;
        private long captureNs;
        private long signalsSent;
        private long capturesTaken;
        private long normalSamples;
        private long innocentCaptures;
        private long cappedIterations;
        private long lateTotalNs;
        private long lateMaxNs;

        private Builder(SamplerMode mode, String why) {
            this.mode = mode;
            this.why = why;
        }

        public Builder armDelayNs(long value) {
            armDelayNs = value;
            return this;
        }

        public Builder marginNs(long value) {
            marginNs = value;
            return this;
        }

        public Builder captureNs(long value) {
            captureNs = value;
            return this;
        }

        public Builder signalsSent(long value) {
            signalsSent = value;
            return this;
        }

        public Builder capturesTaken(long value) {
            capturesTaken = value;
            return this;
        }

        public Builder normalSamples(long value) {
            normalSamples = value;
            return this;
        }

        public Builder innocentCaptures(long value) {
            innocentCaptures = value;
            return this;
        }

        public Builder cappedIterations(long value) {
            cappedIterations = value;
            return this;
        }

        public Builder lateTotalNs(long value) {
            lateTotalNs = value;
            return this;
        }

        public Builder lateMaxNs(long value) {
            lateMaxNs = value;
            return this;
        }

        public SamplerSummary build() {
            return new SamplerSummary(
                    mode,
                    why,
                    armDelayNs,
                    marginNs,
                    captureNs,
                    signalsSent,
                    capturesTaken,
                    normalSamples,
                    innocentCaptures,
                    cappedIterations,
                    lateTotalNs,
                    lateMaxNs);
        }
    }
}
