package io.straggler.cli.report;

import io.straggler.cli.option.OptionTexts;
import io.straggler.cli.option.UsageException;
import io.straggler.jfr.read.StackDetail;
import io.straggler.model.text.OptionException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which stacks are exported, as people write it. Names and meaning are those of async-profiler's converter, where that has the option. */
final class StackOptions {
    @Option(
            names = "--include",
            paramLabel = "REGEX",
            description =
                    "Only stacks with a frame whose whole name matches; may be repeated, and then one match will do.")
    private List<String> include = List.of();

    @Option(
            names = "--exclude",
            paramLabel = "REGEX",
            description = "No stacks with a frame whose whole name matches; may be repeated.")
    private List<String> exclude = List.of();

    @Option(names = "--threads", paramLabel = "REGEX", description = "Only stacks of threads whose whole name matches.")
    private @Nullable String threads;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Only outliers that were due this long after the start of their run, or later.")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            description = "Only outliers that were due earlier than this after the start of their run.")
    private @Nullable String to;

    @Option(names = "--lines", description = "Frames with the line of their source, where the recording has it.")
    private boolean lines;

    @Option(
            names = "--min-width",
            paramLabel = "PERCENT",
            description = "flamegraph: leaves out frames below this share of the whole.")
    private @Nullable String minWidth;

    /**
     * Choice that the options make.
     *
     * @throws UsageException if an option does not go with the format, or has a value that it cannot have
     */
    StackChoice choice(ReportFormat format) {
        require(include.isEmpty(), "--include", ReportFormat.OF_STACKS, format);
        require(exclude.isEmpty(), "--exclude", ReportFormat.OF_STACKS, format);
        require(threads == null, "--threads", ReportFormat.OF_OUTLIER_STACKS, format);
        require(from == null, "--from", ReportFormat.OF_OUTLIER_STACKS, format);
        require(to == null, "--to", ReportFormat.OF_OUTLIER_STACKS, format);
        require(!lines, "--lines", ReportFormat.OF_STACKS, format);
        require(minWidth == null, "--min-width", Set.of(ReportFormat.FLAMEGRAPH), format);
        Optional<Long> fromNs = Optional.ofNullable(from).map(text -> OptionTexts.durationNs("from", text));
        Optional<Long> toNs = Optional.ofNullable(to).map(text -> OptionTexts.durationNs("to", text));
        if (toNs.isPresent() && fromNs.orElse(0L) >= toNs.get()) {
            throw new UsageException(
                    "--to=" + to + ": must be later than --from, which is " + (from == null ? "0s" : from));
        }
        return new StackChoice(
                patterns("include", include),
                patterns("exclude", exclude),
                Optional.ofNullable(threads).map(text -> pattern("threads", text)),
                fromNs,
                toNs,
                lines ? StackDetail.LINES : StackDetail.METHODS,
                minWidth == null ? 0 : share(minWidth));
    }

    private static void require(boolean absent, String option, Set<ReportFormat> allowed, ReportFormat format) {
        if (!absent && !allowed.contains(format)) {
            String formats =
                    allowed.stream().sorted().map(ReportFormat::toString).collect(Collectors.joining(", "));
            throw new UsageException(option + " goes with --format " + formats.replaceFirst(", ([^,]*)$", " or $1")
                    + ": format=" + format);
        }
    }

    private static List<Pattern> patterns(String option, List<String> texts) {
        return texts.stream().map(text -> pattern(option, text)).toList();
    }

    private static Pattern pattern(String option, String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw OptionTexts.refusal(
                    option,
                    text,
                    new OptionException(
                            option,
                            "must be a regular expression, such as '.*OrderBook.*': " + e.getDescription()
                                    + " at character " + (e.getIndex() + 1)));
        }
    }

    /** A share with or without a sign: 0.5 is half a percent, as in async-profiler's converter. */
    private static double share(String text) {
        if (!text.matches("[0-9]{1,2}(\\.[0-9]{1,3})?%?")) {
            throw new UsageException("--min-width=" + text + ": must be a share below 100%, such as 0.5%");
        }
        return Double.parseDouble(text.replace("%", "")) / 100;
    }
}
