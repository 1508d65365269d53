package io.straggler.compare.recorded;

import io.straggler.compare.DifferentFiles;
import io.straggler.compare.result.RecordedSide;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.diagnosis.statistics.Side;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Percentiles;
import io.straggler.model.Series;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Files of one tool that recorded the same, read as one side of a comparison.
 *
 * @param side what the files say
 * @param tool what wrote them
 * @param forks the latencies, run by run
 * @param all the latencies of all runs; at least one
 * @param facts what else the files say of their runs
 * @param notes what was not as it should be, or had to be assumed, in sentences
 */
public record RecordedSet(
        RecordedSide side,
        Tool tool,
        List<Fork> forks,
        LatencyCounts all,
        Map<String, String> facts,
        List<String> notes) {
    /**
     * Smallest number of JMH's forks: one does not tell how much forks differ, and its iterations are too few to be
     * resampled.
     */
    private static final int MIN_FORKS_OF_JMH = 2;

    /** A percentile is measurable where as many periods have latencies above it. */
    private static final int MIN_PERIODS = 10;

    private static final double WORST = 100;

    /** Slack in percent: 0.999 times a hundred is not exactly 99.9. */
    private static final double SLACK = 1e-9;

    public RecordedSet {
        forks = List.copyOf(forks);
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
        LatencyCounts all = LatencyCounts.sum(
                forks.stream().flatMap(fork -> fork.periods().stream()).toList());
        RecordedSide side = new RecordedSide(
                label,
                places.stream().map(Path::toString).toList(),
                first.tool().label(),
                first.series(),
                forks.size(),
                all.total(),
                points(all));
        return new RecordedSet(
                side,
                first.tool(),
                forks,
                all,
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

    private static List<Series.Point> points(LatencyCounts all) {
        List<Series.Point> points = new ArrayList<>();
        for (double percentile : Percentiles.SHOWN) {
            measurableNs(all, percentile).ifPresent(ns -> points.add(new Series.Point(percentile, ns)));
        }
        points.add(new Series.Point(WORST, quantileNs(all, WORST)));
        return points;
    }

    private static OptionalLong measurableNs(LatencyCounts all, double percentile) {
        return Percentiles.measurable(percentile, all.total())
                ? OptionalLong.of(quantileNs(all, percentile))
                : OptionalLong.empty();
    }

    private static long quantileNs(LatencyCounts all, double percentile) {
        double total = all.total();
        long seen = 0;
        for (int i = 0; i < all.counts().length; i++) {
            seen += all.counts()[i];
            if (100 * seen / total >= percentile - SLACK) {
                return all.valuesNs()[i];
            }
        }
        throw new IllegalStateException("latencies must be at least one: latencies=" + seen);
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

    /** Value of a percentile; empty if fewer than ten latencies lie above it. */
    public OptionalLong valueNs(double percentile) {
        return measurableNs(all, percentile);
    }

    /** Returns this set under another name. */
    public RecordedSet named(String name) {
        return new RecordedSet(side.named(name), tool, forks, all, facts, notes);
    }

    /** Returns the side that statistics need; only if it is {@link #resampled}. */
    public Side latencies() {
        return new Side(side.label(), forks);
    }

    /** Whether there is anything to resample, so that metrics have intervals. */
    public boolean resampled() {
        return whyNotResampled().isEmpty();
    }

    /** Why there is nothing to resample, in a sentence; or empty. */
    public String whyNotResampled() {
        if (tool == Tool.JMH && forks.size() < MIN_FORKS_OF_JMH) {
            return side.label()
                    + " has one fork, so nothing is known of how much one JVM differs from the next. Run JMH with -f 5 or more.";
        }
        int periods = forks.stream().mapToInt(fork -> fork.periods().size()).sum();
        return periods >= MIN_PERIODS
                ? ""
                : side.label() + " has " + periods + (tool == Tool.JMH ? " iteration" : " interval")
                        + (periods == 1 ? "" : "s")
                        + " in all, and " + MIN_PERIODS + " are needed to tell a slow second from slow latencies. "
                        + (tool == Tool.JMH
                                ? "Run JMH with -f 5 -i 5 or more."
                                : "Record shorter intervals, or longer.");
    }
}
