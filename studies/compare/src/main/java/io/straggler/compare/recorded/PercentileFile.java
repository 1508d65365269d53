package io.straggler.compare.recorded;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** Files that hold percentiles and no latencies, told by their first lines. They are refused, with what to compare instead. */
enum PercentileFile {
    WRK(
            "a table of wrk or wrk2",
            "(?m)^Running \\S+ test @ |^ *Latency Distribution\\b|^Requests/sec: ",
            Instead.INTERVAL_LOGS),
    JLBH(
            "a table of JLBH",
            "(?m) - worst was [0-9]|^-+ BENCHMARK RESULTS \\(RUN [0-9]",
            "measure the benchmark with straggler run --jlbh, and compare the run folders."),
    K6("a summary of k6", "\\A\\s*\\{[^\\x00]*\"metrics\"\\s*:\\s*[{\\[]", Instead.INTERVAL_LOGS),
    HGRM(
            "a percentile distribution (.hgrm)",
            "(?m)^[ \\t]*\"?Value\"?[\\s,]+\"?Percentile\"?[\\s,]+\"?TotalCount\\b",
            Instead.INTERVAL_LOGS);

    private final String noun;
    private final Pattern mark;
    private final String instead;

    PercentileFile(String noun, String mark, String instead) {
        this.noun = noun;
        this.mark = Pattern.compile(mark);
        this.instead = instead;
    }

    /** Kind of a file that begins so; the first one that fits, because wrk2 prints a distribution too. */
    static Optional<PercentileFile> of(String head) {
        return Arrays.stream(values())
                .filter(kind -> kind.mark.matcher(head).find())
                .findFirst();
    }

    /** Why a file is not read, and what to do. */
    String refusal(Path file) {
        return file + " is " + noun + ", which is one observation of each percentile and allows no verdict: " + instead;
    }

    private static final class Instead {
        private static final String INTERVAL_LOGS =
                "write an HdrHistogram interval log (.hlog) of each run, and compare those.";
    }
}
