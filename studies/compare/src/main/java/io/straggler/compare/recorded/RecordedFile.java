package io.straggler.compare.recorded;

import io.straggler.diagnosis.statistics.Fork;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Content of a file about one thing that was measured.
 *
 * @param file that was read
 * @param tool what wrote it
 * @param series what was measured; empty if the file does not name it
 * @param forks the latencies, run by run
 * @param facts what else it says of the run
 * @param notes what was not as it should be, or had to be assumed, in sentences
 */
record RecordedFile(
        Path file, Tool tool, String series, List<Fork> forks, Map<String, String> facts, List<String> notes) {
    RecordedFile {
        forks = List.copyOf(forks);
        facts = Map.copyOf(facts);
        notes = List.copyOf(notes);
    }
}
