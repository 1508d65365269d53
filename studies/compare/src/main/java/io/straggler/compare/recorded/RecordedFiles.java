package io.straggler.compare.recorded;

import io.straggler.compare.IncomparableException;
import io.straggler.compare.IncomparableException.Reason;
import io.straggler.model.text.FileErrors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Finds out by its content what wrote a file, and has it read. */
final class RecordedFiles {
    /** An object, or an array of objects: lines of a log may begin with a bracket. */
    private static final Pattern JSON = Pattern.compile("\\s*(\\{|\\[\\s*[{\\]])");

    private static final int HEAD = 1 << 16;
    private static final String RECORDING = "FLR\0";

    /** Of tables that are read as a whole: they are a hundred lines, amid what else a tool has printed. */
    private static final long MOST_TEXT = 16 << 20;

    private RecordedFiles() {}

    /** @throws IncomparableException if it cannot be read, or is nothing that is known */
    static RecordedFile read(Path file, Selection selection) {
        try {
            String head = head(file);
            if (head.startsWith(RECORDING)) {
                throw refused(file + " is a flight recording: say which of its events are iterations, with --iterations"
                        + " EVENT. straggler report " + file + " lists them.");
            }
            if (head.isBlank()) {
                throw refused(file + " is empty.");
            }
            if (JSON.matcher(head).lookingAt()) {
                return JsonResults.read(file, selection);
            }
            if (IntervalLog.begins(head)) {
                return IntervalLog.read(file, selection);
            }
            if (Files.size(file) <= MOST_TEXT) {
                return PrintedTables.read(file, Files.readString(file, StandardCharsets.ISO_8859_1), selection);
            }
        } catch (IllegalArgumentException e) {
            throw refused(file + " is damaged: " + e.getMessage());
        } catch (IOException e) {
            throw refused(FileErrors.sentence(e));
        }
        throw unknown(file);
    }

    private static String head(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(HEAD), StandardCharsets.ISO_8859_1);
        }
    }

    static IncomparableException unknown(Path file) {
        return refused(file
                + " holds no latencies in a form that is known: compare reads run folders, interval logs (.hlog), JMH's JSON of mode "
                + "sample, percentile distributions (.hgrm), what wrk, wrk2 and JLBH print, and summaries of k6.");
    }

    static IncomparableException refused(String message) {
        return new IncomparableException(Reason.REQUEST, message);
    }
}
