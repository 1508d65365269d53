package io.straggler.harness.series;

import io.straggler.model.LatencyCounts;
import io.straggler.model.file.InputFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * HdrHistogram's interval log, as that library reads it: lines of a time, a length, a maximum and a histogram, with commas between, perhaps with a tag in front;
 * comments may say when the log began.
 */
final class LogFile implements EncodedIntervals {
    private static final String TAG = "Tag=";
    private static final String START_TIME = "#[StartTime:";
    private static final String BASE_TIME = "#[BaseTime:";

    /** Times in seconds up to here are wall-clock times, also in nanoseconds within a long. */
    private static final double MAX_SECONDS = 9e9;

    /**
     * Largest distance in seconds, a year, between a time and the beginning of the log for which the time is an
     * absolute one.
     */
    private static final double RELATIVE_SECONDS = 365 * 24 * 3600.0;

    private final Path file;

    LogFile(Path file) {
        this.file = file;
    }

    /**
     * Hands over the intervals that can be read: a line that is damaged, cut off or foreign costs its interval and no
     * other. A file that does not begin like a log, or without a single line that can be read, is refused.
     */
    @Override
    public void forEachCounted(Consumer<CountedInterval> consumer) throws IOException {
        requireLog();
        SeriesLimit series = new SeriesLimit();
        Times times = new Times();
        boolean any = false;
        Exception damage = null;
        try (BufferedReader lines = new BufferedReader(
                        new InputStreamReader(InputFiles.openExpanded(file), StandardCharsets.UTF_8));
                EncodedCounts histograms = new EncodedCounts()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("#")) {
                    times.comment(line);
                } else if (!line.isBlank() && !line.startsWith("\"")) {
                    Optional<CountedInterval> interval;
                    try {
                        interval = interval(line, times, histograms);
                    } catch (IOException | IllegalArgumentException e) {
                        damage = damage == null ? e : damage;
                        continue;
                    }
                    any = true;
                    if (interval.isPresent()) {
                        series.count(interval.get());
                        consumer.accept(interval.get());
                    }
                }
            }
        }
        if (!any && damage != null) {
            throw new IOException(file + " is no histogram log: " + damage.getMessage(), damage);
        }
    }

    private static Optional<CountedInterval> interval(String line, Times times, EncodedCounts histograms)
            throws IOException {
        int tagEnd = line.startsWith(TAG) ? line.indexOf(',') : -1;
        String tag = tagEnd < 0 ? null : line.substring(TAG.length(), tagEnd);
        String[] fields = line.substring(tagEnd + 1).split(",", 4);
        if (fields.length < 4) {
            throw new IOException("interval must have a time, a length, a maximum and a histogram");
        }
        double startSeconds = times.absolute(seconds(fields[0]));
        double endSeconds = startSeconds + seconds(fields[1]);
        Optional<LatencyCounts> counts = histograms.read(Base64.getDecoder().decode(fields[3].strip()));
        return counts.map(some -> new CountedInterval(
                SeriesTag.read(tag), Math.round(startSeconds * 1000), Math.round(endSeconds * 1000), some));
    }

    private static double seconds(String text) throws IOException {
        double seconds = Double.parseDouble(text);
        if (!(seconds >= 0 && seconds <= MAX_SECONDS)) {
            throw new IOException("times must be seconds since 1970");
        }
        return seconds;
    }

    /** Any log begins with comments, its legend or a line of figures. */
    private void requireLog() throws IOException {
        try (InputStream in = InputFiles.openExpanded(file)) {
            String start = new String(in.readNBytes(8), StandardCharsets.ISO_8859_1);
            if (!start.isEmpty() && !start.matches("(?s)(#|\"Start|Tag=|[0-9]).*")) {
                throw new IOException(file + " is no histogram log: it begins with " + start.replaceAll("[^ -~]", "?"));
            }
        }
    }

    /** Instant that the times of a log are relative to. */
    private static final class Times {
        private OptionalDouble start = OptionalDouble.empty();
        private OptionalDouble base = OptionalDouble.empty();

        void comment(String line) {
            start = stated(START_TIME, line, start);
            base = stated(BASE_TIME, line, base);
        }

        private static OptionalDouble stated(String name, String line, OptionalDouble before) {
            if (!line.startsWith(name)) {
                return before;
            }
            String text = line.substring(name.length()).strip();
            try {
                return OptionalDouble.of(seconds(text.substring(0, end(text))));
            } catch (IOException | NumberFormatException e) {
                return before;
            }
        }

        private static int end(String text) {
            int blank = text.indexOf(' ');
            return blank < 0 ? text.length() : blank;
        }

        double absolute(double seconds) {
            double begin = start.orElse(seconds);
            start = OptionalDouble.of(begin);
            if (base.isEmpty()) {
                base = OptionalDouble.of(seconds < begin - RELATIVE_SECONDS ? begin : 0);
            }
            return seconds + base.getAsDouble();
        }
    }
}
