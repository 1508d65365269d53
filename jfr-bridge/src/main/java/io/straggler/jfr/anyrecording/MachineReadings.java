package io.straggler.jfr.anyrecording;

import java.util.Comparator;
import java.util.List;

/**
 * Readings of the machine, its container and the JVM itself, whatever ran then; each list in order of time.
 *
 * @param loads how busy the cores were, once in a period
 * @param limits how often the container had been held back by then, once in a period
 * @param codeCacheFull how many times the compilers had no room for code
 */
public record MachineReadings(List<Load> loads, List<Limit> limits, long codeCacheFull) {
    public MachineReadings {
        loads = loads.stream().sorted(Comparator.comparingLong(Load::atNs)).toList();
        limits = limits.stream().sorted(Comparator.comparingLong(Limit::atNs)).toList();
    }

    /**
     * How busy the cores were since the reading before.
     *
     * @param machine part of the time of all cores, from 0 to 1
     * @param jvm part of the time of all cores that this JVM had, from 0 to 1
     */
    public record Load(long atNs, double machine, double jvm) {}

    /**
     * State of a container's limit of CPU time at an instant, counted since the container began.
     *
     * @param periods that the system looked at
     * @param held periods in which the container had used up its share
     * @param heldNs how long it was held back, in sum
     */
    public record Limit(long atNs, long periods, long held, long heldNs) {}
}
