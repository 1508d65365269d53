package io.straggler.fleet.spark;

import io.straggler.fleet.FleetRequest;
import io.straggler.fleet.json.FleetJsonFormat;
import io.straggler.fleet.page.FleetPage;
import io.straggler.fleet.result.Fleet;
import io.straggler.fleet.text.FleetLines;
import io.straggler.fleet.text.FleetProgress;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;

/**
 * The study as {@code straggler fleet} finds it, by {@link java.util.ServiceLoader}, in a JVM that has Spark. Arguments:
 *
 * <ul>
 *   <li>{@code merge FOLDER} and what {@link FleetRequest#of} understands: merges, writes {@code fleet.json} and {@code fleet.html} into the
 *       folder, and prints the answer;
 *   <li>{@code sql TABLES QUERY}: prints the rows that answer a query.
 * </ul>
 *
 * Exit codes: 0; 1 if the request cannot be answered, with the reason in a line on {@code err}. Throws {@link UncheckedIOException} if files
 * cannot be read or written.
 */
public final class FleetTool implements ToolProvider {
    private static final int OK = 0;
    private static final int REFUSED = 1;

    private final SparkFleet fleet = new SparkFleet();

    @Override
    public String name() {
        return "straggler-fleet";
    }

    @Override
    public int run(PrintWriter out, PrintWriter err, String... arguments) {
        throw new UnsupportedOperationException("streams must be print streams: the query's rows go to one");
    }

    @Override
    public int run(PrintStream out, PrintStream err, String... arguments) {
        try {
            if (arguments[0].equals("sql")) {
                fleet.query(arguments[1], arguments[2], out);
            } else {
                merge(Path.of(arguments[1]), FleetRequest.of(arguments, 2), out, err);
            }
            return OK;
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return REFUSED;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void merge(Path folder, FleetRequest request, PrintStream out, PrintStream err) throws IOException {
        FleetProgress progress = new FleetProgress(Boolean.getBoolean("straggler.terminal"), err);
        Fleet merged;
        try {
            merged = fleet.merge(request, progress);
        } finally {
            progress.clear();
        }
        FleetLines.of(merged).forEach(out::println);
        Files.createDirectories(folder);
        FleetJsonFormat.write(merged, folder.resolve("fleet.json"));
        FleetPage.write(merged, folder.resolve("fleet.html"));
    }
}
