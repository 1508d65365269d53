package io.straggler.model;

import java.util.Optional;

/**
 * Resources that the operating system charged to a measured thread around one late iteration, as differences between
 * two readings. The pacing thread takes the readings itself, in the gap before the iteration and right behind it.
 *
 * @param intendedNs the tag of the iteration
 * @param osThreadId the thread
 * @param fromNs when the earlier reading was taken: before the iteration when {@code fromNs <= start}
 * @param toNs when the later reading was taken, right after the iteration's end
 * @param runDelayNs time spent runnable but waiting for a core
 * @param cpuNs time on a core; exact, or late by up to a scheduler tick where the system has no exact clock
 * @param minorFaults page faults served without I/O
 * @param majorFaults page faults that waited for I/O
 * @param voluntarySwitches times the thread gave up its core
 * @param involuntarySwitches times the core was taken from it
 * @param faultsNs what that many minor faults take here, by a measurement at the start; an estimate
 * @param capturesNs what taking its stacks took from it, by a measurement at the start; an estimate
 * @param throttledNs what its control group was held back meanwhile, having used up its share of the cores
 * @param offCore when the thread had no core; empty if nobody recorded its switches, or not all of them
 */
public record ThreadUsage(
        long intendedNs,
        long osThreadId,
        long fromNs,
        long toNs,
        long runDelayNs,
        long cpuNs,
        long minorFaults,
        long majorFaults,
        long voluntarySwitches,
        long involuntarySwitches,
        long faultsNs,
        long capturesNs,
        long throttledNs,
        Optional<OffCoreTimes> offCore) {
    /**
     * Time neither on a core nor waiting for one: asleep, blocked, or stopped. Never negative, though the readings are not of one
     * instant.
     */
    public long offCoreNs() {
        return Math.max(0, toNs - fromNs - cpuNs - runDelayNs);
    }

    /** These readings with other times without a core. */
    public ThreadUsage withOffCore(Optional<OffCoreTimes> other) {
        return new ThreadUsage(
                intendedNs,
                osThreadId,
                fromNs,
                toNs,
                runDelayNs,
                cpuNs,
                minorFaults,
                majorFaults,
                voluntarySwitches,
                involuntarySwitches,
                faultsNs,
                capturesNs,
                throttledNs,
                other);
    }

    /**
     * Starts from readings between which nothing was charged.
     *
     * @param intendedNs the tag of the iteration
     * @param osThreadId the thread
     */
    public static Builder of(long intendedNs, long osThreadId) {
        return new Builder(intendedNs, osThreadId);
    }

    /** Names what would be fourteen arguments. What is not set is zero. For one thread. */
    public static final class Builder {
        private final long intendedNs;
        private final long osThreadId;
        private long fromNs;
        private long toNs;
        private long runDelayNs;
        private long cpuNs;
        private long minorFaults;
        private long majorFaults;
        private long voluntarySwitches;
        private long involuntarySwitches;
        private long faultsNs;
        private long capturesNs;
        private long throttledNs;
        private Optional<OffCoreTimes> offCore = Optional.empty();

        private Builder(long intendedNs, long osThreadId) {
            this.intendedNs = intendedNs;
            this.osThreadId = osThreadId;
        }

        /** The instants of the readings. */
        public Builder between(long earlierNs, long laterNs) {
            fromNs = earlierNs;
            toNs = laterNs;
            return this;
        }

        public Builder runDelayNs(long value) {
            runDelayNs = value;
            return this;
        }

        public Builder cpuNs(long value) {
            cpuNs = value;
            return this;
        }

        public Builder minorFaults(long value) {
            minorFaults = value;
            return this;
        }

        public Builder majorFaults(long value) {
            majorFaults = value;
            return this;
        }

        public Builder voluntarySwitches(long value) {
            voluntarySwitches = value;
            return this;
        }

        public Builder involuntarySwitches(long value) {
            involuntarySwitches = value;
            return this;
        }

        public Builder faultsNs(long value) {
            faultsNs = value;
            return this;
        }

        public Builder capturesNs(long value) {
            capturesNs = value;
            return this;
        }

        public Builder throttledNs(long value) {
            throttledNs = value;
            return this;
        }

        public Builder offCore(Optional<OffCoreTimes> value) {
            offCore = value;
            return this;
        }

        public ThreadUsage build() {
            return new ThreadUsage(
                    intendedNs,
                    osThreadId,
                    fromNs,
                    toNs,
                    runDelayNs,
                    cpuNs,
                    minorFaults,
                    majorFaults,
                    voluntarySwitches,
                    involuntarySwitches,
                    faultsNs,
                    capturesNs,
                    throttledNs,
                    offCore);
        }
    }
}
