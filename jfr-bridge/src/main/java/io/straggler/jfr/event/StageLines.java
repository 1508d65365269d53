package io.straggler.jfr.event;

import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.model.StageTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Stages as text: one a line, each with its thread's Java id and three instants, which count from the intended start. */
final class StageLines {
    private StageLines() {}

    static String write(List<StageTime> stages, long intendedNs) {
        return stages.stream()
                .map(one -> one.javaThreadId() + " " + (one.freeSinceNs() - intendedNs) + " "
                        + (one.fromNs() - intendedNs) + " " + (one.toNs() - intendedNs))
                .collect(Collectors.joining("\n"));
    }

    /** @throws CorruptChunkException if the text has not been written by this class */
    static List<StageTime> read(String text, long intendedNs) {
        List<StageTime> stages = new ArrayList<>();
        for (String line : text.isEmpty() ? new String[0] : text.split("\n", -1)) {
            String[] fields = line.split(" ", -1);
            try {
                stages.add(new StageTime(
                        Long.parseLong(fields[0]),
                        intendedNs + Long.parseLong(fields[1]),
                        intendedNs + Long.parseLong(fields[2]),
                        intendedNs + Long.parseLong(fields[3])));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                throw new CorruptChunkException("stage must be a thread and three instants: stage=" + line);
            }
        }
        return stages;
    }
}
