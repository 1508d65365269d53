package io.straggler.ping;

import io.straggler.harness.Task;
import io.straggler.model.text.OptionException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A way for a message to travel to somebody and back. */
public enum Transport {
    EMPTY("empty", "nothing: two readings of the clock, and the harness", Reach.PROCESS, EmptyPing.class),
    THREAD("thread", "two threads of a process that spin on a shared cell", Reach.PROCESS, ThreadPing.class),
    MAPPED("mapped", "two processes that spin on a file which both have mapped", Reach.MACHINE, MappedPing.class),
    UNIX("unix", "Unix domain socket, both ends spin on reads that do not block", Reach.MACHINE, UnixPing.class),
    TCP_SPIN("tcp-spin", "TCP, both ends spin on reads that do not block", Reach.NETWORK, TcpSpinPing.class),
    TCP_SELECT_NOW("tcp-selectnow", "TCP, both ends spin on Selector.selectNow", Reach.NETWORK, TcpSelectNowPing.class),
    TCP_SELECT("tcp-select", "TCP, both ends wait in Selector.select", Reach.NETWORK, TcpSelectPing.class),
    TCP_BLOCK("tcp-block", "TCP, both ends wait in a read that blocks", Reach.NETWORK, TcpBlockPing.class),
    UDP("udp", "UDP, both ends spin on reads that do not block", Reach.NETWORK, UdpPing.class);

    /** How far away the other end can be. */
    public enum Reach {
        /** A thread of the same process, or nobody. */
        PROCESS,
        /** Another process of the same machine. */
        MACHINE,
        /** Anywhere. */
        NETWORK
    }

    /** The shortest message: the number that it carries. */
    public static final int LEAST_BYTES = Long.BYTES;

    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_DATAGRAM_BYTES = 65_507;

    private final String label;
    private final String measures;
    private final Reach reach;
    private final Class<? extends Task> task;

    Transport(String label, String measures, Reach reach, Class<? extends Task> task) {
        this.label = label;
        this.measures = measures;
        this.reach = reach;
        this.task = task;
    }

    /** The word that options and folders use. */
    public String label() {
        return label;
    }

    /** What a round trip goes over, in a few words. */
    public String measures() {
        return measures;
    }

    public Reach reach() {
        return reach;
    }

    /** The task whose iteration is a round trip. */
    public Class<? extends Task> task() {
        return task;
    }

    /** Whether both ends keep a core busy while they wait. */
    public boolean spins() {
        return this != EMPTY && this != TCP_SELECT && this != TCP_BLOCK;
    }

    /** The longest message. */
    public int mostBytes() {
        return this == UDP ? MOST_DATAGRAM_BYTES : MOST_BYTES;
    }

    /** Whether a message has the size that is asked for; what does not leave the process carries its number alone. */
    public boolean sized() {
        return reach != Reach.PROCESS;
    }

    /** Throws {@link IllegalArgumentException} unless it can carry messages of this size. */
    public void requireSize(int bytes) {
        if (sized() && (bytes < LEAST_BYTES || bytes > mostBytes())) {
            throw new OptionException(
                    "message size",
                    "must be from " + LEAST_BYTES + " to " + mostBytes() + " bytes over " + label,
                    "size=" + bytes);
        }
    }

    /** The one with this label, in whatever case. */
    public static Optional<Transport> of(String label) {
        String lower = label.trim().toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(one -> one.label.equals(lower)).findFirst();
    }

    /** All labels. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(Transport::label).toList();
    }
}
