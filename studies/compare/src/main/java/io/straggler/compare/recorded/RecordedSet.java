package io.straggler.compare.recorded;

import io.straggler.compare.DifferentFiles;
import io.straggler.compare.result.RecordedSide;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.diagnosis.statistics.Side;
import io.straggler.model.Percentiles;
import io.straggler.model.Series;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Files of one tool that recorded the same, read as one side of a comparison.
 *
 * @param side what the files say
 * @param tool what wrote them
 * @param forks the latencies, run by run; none if the files hold percentiles only
 * @param tables the percentiles, run by run; of latencies that are at hand one of all runs
 * @param facts what else the files say of their runs
 * @param notes what was not as it should be, or had to be assumed, in sentences
 */
public record RecordedSet(
        RecordedSide side,
        Tool tool,
        List<Fork> forks,
        List<PercentileTable> tables,
        Map<String, String> facts,
        List<String> notes) {
    /** With one JVM, how much JMH's forks differ is not known; its iterations are too few to be resampled. */
    private static final int LEAST_FORKS_OF_JMH = 2;

    /** A percentile is measurable where as many periods have latencies above it. */
    private static final int LEAST_PERIODS = 10;

    private static final double WORST = 100;

    public RecordedSet {
        forks = List.copyOf(forks);
        tables = List.copyOf(tables);
        facts = Map.copyOf(facts);
        notes = List.copyOf(notes);
    }

    /**
     * Reads the files.
     *
     * @param label what to call them
     * @throws io.straggler.compare.IncomparableException if one cannot be read, or if they are not of the same
     */
    public static RecordedSet read(String label, List<Path> places, Selection selection) {
        DifferentFiles.require(label, places);
        List<RecordedFile> files = places.stream()
                .map(place -> RecordedFiles.read(place, selection))
                .toList();
        RecordedFile first = files.get(0);
        for (RecordedFile file : files) {
            requireSame(label, first, file);
        }
        List<Fork> forks = files.stream().flatMap(file -> file.forks().stream()).toList();
        List<PercentileTable> tables = forks.isEmpty()
                ? files.stream().flatMap(file -> file.tables().stream()).toList()
                : List.of(PercentileTable.of(forks));
        RecordedSide side = new RecordedSide(
                label,
                places.stream().map(Path::toString).toList(),
                first.tool().label(),
                first.series(),
                forks.isEmpty() ? tables.size() : forks.size(),
                count(tables),
                points(tables));
        return new RecordedSet(
                side,
                first.tool(),
                forks,
                tables,
                facts(files),
                files.stream().flatMap(file -> file.notes().stream()).toList());
    }

    private static void requireSame(String label, RecordedFile first, RecordedFile other) {
        if (first.tool() != other.tool() || !first.series().equals(other.series())) {
            throw RecordedFiles.refused("the files of " + label + " must hold the same: " + what(first) + " in "
                    + first.file() + " against " + what(other) + " in " + other.file());
        }
    }

    private static String what(RecordedFile file) {
        return file.tool().label() + (file.series().isEmpty() ? "" : " of " + file.series());
    }

    private static OptionalLong count(List<PercentileTable> tables) {
        return tables.stream().allMatch(table -> table.count().isPresent())
                ? OptionalLong.of(tables.stream()
                        .mapToLong(table -> table.count().getAsLong())
                        .sum())
                : OptionalLong.empty();
    }

    private static List<Series.Point> points(List<PercentileTable> tables) {
        List<Series.Point> points = new ArrayList<>();
        for (double percentile : percentiles(tables)) {
            median(tables, percentile).ifPresent(ns -> points.add(new Series.Point(percentile, ns)));
        }
        if (tables.stream().allMatch(table -> table.worstNs().isPresent())) {
            points.add(new Series.Point(
                    WORST,
                    tables.stream()
                            .mapToLong(table -> table.worstNs().getAsLong())
                            .max()
                            .orElseThrow()));
        }
        return points;
    }

    private static TreeSet<Double> percentiles(List<PercentileTable> tables) {
        TreeSet<Double> all = new TreeSet<>(Percentiles.SHOWN);
        tables.stream()
                .filter(table -> table.shape() == PercentileTable.Shape.POINTS)
                .forEach(table ->
                        all.addAll(table.rows().subMap(0.0, false, WORST, false).keySet()));
        return all;
    }

    /** Of an even number the mean of the two in the middle; empty unless each table has the percentile. */
    private static OptionalLong median(List<PercentileTable> tables, double percentile) {
        long[] ns = valuesNs(tables, percentile);
        return ns.length < tables.size()
                ? OptionalLong.empty()
                : OptionalLong.of((ns[(ns.length - 1) / 2] + ns[ns.length / 2]) / 2);
    }

    private static long[] valuesNs(List<PercentileTable> tables, double percentile) {
        return tables.stream()
                .map(table -> table.at(percentile))
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .sorted()
                .toArray();
    }

    private static Map<String, String> facts(List<RecordedFile> files) {
        Map<String, String> facts = new TreeMap<>();
        files.get(0)
                .facts()
                .keySet()
                .forEach(name -> facts.put(
                        name,
                        files.stream()
                                .map(file -> file.facts().getOrDefault(name, "not known"))
                                .distinct()
                                .collect(Collectors.joining(" and "))));
        return facts;
    }

    /** Which percentiles its tables have. */
    TreeSet<Double> percentiles() {
        return percentiles(tables);
    }

    /** What a percentile is, of several tables their median; empty if they do not have it. */
    public OptionalLong valueNs(double percentile) {
        return median(tables, percentile);
    }

    /** From the smallest to the largest of a percentile in several tables: two numbers, or none if there are not several. */
    List<Long> rangeNs(double percentile) {
        long[] ns = valuesNs(tables, percentile);
        return ns.length < 2 ? List.of() : List.of(ns[0], ns[ns.length - 1]);
    }

    /** The same by another name. */
    public RecordedSet named(String name) {
        return new RecordedSet(side.named(name), tool, forks, tables, facts, notes);
    }

    /** What the statistics need of it; only if it is {@link #resampled}. */
    public Side latencies() {
        return new Side(side.label(), forks);
    }

    /** Whether there is anything to resample, so that metrics have intervals. */
    public boolean resampled() {
        return whyNotResampled().isEmpty();
    }

    /** Why there is nothing to resample, in a sentence; or empty. */
    public String whyNotResampled() {
        if (forks.isEmpty()) {
            return tables.size() == 1
                    ? "A percentile table is one observation of each percentile, and says nothing of how much the next run would differ. Compare "
                            + "interval logs of several runs."
                    : side.label() + " has " + tables.size()
                            + " percentile tables, and what is resampled are latencies, which tables do not hold. Compare interval logs of "
                            + "several runs.";
        }
        if (tool == Tool.JMH && forks.size() < LEAST_FORKS_OF_JMH) {
            return side.label()
                    + " has one fork, so nothing is known of how much one JVM differs from the next. Run JMH with -f 5 or more.";
        }
        int periods = forks.stream().mapToInt(fork -> fork.periods().size()).sum();
        return periods >= LEAST_PERIODS
                ? ""
                : side.label() + " has " + periods + (tool == Tool.JMH ? " iteration" : " interval")
                        + (periods == 1 ? "" : "s")
                        + " in all, and " + LEAST_PERIODS + " are needed to tell a slow second from slow latencies. "
                        + (tool == Tool.JMH
                                ? "Run JMH with -f 5 -i 5 or more."
                                : "Record shorter intervals, or longer.");
    }

    /** The longest latency; empty if a file does not say. */
    public OptionalLong worstNs() {
        return tables.stream().allMatch(table -> table.worstNs().isPresent())
                ? tables.stream()
                        .mapToLong(table -> table.worstNs().getAsLong())
                        .max()
                : OptionalLong.empty();
    }
}
