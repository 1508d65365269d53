package io.straggler.cli.fleet;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a fleet's results are. */
final class FleetOutput {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The folder of the results: the page, fleet.json and the tables, which the next run adds to."
                    + " Default: straggler-fleet.")
    private Path out = Path.of("straggler-fleet");

    @Option(
            names = "--tables",
            paramLabel = "ADDRESS",
            description =
                    "Where the tables are, if not in that folder: on a cluster a place that all machines see, such as"
                            + " hdfs:///fleet/tables.")
    private String tables;

    Path folder() {
        return out;
    }

    /** An address as Hadoop reads it, which decodes nothing: a URI's escapes would be part of the folder's name. */
    String tables() {
        return tables == null ? "file://" + out.toAbsolutePath().normalize().resolve("tables") : tables;
    }
}
