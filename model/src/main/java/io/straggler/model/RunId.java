package io.straggler.model;

/** Which measured run something belongs to: the fork (a JVM, from 0) and the run within it (from 1). */
public record RunId(int fork, int run) implements Comparable<RunId> {
    @Override
    public int compareTo(RunId other) {
        return fork != other.fork ? Integer.compare(fork, other.fork) : Integer.compare(run, other.run);
    }

    /** Returns {@code run 2} or, with several forks, {@code fork 1 run 2}. */
    @Override
    public String toString() {
        return fork == 0 ? "run " + run : "fork " + fork + " run " + run;
    }
}
