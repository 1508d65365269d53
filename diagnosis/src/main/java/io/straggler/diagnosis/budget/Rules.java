package io.straggler.diagnosis.budget;

import java.util.EnumMap;
import java.util.Map;

/**
 * The numbers by which an outlier's time is divided, each with its reason. Nothing else in the rules is a matter of choice; {@code straggler selftest
 * --sensitivity} halves and doubles each of them, and counts how many answers change.
 */
public final class Rules {
    /** Numbers as they are used. */
    public static final Rules STANDARD = new Rules(new EnumMap<>(Constant.class));

    private final Map<Constant, Double> factors;

    private Rules(Map<Constant, Double> factors) {
        this.factors = factors;
    }

    /** One of the numbers; times in nanoseconds. */
    public enum Constant {
        /** Scheduler statistics are read at slightly different instants, so a rest below this is noise. */
        USAGE_NOISE(20_000, "scheduler statistics agree to within"),
        /** A compiler thread takes and leaves a core within this of when it begins and ends to compile. */
        COMPILER_SWITCHES(100_000, "a compiler has its core within"),
        /** A thread that runs, or waits for a lock, answers a capture within this: its delivery takes ten to twenty microseconds. */
        ANSWERS_WITHIN(60_000, "a capture is answered within"),
        /** A thread that a capture woke up out of a wait waits for the same again within this. The sampler spares it from then on by the same number. */
        WAITS_AGAIN_WITHIN(100_000, "a thread that was captured waits again within"),
        /** If page faults, at their least cost, take this share of the work beyond the usual work, all of it is charged to them. */
        FAULTS_DOMINATE(0.25, "share from which page faults dominate"),
        /**
         * Share of the work that faults of a mapped file, which take 3 to 25 times as long, have to explain. A
         * twenty-fifth would do; this is half of that.
         */
        FILE_FAULTS_DOMINATE(0.02, "the same of mapped files"),
        /** A page fault of a mapped file takes this many times the least cost of one at most. */
        FILE_FAULT_TIMES(25, "a fault of a mapped file takes at most, times the least"),
        /** Number of deoptimisations of one thread in a row from which on code is given up again and again. */
        DEOPTIMISATIONS_IN_A_ROW(3, "deoptimisations in a row"),
        /** Each of them within this of the one before. */
        DEOPTIMISATIONS_WITHIN(500_000, "each within"),
        /** All threads of a process have stopped, or gone on, this long after the first, when cores are few. */
        ALL_THREADS_STOP_WITHIN(550_000, "all threads stop within"),
        /** Longest sleep of the thread that notices that the process stood still. */
        STALL_BEGINS_WITHIN(5_000_000, "a stall begins before it is noticed within"),
        /** A thread that wanted to run, and neither ran nor waited for a core for so long, was stopped: timers are late by less. */
        STOP_WITNESSED(1_000_000, "a thread that cannot run shows a stop from");

        private final double value;
        private final String meaning;

        Constant(double value, String meaning) {
            this.value = value;
            this.meaning = meaning;
        }

        /** Returns the meaning in a few words. */
        public String meaning() {
            return meaning;
        }

        /** Returns the number: a time in nanoseconds, a share or a count. */
        public double value() {
            return value;
        }
    }

    /** Returns these numbers with one of them multiplied. */
    public Rules scaled(Constant constant, double factor) {
        Map<Constant, Double> scaled = new EnumMap<>(Constant.class);
        scaled.putAll(factors);
        scaled.merge(constant, factor, (a, b) -> a * b);
        return new Rules(scaled);
    }

    public double of(Constant constant) {
        return constant.value() * factors.getOrDefault(constant, 1.0);
    }

    public long ns(Constant constant) {
        return Math.round(of(constant));
    }
}
