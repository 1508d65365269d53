package io.straggler.cli.remedies;

import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.TaskSpec;
import io.straggler.cli.option.UsageException;
import io.straggler.model.Launch;
import io.straggler.model.RunDescription;
import io.straggler.model.text.Durations;
import io.straggler.model.text.TerminalText;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The task that remedies are tried on, with what its JVMs are started with.
 *
 * @param options of its JVMs, as a user would write them
 */
record MeasuredTask(TaskSpec task, String classPath, List<String> jvmArguments, Map<String, String> options) {
    /** Longer runs would leave time for too few rounds. */
    private static final long MAX_NS = 5_000_000_000L;

    /**
     * The task of a run.
     *
     * @param folder where the run is
     * @param given options that count instead of the run's
     * @throws UsageException if the folder is somebody else's: what its JVMs are started with would be chosen by that user
     */
    static MeasuredTask of(RunDescription run, Path folder, Map<String, String> given) {
        requireOwn(folder);
        Launch launch = run.launch().orElseThrow();
        TaskSpec task = launch.host().isEmpty()
                ? new TaskSpec.OfClass(launch.program())
                : new TaskSpec.Hosted(launch.host(), launch.program(), launch.programSettings());
        Map<String, String> options = new LinkedHashMap<>(run.optionsGiven());
        // The run's length is shortened, so that there is time for many JVMs.
        if (!options.containsKey("count") && lastsLonger(options.getOrDefault("duration", "30s"))) {
            options.put("duration", MAX_NS / 1_000_000 + "ms");
        }
        options.put("threshold", run.thresholdNs() + "ns");
        options.put("measure-overhead", "off");
        options.remove("runs");
        if (given.containsKey("count")) {
            options.remove("duration");
        }
        if (given.containsKey("duration")) {
            options.remove("count");
        }
        options.putAll(given);
        return new MeasuredTask(task, launch.classPath(), launch.jvmArguments(), options);
    }

    private static boolean lastsLonger(String duration) {
        try {
            return Durations.parseNs(duration) > MAX_NS;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    private static void requireOwn(Path folder) {
        try {
            UserPrincipal owner = Files.getOwner(folder.resolve("run.json"));
            Path self = Path.of("/proc/self");
            if (Files.exists(self) && !Files.getOwner(self).equals(owner)) {
                throw new UsageException(folder + " belongs to " + TerminalText.visible(owner.getName())
                        + ", who chose what its JVMs are started with: name the task and its class path instead, or make a copy"
                        + " that you have looked at.");
            }
        } catch (IOException | UnsupportedOperationException e) {
            throw new UsageException(folder + ": its owner cannot be told, so its task is not started.");
        }
    }

    /**
     * Returns the request for the JVMs.
     *
     * @param out folder of the trial
     * @param ownPath what the user gave in place of the class path; null if that stays
     * @param more arguments behind those that there are
     */
    RunRequest request(Path out, @Nullable String ownPath, List<String> more) {
        List<String> arguments = new ArrayList<>(jvmArguments);
        arguments.addAll(more);
        return new RunRequest(task, options, ownPath == null ? classPath : ownPath, arguments, 1, out);
    }

    /** A path in front of another. */
    static String inFront(String path, String of) {
        return path.isEmpty() || of.isEmpty() ? path + of : path + File.pathSeparator + of;
    }
}
