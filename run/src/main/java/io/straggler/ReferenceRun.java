package io.straggler;

import io.straggler.diagnosis.RelativeLatency;
import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.LatencyLog;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.text.Rates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The run that another one's percentiles are shown relative to, a ping for instance. Its latencies are kept with that run, as a series of their
 * own, so that the folder does not depend on the other.
 */
public final class ReferenceRun {
    /** The fact that says whose latencies they are. */
    public static final String FACT = RelativeLatency.SERIES;

    private final RunFolder folder;
    private final RunDescription run;

    private ReferenceRun(RunFolder folder, RunDescription run) {
        this.folder = folder;
        this.run = run;
    }

    /**
     * Reads a run folder.
     *
     * @throws RunFolderException if it is none, or holds no latencies
     */
    public static ReferenceRun read(Path path) {
        RunFolder folder = new RunFolder(path);
        if (!Files.exists(folder.runJson())) {
            throw new RunFolderException("relative-to must be the folder of one run: relative-to=" + path + hint(path));
        }
        RunDescription run = folder.readRun();
        if (run.iterations() == 0 || !Files.exists(folder.latencyLog())) {
            throw new RunFolderException("relative-to must be of a run that measured something: relative-to=" + path);
        }
        return new ReferenceRun(folder, run);
    }

    /** A ping of several transports has a folder for each. */
    private static String hint(Path path) {
        if (!Files.isDirectory(path)) {
            return "";
        }
        try (Stream<Path> entries = Files.list(path)) {
            List<String> runs = entries.filter(entry -> Files.exists(new RunFolder(entry).runJson()))
                    .map(entry -> entry.getFileName().toString())
                    .sorted()
                    .toList();
            return runs.isEmpty() ? "" : " (it holds several: " + String.join(", ", runs) + ")";
        } catch (IOException e) {
            return "";
        }
    }

    /** Adds its latencies to a run that is over. Before the run is analysed. */
    public void addTo(RunFolder measured) {
        if (!Files.exists(measured.latencyLog())) {
            return;
        }
        try {
            LatencyLog.write(measured.latencyLog(), List.of(LatencyLog.read(measured.latencyLog()), tagged()));
        } catch (IOException e) {
            throw RunFolder.cannotWrite(measured.latencyLog(), e);
        }
        measured.addFact(FACT, describe());
    }

    private Intervals tagged() {
        return consumer -> LatencyLog.read(folder.latencyLog()).forEach(interval -> {
            if (Series.LATENCY.equals(interval.getTag())) {
                interval.setTag(RelativeLatency.SERIES);
                consumer.accept(interval);
            }
        });
    }

    private String describe() {
        String task = run.environment().getOrDefault("ping", run.task());
        String rate = Rates.format(run.runs().get(0).targetPerSecond());
        String state = run.status() == RunStatus.OK
                ? ""
                : " (its run was " + run.status().label() + ")";
        return task + ", at " + rate + state + ", from " + folder.path();
    }
}
