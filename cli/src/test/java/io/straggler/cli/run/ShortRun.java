package io.straggler.cli.run;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.cli.CommandLineRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Short runs of {@code straggler run}, one folder for each test. */
final class ShortRun {
    private final Path scratch;

    ShortRun(Path scratch) {
        this.scratch = scratch;
    }

    CommandLineRun of(Class<?> task, String... more) throws Exception {
        return CommandLineRun.of(arguments(task.getName(), more));
    }

    /** A short run, but for what {@code more} says otherwise. */
    String[] arguments(String task, String... more) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("--out", folder().toString());
        options.put("--rate", "1k/s");
        options.put("--warmup", "300ms");
        // A duration would leave out what a busy machine does not begin in time.
        options.put("--count", "600");
        options.put("--threshold", "1ms");
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        if (options.containsKey("--duration")) {
            options.remove("--count");
        }
        if (options.getOrDefault("--arrivals", "").startsWith("ramp:")) {
            options.remove("--rate");
        }
        List<String> arguments = new ArrayList<>(List.of("run", task));
        options.forEach((name, value) -> arguments.addAll(List.of(name, value)));
        return arguments.toArray(String[]::new);
    }

    Path folder() {
        return scratch.resolve("run");
    }

    Analysis analysis() {
        return Analysis.of(new RunFolder(folder()));
    }
}
