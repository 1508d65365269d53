package io.straggler.benchmarks.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Format of a file, and the commands that read it. In commands, {@code INPUT} is the file or run folder that was made, {@code OTHER} one as good as
 * the seed, and {@code OUT} a place for what is written.
 */
enum Format {
    RECORDING("any.jfr", Place.FILE, Commands.OF_ANY_RECORDING, List.of(RecordingMutators.ALL)),
    PROFILER("profiler.jfr", Place.FILE, Commands.OF_ANY_RECORDING, List.of(RecordingMutators.ALL)),
    RUN_RECORDING("recording.jfr", Place.RUN_FOLDER, Commands.OF_RUN, List.of(RecordingMutators.ALL)),
    RUN_JSON("run.json", Place.RUN_FOLDER, Commands.OF_RUN, List.of(JsonMutators.ALL)),
    DIAGNOSIS_JSON("diagnosis.json", Place.RUN_FOLDER, Commands.OF_COMPARED_RUN, List.of(JsonMutators.ALL)),
    LATENCY_LOG("latency.hlog", Place.RUN_FOLDER, Commands.OF_RUN, List.of(LogMutators.ALL, TextMutators.ALL)),
    UNFINISHED("unfinished.properties", Place.RUN_FOLDER, Commands.OF_UNFINISHED_RUN, List.of(TextMutators.ALL)),
    RUN_FOLDER("run", Place.WHOLE_FOLDER, Commands.OF_RUN, List.of()),
    COMPARISON_JSON("comparison.json", Place.FILE, Commands.OF_FILES, List.of(JsonMutators.ALL)),
    LOG("series.hlog", Place.FILE, Commands.OF_FILES, List.of(LogMutators.ALL, TextMutators.ALL)),
    HGRM("latency.hgrm", Place.FILE, Commands.OF_FILES, List.of(TextMutators.ALL)),
    WRK("wrk.txt", Place.FILE, Commands.OF_FILES, List.of(TextMutators.ALL)),
    WRK2("wrk2.txt", Place.FILE, Commands.OF_FILES, List.of(TextMutators.ALL)),
    JMH("jmh.json", Place.FILE, Commands.OF_FILES, List.of(JsonMutators.ALL)),
    K6("k6.json", Place.FILE, Commands.OF_FILES, List.of(JsonMutators.ALL)),
    JLBH("jlbh.txt", Place.FILE, Commands.OF_FILES, List.of(TextMutators.ALL));

    /** Place in which a file of a format is read. */
    enum Place {
        FILE,
        RUN_FOLDER,
        WHOLE_FOLDER
    }

    private final String fileName;
    private final Place place;
    private final List<String> commands;
    private final List<List<Mutator>> mutators;

    Format(String fileName, Place place, List<String> commands, List<List<Mutator>> mutators) {
        this.fileName = fileName;
        this.place = place;
        this.commands = commands;
        this.mutators = mutators;
    }

    /** Name of the seed, and of a file that is made from it. */
    String fileName() {
        return fileName;
    }

    Place place() {
        return place;
    }

    /** Command lines, with single blanks between arguments. */
    List<String> commands() {
        return commands;
    }

    /** Kinds of changes, one of which is chosen before a change of the kind is: changes of bytes last. */
    List<List<Mutator>> mutators() {
        List<List<Mutator>> all = new ArrayList<>(mutators);
        all.add(ByteMutators.ALL);
        return all;
    }

    /** Name of the format on the command line of the benchmark and in its table. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Format::label).toList();
    }

    static Optional<Format> labelled(String label) {
        return Arrays.stream(values())
                .filter(format -> format.label().equals(label))
                .findFirst();
    }

    /** The format of a file from anywhere: by its whole name, else by the end of it. */
    static Optional<Format> ofFile(String name) {
        return Arrays.stream(values())
                .filter(format -> format.fileName.equals(name))
                .findFirst()
                .or(() -> Arrays.stream(values())
                        .filter(format -> format.place == Place.FILE
                                && name.endsWith(format.fileName.substring(format.fileName.lastIndexOf('.'))))
                        .findFirst());
    }

    /** The command lines. */
    private static final class Commands {
        private static final String ORDERS = " --iterations acme.Order --threshold 1ms";

        static final List<String> OF_ANY_RECORDING = List.of(
                "report INPUT" + ORDERS + " --out OUT/page.html",
                "report INPUT",
                "report INPUT" + ORDERS + " --by route --out OUT/page.html",
                "report INPUT --iterations acme.Order --where route=nowhere",
                "report INPUT --iterations acme.Order --by nothing",
                "report INPUT --iterations acme.Order --threshold p90 --format json --out OUT/diagnosis.json",
                "report INPUT" + ORDERS + " --format collapsed --out OUT/stacks.collapsed",
                "report INPUT" + ORDERS + " --format collapsed-diff --out OUT/stacks.diff.txt",
                "report INPUT" + ORDERS + " --format speedscope --out OUT/stacks.speedscope.json",
                "report INPUT" + ORDERS + " --format trace --out OUT/stacks.trace.json",
                "report INPUT" + ORDERS + " --format flamegraph --lines --out OUT/flamegraph.html",
                "report INPUT" + ORDERS + " --format csv --out OUT/outliers.csv",
                "report INPUT" + ORDERS + " --format hlog --out OUT/series.hlog",
                "compare INPUT OTHER --iterations acme.Order --out OUT/comparison",
                "compare OTHER INPUT --iterations jdk.ThreadSleep --threshold 1ms --out OUT/comparison");

        static final List<String> OF_RUN = List.of(
                "report INPUT",
                "compare INPUT OTHER --out OUT/comparison",
                "compare OTHER INPUT --out OUT/comparison",
                "report INPUT --format json --out OUT/diagnosis.json",
                "report INPUT --format collapsed --out OUT/stacks.collapsed",
                "report INPUT --format series-csv",
                "report INPUT --format hgrm",
                "report INPUT --format hlog",
                "report INPUT --format csv",
                "report INPUT --format trace --outlier 1",
                "report INPUT --where traceId=4bf92f3577b34da6a3ce929d0e0e4736");

        /** No report reads the diagnosis of an earlier one. */
        static final List<String> OF_COMPARED_RUN = List.of(
                "compare INPUT OTHER --out OUT/comparison", "compare OTHER INPUT --out OUT/comparison", "report INPUT");

        static final List<String> OF_UNFINISHED_RUN =
                List.of("report INPUT", "compare INPUT OTHER --out OUT/comparison", "report INPUT --format csv");

        static final List<String> OF_FILES = List.of(
                "compare INPUT OTHER --out OUT/comparison",
                "compare OTHER INPUT --out OUT/comparison --unit us",
                "compare INPUT OTHER --out OUT/comparison --series latency --fail-if p99>1ms",
                "compare INPUT,OTHER OTHER --out OUT/comparison");
    }
}
