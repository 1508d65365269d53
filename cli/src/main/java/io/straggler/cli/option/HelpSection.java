package io.straggler.cli.option;

import java.util.Arrays;
import java.util.Set;

/**
 * Sections of the help of commands with many options, in the order in which one thinks of a measurement. Rows of {@link MeasureOption} name their
 * section; a section names the options that commands declare themselves.
 */
public enum HelpSection {
    MEASURED(
            "What is measured",
            "--classpath",
            "--classpath-a",
            "--classpath-b",
            "--jvm-arg",
            "--jvm-arg-a",
            "--jvm-arg-b",
            "--jlbh",
            "--jmh",
            "--jmh-param",
            "--different-tasks",
            "--iterations",
            "--where",
            "--by",
            "--series",
            "--unit"),
    PINGED("What is pinged", "--transport", "--size", "--host", "--port", "--server", "--listen", "--server-pin"),
    RATE("How fast", "--rate", "--rates", "--steps"),
    LENGTH("How long", "--forks", "--rounds", "--max-duration"),
    OBJECTIVE("What is looked for", "--slo", "--percentile", "--precision", "--min-pairs", "--confirm", "--order-seed"),
    OUTLIERS("What is late"),
    OBSERVATION("How it is watched", "--sampler-a", "--sampler-b", "--jfr-a", "--jfr-b"),
    STACKS("Which stacks", "--include", "--exclude", "--threads", "--from", "--to", "--lines", "--min-width"),
    GATES("Gates", "--fail-if", "--require", "--allow-undecided", "--junit", "--markdown"),
    OUTPUT("Output", "--names", "--format", "--outlier", "--out", "--json", "--hgrm", "--relative-to", "--quiet"),
    REST("Help");

    private final String heading;
    private final Set<String> names;

    HelpSection(String heading, String... names) {
        this.heading = heading;
        this.names = Set.of(names);
    }

    public String heading() {
        return heading;
    }

    /** @param option its long name, with dashes */
    public static HelpSection of(String option) {
        return MeasureOption.ALL.stream()
                .filter(row -> option.equals("--" + row.name()))
                .map(MeasureOption::section)
                .findFirst()
                .orElseGet(() -> Arrays.stream(values())
                        .filter(section -> section.names.contains(option))
                        .findFirst()
                        .orElse(REST));
    }
}
