package io.straggler.cli.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Formats that async-profiler's converter, and not {@code report}, writes from a recording. */
enum ConvertedFormat {
    PPROF(".pb.gz", ".pprof"),
    OTLP(".otlp");

    private final List<String> endings;

    ConvertedFormat(String... endings) {
        this.endings = List.of(endings);
    }

    /** The format of this name, in any case. */
    static Optional<ConvertedFormat> named(String name) {
        return Arrays.stream(values())
                .filter(format -> format.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** The format of a file, by the end of its name. */
    static Optional<ConvertedFormat> of(String file) {
        String lower = file.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> format.endings.stream().anyMatch(lower::endsWith))
                .findFirst();
    }

    /** The command to use instead, as the rest of a sentence. */
    String advice() {
        return "async-profiler's jfrconv writes this format: jfrconv --tag outlier DIR/recording.jfr outliers"
                + endings.get(0);
    }
}
