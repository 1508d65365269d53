package io.straggler.model;

/** How stacks are taken. Every report states which one ran. */
public enum SamplerMode {
    /** Stacks by a timer of the kernel on the measured thread, once an iteration is late by more than the arm delay. */
    TRIGGERED("triggered"),
    /** At a fixed period, by async-profiler or by whoever made a recording; only samples inside outliers are kept. */
    CONTINUOUS("continuous"),
    /** {@link Thread#getStackTrace()} once an iteration is late: portable, but biased towards safepoints. */
    JAVA("java"),
    /** No stacks. */
    OFF("off");

    private final String label;

    SamplerMode(String label) {
        this.label = label;
    }

    /** The word that the command line and the files use. */
    public String label() {
        return label;
    }
}
