package io.straggler.cli.fork;

import io.straggler.sampler.linux.ChildStops;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Messages of the parent process to a measured JVM on its standard input: a line for each stop by a signal; closing it
 * ends the run.
 */
final class ControlChannel {
    private static final String STOPPED = "stopped";
    private static final Pattern REPORTED = Pattern.compile(STOPPED + " (-?\\d{1,18}) (-?\\d{1,18})");

    private ControlChannel() {}

    /** Reports that the child was stopped. */
    static void stopped(OutputStream input, long fromNs, long toNs) {
        try {
            input.write((STOPPED + " " + fromNs + " " + toNs + "\n").getBytes(StandardCharsets.US_ASCII));
            input.flush();
        } catch (IOException e) {
            // Its run is over.
        }
    }

    /**
     * Listens on a new thread.
     *
     * @param stops is notified of each stop
     * @param stop ends the run, with the reason
     */
    static void listen(InputStream input, ChildStops.Listener stops, Consumer<String> stop) {
        Thread listener = new Thread(
                () -> {
                    try {
                        hear(new BufferedReader(new InputStreamReader(input, StandardCharsets.US_ASCII)), stops);
                    } catch (IOException e) {
                        // Treated like a closed channel.
                    } finally {
                        stop.accept("interrupted");
                    }
                },
                "straggler-parent-watch");
        listener.setDaemon(true);
        listener.start();
    }

    /** Until it is closed. What is not understood is not worth ending a run for. */
    private static void hear(BufferedReader lines, ChildStops.Listener stops) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher reported = REPORTED.matcher(line);
            if (reported.matches()) {
                stops.stopped(Long.parseLong(reported.group(1)), Long.parseLong(reported.group(2)));
            }
        }
    }
}
