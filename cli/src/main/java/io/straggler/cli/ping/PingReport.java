package io.straggler.cli.ping;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.option.JsonDestination;
import io.straggler.cli.text.Screen;
import io.straggler.cli.text.Summary;
import io.straggler.model.file.WholeFile;
import io.straggler.model.text.Rates;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Report of a ping, for people and for programs.
 *
 * @param json where else {@code ping.json} goes: a file, {@code -} for standard output, or null
 */
record PingReport(PingPlan plan, List<PingResult> results, String json) {
    /** @param single the run, which is printed in full when it is the only one */
    void write(Optional<Analysis> single, RunFolder folder) throws IOException {
        JsonDestination destination = new JsonDestination(json);
        PrintStream people = destination.people();
        if (results.size() == 1) {
            single.ifPresent(analysis -> Summary.print(analysis, people));
        }
        Path file = folder.path().resolve("ping.json");
        // How many cores the other machine has is not known.
        int cores = plan.server().isPresent()
                ? Integer.MAX_VALUE
                : Runtime.getRuntime().availableProcessors();
        Screen screen = Screen.of(people);
        PingTable.print(title(), results, cores, screen);
        people.flush();
        WholeFile.write(file, PingJson.write(plan, results));
        people.println();
        screen.width().unbroken("files", folder.path().toString()).forEach(people::println);
        people.flush();
        destination.copy(file);
    }

    private String title() {
        return "Round trips of " + plan.bytes() + " bytes, " + Rates.format(1e9 / plan.intervalNs()) + ", "
                + plan.server().map(address -> "to " + address.host()).orElse("on this machine");
    }
}
