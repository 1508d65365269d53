package io.straggler.anyrecording;

import io.straggler.jfr.read.EvidenceType;
import java.util.Set;

/**
 * A type of event that could be iterations.
 *
 * @param name of the type
 * @param count how many events took any time
 * @param p50Ns half of them took no longer
 * @param p999Ns all but one in a thousand took no longer; the longest if there are fewer than ten thousand
 * @param maxNs the longest
 */
public record ListedEvent(String name, long count, long p50Ns, long p999Ns, long maxNs) {
    /** Sort of an event, in the order in which it is worth to be an iteration. */
    public enum Sort {
        /** A call of a method that somebody asked to be traced. */
        CALL,
        /** A span that somebody marked. */
        SPAN,
        /** Anything else that the program, or a library in it, records. */
        PROGRAM,
        /** A thread that waits: a part of work, or none. */
        WAIT,
        /** Work of the JVM or of a profiler, for no request. */
        JVM
    }

    private static final String CALLS = "jdk.MethodTrace";

    /** Waits that other recorders than the JVM's have events for. */
    private static final Set<String> OTHER_WAITS = Set.of("profiler.NativeLock", "datadog.QueueTime");

    /** Beginnings of the names of events of the JVM, of profilers and of Straggler. */
    private static final Set<String> NOT_OF_PROGRAMS =
            Set.of("jdk.", "com.oracle.jdk.", "profiler.", "datadog.", "straggler.");

    /** Returns the sort. */
    public Sort sort() {
        if (name.equals(CALLS)) {
            return Sort.CALL;
        }
        if (name.endsWith("Span")) {
            return Sort.SPAN;
        }
        if (EvidenceType.isWait(name) || OTHER_WAITS.contains(name)) {
            return Sort.WAIT;
        }
        return NOT_OF_PROGRAMS.stream().anyMatch(name::startsWith) ? Sort.JVM : Sort.PROGRAM;
    }

    /** Returns whether the event is work of the program: a call, a span, or an event that it defines. */
    public boolean ofTheProgram() {
        return sort().compareTo(Sort.PROGRAM) <= 0;
    }
}
