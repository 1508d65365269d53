package io.straggler.compare.recorded;

import io.straggler.compare.IncomparableException;
import io.straggler.compare.IncomparableException.Reason;
import io.straggler.model.file.InputFiles;
import io.straggler.model.text.FileErrors;
import io.straggler.model.text.TerminalText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds out by its content what wrote a file, and has it read. */
final class RecordedFiles {
    /** An array of objects: lines of a log may begin with a bracket. */
    private static final Pattern JSON_ARRAY = Pattern.compile("\\s*\\[\\s*[{\\]]");

    /** Length in bytes of the part by which files are told apart. */
    private static final int HEAD = 1 << 16;

    private static final String RECORDING = "FLR\0";

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
            if (JSON_ARRAY.matcher(head).lookingAt()) {
                return JmhResults.read(file, selection);
            }
            if (IntervalLog.begins(head)) {
                return IntervalLog.read(file, selection);
            }
            Optional<PercentileFile> percentiles = PercentileFile.of(head);
            if (percentiles.isPresent()) {
                throw refused(percentiles.get().refusal(file));
            }
        } catch (IllegalArgumentException e) {
            throw refused(file + " is damaged: " + e.getMessage());
        } catch (IOException e) {
            throw refused(FileErrors.sentence(e));
        }
        throw unknown(file);
    }

    private static String head(Path file) throws IOException {
        try (InputStream in = InputFiles.openExpanded(file)) {
            return new String(in.readNBytes(HEAD), StandardCharsets.ISO_8859_1);
        }
    }

    static IncomparableException unknown(Path file) {
        return refused(file
                + " holds no latencies in a form that is known: compare reads run folders, HdrHistogram interval logs (.hlog), and JMH's "
                + "JSON of mode sample.");
    }

    /** Refusal in one line: a message may quote the file. */
    static IncomparableException refused(String message) {
        return new IncomparableException(Reason.REQUEST, TerminalText.visible(message));
    }
}
