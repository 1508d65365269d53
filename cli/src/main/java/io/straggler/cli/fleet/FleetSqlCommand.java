package io.straggler.cli.fleet;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.spi.ToolProvider;
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
        Optional<ToolProvider> tool = SparkJvm.tool();
        if (tool.isEmpty()) {
            return SparkJvm.run("", spec.root().commandLine().getParseResult().originalArgs());
        }
        return SparkJvm.run(tool.get(), System.out, List.of("sql", output.tables(), query));
    }
}
