package io.straggler.cli.run;

import io.straggler.cli.fork.InterruptibleRun;
import io.straggler.cli.fork.Jvms;
import io.straggler.cli.option.GateOptions;
import io.straggler.cli.option.Installation;
import io.straggler.cli.option.OutputOptions;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.TaskSpec;
import io.straggler.cli.option.UsageException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code straggler demo}: measures the order gateway of the examples. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures an order gateway: it parses text orders, keeps books, logs to a file and publishes over a loopback "
                        + "connection. What makes its slowest iterations slow is what such a program really does.")
public final class DemoCommand implements Callable<Integer> {
    private final Jvms jvms;

    private static final String TASK = "io.straggler.examples.gateway.OrderGateway";

    @Option(
            names = {"-r", "--rate"},
            paramLabel = "RATE",
            defaultValue = "4k/s",
            description = "Orders per time. Default: 4k/s.")
    private String rate;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            defaultValue = "15s",
            description = "Length of the measured run. Default: 15s.")
    private String duration;

    @Option(
            names = {"-w", "--warmup"},
            paramLabel = "TIME",
            defaultValue = "6s",
            description = "Warm-up before it, which is not measured. Default: 6s.")
    private String warmup;

    @Option(
            names = {"-t", "--threshold"},
            paramLabel = "LATENCY",
            defaultValue = "500us",
            description = "From here on an order is an outlier. Default: 500us.")
    private String threshold;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Folder for the files, new or empty. Default: straggler-runs/OrderGateway-TIME.")
    private Path out;

    @Option(
            names = "--measure-overhead",
            paramLabel = "on|off",
            defaultValue = "off",
            description = "Measures what sampling costs: the sampler is off in a quarter of the run. Default: off.")
    private String overheadCheck;

    @Mixin
    private GateOptions gates;

    @Mixin
    private OutputOptions output;

    /** @param jvms where the measured JVMs come from */
    public DemoCommand(Jvms jvms) {
        this.jvms = jvms;
    }

    @Override
    public Integer call() throws Exception {
        Installation installation = Installation.ofThisProcess();
        Path jar = installation
                .examples()
                .orElseThrow(() -> new UsageException("The examples are missing in " + installation.home()
                        + ". Run the demo as bin/straggler demo from a distribution or ./straggler demo from a"
                        + " checkout, or build with mvn -B package."));
        Map<String, String> given = new LinkedHashMap<>();
        given.put("rate", rate);
        given.put("duration", duration);
        given.put("warmup", warmup);
        given.put("threshold", threshold);
        given.put("measure-overhead", overheadCheck);
        RunRequest request = new RunRequest(
                new TaskSpec.OfClass(TASK), given, jar.toString(), List.of("-Xmx256m"), 1, RunRequest.place(out, TASK));
        return InterruptibleRun.of(jvms, request, gates, output).call();
    }
}
