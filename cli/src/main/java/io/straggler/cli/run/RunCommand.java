package io.straggler.cli.run;

import io.straggler.ReferenceRun;
import io.straggler.cli.fork.InterruptibleRun;
import io.straggler.cli.fork.Jvms;
import io.straggler.cli.hosted.HostOptions;
import io.straggler.cli.option.GateOptions;
import io.straggler.cli.option.MeasureOptions;
import io.straggler.cli.option.OutputOptions;
import io.straggler.cli.option.RateOption;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.TaskOptions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code straggler run}: measures a task in a separate JVM and reports. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs a task at a fixed rate and says why its slowest iterations were slow.",
        footerHeading = "%nExample:%n",
        footer = "  straggler run com.acme.MyTask --classpath my.jar --rate 100k/s --duration 30s --threshold 50us")
public final class RunCommand implements Callable<Integer> {
    private final Jvms jvms;

    @Mixin
    private TaskOptions what;

    @Mixin
    private RateOption rate;

    @Mixin
    private MeasureOptions measure;

    @Option(
            names = "--forks",
            paramLabel = "N",
            defaultValue = "1",
            description = "JVMs, one after the other. Default: 1.")
    private int forks;

    @Option(
            names = "--relative-to",
            paramLabel = "DIR",
            description =
                    "Run folder of a reference run, such as a ping: percentiles are also shown as multiples of its"
                            + " own.")
    private Path reference;

    @Mixin
    private HostOptions hosts;

    @Mixin
    private GateOptions gates;

    @Mixin
    private OutputOptions output;

    /** @param jvms where the measured JVMs come from */
    public RunCommand(Jvms jvms) {
        this.jvms = jvms;
    }

    @Override
    public Integer call() throws Exception {
        RunRequest request = hosts.request(what.request(rate.with(measure), forks, ""));
        Optional<ReferenceRun> below = Optional.ofNullable(reference).map(ReferenceRun::read);
        return InterruptibleRun.of(jvms, request, gates, output)
                .relativeTo(below)
                .call();
    }
}
