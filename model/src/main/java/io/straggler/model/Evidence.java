package io.straggler.model;

import java.util.Optional;

/**
 * Something that the JVM reported and that may explain an interval of time.
 *
 * @param kind what happened
 * @param startNs when it began, on the {@link NanoClock} of the measured process
 * @param endNs when it ended; equal to {@code startNs} for an instant
 * @param osThreadId the watched thread that it happened on, or {@link #ANY_THREAD} when it stopped or could touch all
 * @param place who or where, such as a GC with its cause or a monitor's class; without the thread that was waited for
 * @param partner the thread that was waited for, if the records name it
 */
public record Evidence(Kind kind, long startNs, long endNs, long osThreadId, Place place, Optional<Partner> partner) {
    /** Stands for "every thread" where a thread's id is expected; no thread has it. */
    public static final long ANY_THREAD = 0;

    /** Creates evidence without a partner: no other thread is known to have ended it. */
    public Evidence(Kind kind, long startNs, long endNs, long osThreadId, Place place) {
        this(kind, startNs, endNs, osThreadId, place, Optional.empty());
    }

    /** This evidence at another place. */
    public Evidence at(Place other) {
        return new Evidence(kind, startNs, endNs, osThreadId, other, partner);
    }

    /** This evidence with the thread that was waited for. */
    public Evidence waitingFor(Partner other) {
        return new Evidence(kind, startNs, endNs, osThreadId, place, Optional.of(other));
    }

    /** Returns the place together with the thread that was waited for there. */
    public Place wholePlace() {
        return partner.map(one -> place.waitingFor(new WaitedFor(one.thread(), one.role())))
                .orElse(place);
    }

    public long durationNs() {
        return endNs - startNs;
    }

    /** Kind of event that the JVM reported. */
    public enum Kind {
        GC_PAUSE("GC pause"),
        VM_OPERATION("VM operation"),
        /** Stops nobody: an operation outside a safepoint. */
        VM_WORK("VM work"),
        TIME_TO_SAFEPOINT("time to safepoint"),
        /** A virtual thread was ready to go on, and no carrier had it. */
        CARRIER_WAIT("waiting for a carrier"),
        MONITOR_ENTER("monitor"),
        MONITOR_WAIT("wait"),
        PARK("park"),
        SLEEP("sleep"),
        FILE_IO("file I/O"),
        SOCKET_IO("socket I/O"),
        CLASS_LOADING("class loading"),
        ALLOCATION("allocation slow path"),
        DEOPTIMIZATION("deoptimisation"),
        COMPILATION("compilation"),
        /** A signal stopped the process, as the process that started it knows. */
        PROCESS_STOP("process stop"),
        /** The sampler thread neither ran nor waited for a core: the whole process stood still. */
        PROCESS_STALL("process stall"),
        /** A thread that does nothing but sleep, on a core that was chosen for it, woke up late: somebody else had the core. */
        HICCUP("hiccup");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** Returns the kind in words, as in {@code GC pause}. */
        public String label() {
            return label;
        }
    }
}
