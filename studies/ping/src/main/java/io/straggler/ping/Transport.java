package io.straggler.ping;

import io.straggler.model.text.OptionException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A way for a message to travel to somebody and back. */
public enum Transport {
    EMPTY("empty", "nothing: two readings of the clock, and the harness", Reach.PROCESS),
    THREAD("thread", "two threads of a process that spin on a shared cell", Reach.PROCESS),
    MAPPED("mapped", "two processes that spin on a file which both have mapped", Reach.MACHINE),
    UNIX("unix", "Unix domain socket, both ends spin on reads that do not block", Reach.MACHINE),
    TCP_SPIN("tcp-spin", "TCP, both ends spin on reads that do not block", Reach.NETWORK),
    TCP_SELECT_NOW("tcp-selectnow", "TCP, both ends spin on Selector.selectNow", Reach.NETWORK),
    TCP_SELECT("tcp-select", "TCP, both ends wait in Selector.select", Reach.NETWORK),
    TCP_BLOCK("tcp-block", "TCP, both ends wait in a read that blocks", Reach.NETWORK),
    UDP("udp", "UDP, both ends spin on reads that do not block", Reach.NETWORK);

    /** How far away the other end can be. */
    public enum Reach {
        /** A thread of the same process, or nobody. */
        PROCESS,
        /** Another process of the same machine. */
        MACHINE,
        /** Anywhere. */
        NETWORK
    }

    /** Shortest message: the number that it carries. */
    public static final int MIN_BYTES = Long.BYTES;

    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_DATAGRAM_BYTES = 65_507;

    private final String label;
    private final String measures;
    private final Reach reach;

    Transport(String label, String measures, Reach reach) {
        this.label = label;
        this.measures = measures;
        this.reach = reach;
    }

    /** The word that options and folders use. */
    public String label() {
        return label;
    }

    /** Description of a round trip, in a few words. */
    public String measures() {
        return measures;
    }

    public Reach reach() {
        return reach;
    }

    /** Whether both ends keep a core busy while they wait. */
    public boolean spins() {
        return this != EMPTY && this != TCP_SELECT && this != TCP_BLOCK;
    }

    /** Longest message. */
    public int maxBytes() {
        return this == UDP ? MAX_DATAGRAM_BYTES : MAX_BYTES;
    }

    /** Whether a message has the requested size. Within one process it carries its number alone. */
    public boolean sized() {
        return reach != Reach.PROCESS;
    }

    /** Throws {@link IllegalArgumentException} unless messages may have this size. */
    public void requireSize(int bytes) {
        if (sized() && (bytes < MIN_BYTES || bytes > maxBytes())) {
            throw new OptionException(
                    "message size",
                    "must be from " + MIN_BYTES + " to " + maxBytes() + " bytes over " + label,
                    "size=" + bytes);
        }
    }

    /** The transport with this label, in upper or lower case. */
    public static Optional<Transport> of(String label) {
        String lower = label.trim().toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(one -> one.label.equals(lower)).findFirst();
    }

    /** All labels. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(Transport::label).toList();
    }
}
