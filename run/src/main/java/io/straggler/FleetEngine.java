package io.straggler;

import io.straggler.diagnosis.fleet.Fleet;
import java.io.IOException;
import java.io.PrintStream;
import java.util.function.BiConsumer;

/**
 * Merges recordings of many hosts. An integration brings one, found by {@link java.util.ServiceLoader} in a JVM that has its libraries. What it throws as
 * {@link IllegalArgumentException} is for the user to mend, and says how in a line.
 */
public interface FleetEngine {
    /**
     * Reads what is new, keeps it, and merges all of it.
     *
     * @param progress receives how many recordings of those that are new have been read, and of how many
     */
    Fleet merge(FleetRequest request, BiConsumer<Long, Long> progress) throws IOException;

    /** Answers a query on the tables of a result, as tab-separated lines with a head. */
    void query(String tables, String sql, PrintStream out) throws IOException;
}
