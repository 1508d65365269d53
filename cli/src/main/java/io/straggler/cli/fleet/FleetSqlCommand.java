package io.straggler.cli.fleet;

import io.straggler.FleetEngine;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.UsageException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code straggler fleet sql}: a query on the tables that a fleet's results are. */
@Command(
        name = "sql",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Answers a query on the tables recordings, causes, sites and outliers, as tab-separated lines.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  straggler fleet sql 'select cause, sum(ownNs + carriedNs) / 1e9 s from causes group by cause order by s desc'",
            "  straggler fleet sql 'select * from outliers order by latencyNs desc limit 20' --out checkout-fleet"
        })
public final class FleetSqlCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "QUERY", description = "In Spark's SQL.")
    private String query;

    @Mixin
    private FleetOutput output;

    @Override
    public Integer call() throws Exception {
        Optional<FleetEngine> engine = FleetEngines.ofThisJvm();
        if (engine.isEmpty()) {
            return SparkJvm.run("", spec.root().commandLine().getParseResult().originalArgs());
        }
        try {
            engine.get().query(output.tables(), query, System.out);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
        return ExitCode.OK;
    }
}
