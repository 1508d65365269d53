package io.straggler.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The task that is measured, what its JVMs need, and where the files go. */
public final class TaskOptions {
    @Parameters(paramLabel = "TASK", description = "Class name of the task: it implements io.straggler.harness.Task.")
    private String task;

    @Option(
            names = {"--classpath", "-cp"},
            paramLabel = "PATH",
            defaultValue = "",
            description = "Jars and folders that the task needs, as for java.")
    private String classPath;

    @Option(
            names = "--jvm-arg",
            paramLabel = "ARG",
            description = "Argument for the measured JVMs, such as --jvm-arg=-Xmx1g. May be repeated.")
    private List<String> jvmArguments = new ArrayList<>();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Folder for the files, new or empty. Default: one below straggler-runs, named after"
                    + " task and time.")
    private Path out;

    public String task() {
        return task;
    }

    /**
     * Returns the request for measurements.
     *
     * @param given options as the user wrote them
     * @param forks how many JVMs
     * @param suffix of the folder's name, unless the user gave one
     */
    public RunRequest request(Map<String, String> given, int forks, String suffix) {
        Path place = RunRequest.place(out, RunRequest.simpleName(task) + suffix);
        return new RunRequest(new TaskSpec.OfClass(task), given, classPath, jvmArguments, forks, place);
    }
}
