package io.straggler.jfr.event;

import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.EventView;
import io.straggler.model.HandOver;
import io.straggler.model.StageTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Stages as text: one a line, each with its thread's Java id and three or five instants, which count from the intended start. Behind five of them is the number of the line
 * that handed it over.
 */
final class StageLines {
    static final String DESCRIPTION =
            "Which threads are known to have worked on it, one a line: Java thread id, and nanoseconds since the intended start when "
                    + "the thread was free, when it began and when it was done, and perhaps when the work was handed over, when it was to be begun with, and by which of these lines it was handed over";

    /** How many fields a stage has if nobody saw a hand-over. */
    private static final int UNHANDED_FIELDS = 4;

    private StageLines() {}

    /**
     * The threads of an iteration that went on on others; empty if it did not.
     *
     * @throws CorruptChunkException if the stages have not been written by this class
     */
    static Optional<HandOver> handOver(EventView row, long intendedNs) {
        // Older recordings of calls have no such field.
        long completedBy = row.fieldType("completedBy") != null ? row.number("completedBy") : 0;
        return completedBy == 0
                ? Optional.empty()
                : Optional.of(new HandOver(
                        row.number("returnedNs"), completedBy, read(row.textOrEmpty("stages"), intendedNs)));
    }

    static String write(List<StageTime> stages, long intendedNs) {
        return stages.stream()
                .map(one -> one.javaThreadId() + " " + (one.freeSinceNs() - intendedNs) + " "
                        + (one.fromNs() - intendedNs) + " " + (one.toNs() - intendedNs)
                        + (one.handed()
                                ? " " + (one.handedNs() - intendedNs) + " " + (one.dueNs() - intendedNs) + " "
                                        + one.givenBy()
                                : ""))
                .collect(Collectors.joining("\n"));
    }

    /** @throws CorruptChunkException if the text has not been written by this class */
    static List<StageTime> read(String text, long intendedNs) {
        List<StageTime> stages = new ArrayList<>();
        for (String line : text.isEmpty() ? new String[0] : text.split("\n", -1)) {
            String[] fields = line.split(" ", -1);
            try {
                boolean handed = fields.length > UNHANDED_FIELDS;
                stages.add(new StageTime(
                        Long.parseLong(fields[0]),
                        intendedNs + Long.parseLong(fields[1]),
                        handed ? intendedNs + Long.parseLong(fields[4]) : StageTime.UNKNOWN_NS,
                        handed ? intendedNs + Long.parseLong(fields[5]) : StageTime.UNKNOWN_NS,
                        handed ? Integer.parseInt(fields[6]) : StageTime.UNKNOWN,
                        intendedNs + Long.parseLong(fields[2]),
                        intendedNs + Long.parseLong(fields[3])));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                throw new CorruptChunkException("stage must be a thread and three or five instants: stage=" + line);
            }
        }
        return stages;
    }
}
