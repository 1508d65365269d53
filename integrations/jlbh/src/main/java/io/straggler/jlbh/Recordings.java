package io.straggler.jlbh;

import io.straggler.StragglerResult;
import io.straggler.harness.Harness;
import io.straggler.harness.schedule.Schedule;
import io.straggler.jlbh.samples.Samples;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.JLBHResult.ProbeResult;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Samples of a benchmark, run by run, and tables of them. For the thread that runs the benchmark, except {@link
 * #probe}, which any thread may call at any time.
 */
final class Recordings {
    private static final String END_TO_END = "end to end";
    private static final long NOTICEABLE_NS = 1_000;

    private final JlbhSettings settings;
    private final PrintStream out;
    private final Tables tables;
    private final StringBuffer printed = new StringBuffer();
    private final Samples endToEnd = new Samples();
    private final Map<String, Samples> probes = new ConcurrentSkipListMap<>();
    private final List<double[]> percentiles = new ArrayList<>();
    private final Map<String, List<double[]>> probePercentiles = new TreeMap<>();
    private volatile @Nullable Thread owner;
    private volatile @Nullable Harness harness;
    private @Nullable Schedule schedule;
    private long runStartedNs;

    Recordings(JlbhSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
        this.tables = new Tables(settings);
    }

    Samples endToEnd() {
        return endToEnd;
    }

    /** The thread that runs the benchmark. */
    void owner(Thread thread) {
        owner = thread;
        endToEnd.owner(thread);
        probes.values().forEach(samples -> samples.owner(thread));
    }

    /**
     * Probes also become the harness's own from here on, with their values beside each outlier.
     *
     * @param used for its pacing
     */
    void harness(Harness given, Schedule used) {
        harness = given;
        schedule = used;
        probes.forEach(this::attach);
    }

    NanoSampler probe(String name) {
        return probes.computeIfAbsent(name, key -> {
            Samples samples = new Samples();
            samples.owner(owner);
            attach(key, samples);
            return samples;
        });
    }

    /** JLBH's names may hold what separates the columns of our files. */
    private void attach(String name, Samples samples) {
        Harness pacing = harness;
        if (pacing != null) {
            String safe = name.replaceAll("[,\"\\s]+", "_");
            samples.probe(pacing.probe(safe.isEmpty() ? "_" : safe));
        }
    }

    List<double[]> percentiles() {
        return percentiles;
    }

    Map<String, List<double[]>> probePercentiles() {
        return probePercentiles;
    }

    /** Discards the samples of the warm-up. */
    void warmedUp() {
        endToEnd.take();
        probes.values().forEach(Samples::take);
        runStartedNs = System.nanoTime();
    }

    void runComplete() {
        long nowNs = System.nanoTime();
        Histogram samples = endToEnd.take();
        StringBuilder text = new StringBuilder(tables.heading(
                percentiles.size() + 1,
                Math.round((nowNs - runStartedNs) / 1e6) / 1e3,
                Objects.requireNonNull(schedule, "a run is paced by a schedule")));
        text.append(tables.row("End to End:", samples));
        percentiles.add(percentiles(samples));
        probes.forEach((name, probe) -> {
            Histogram values = probe.take();
            text.append(tables.row(name, values));
            probePercentiles.computeIfAbsent(name, key -> new ArrayList<>()).add(percentiles(values));
        });
        print(text.append(tables.end()).toString());
        runStartedNs = System.nanoTime();
    }

    double[] percentiles(Histogram values) {
        return Tables.percentiles(
                values, net.openhft.chronicle.core.util.Histogram.percentilesFor(values.getTotalCount()));
    }

    /**
     * Prints what there is to say when everything is over.
     *
     * @return the hiccups that JLBH would count
     */
    Histogram conclude(StragglerResult result) {
        Histogram jitter = above(result.histogram("jitter"));
        if (settings.osJitter()) {
            print(tables.row("OS Jitter", jitter));
        }
        if (result.status() == RunStatus.FAILED) {
            say("ABORTED: " + result.reason() + ". The tables are of what was sampled until then.");
        }
        if (!percentiles.isEmpty()) {
            reportWhatSamplesLeaveOut(result);
            summary(END_TO_END, percentiles);
            probePercentiles.forEach((name, runs) -> {
                if (runs.stream().anyMatch(run -> run[run.length - 1] > 0)) {
                    summary(name, runs);
                }
            });
        }
        return jitter;
    }

    /** Two medians that differ need a word, or one of them is taken to be wrong. */
    private void reportWhatSamplesLeaveOut(StragglerResult result) {
        Histogram latency = result.histogram(Series.LATENCY);
        if (latency.getTotalCount() == 0 || !settings.accountForCoordinatedOmission()) {
            return;
        }
        long wholeNs = latency.getValueAtPercentile(50);
        long sampledNs = (long) percentiles.stream()
                .mapToDouble(run -> run[0])
                .sorted()
                .skip((percentiles.size() - 1) / 2)
                .findFirst()
                .orElse(0);
        if (wholeNs - sampledNs > Math.max(NOTICEABLE_NS, wholeNs / 4)) {
            say("The median sample is " + Durations.format(sampledNs) + ", the median iteration "
                    + Durations.format(wholeNs) + ": the task samples a part of each, or counts from a later start.");
        }
    }

    private void summary(String label, List<double[]> runs) {
        StringBuilder text = new StringBuilder();
        summary(label, runs, text);
        print(text.toString());
    }

    void summary(String label, List<double[]> runs, Appendable target) {
        tables.summary(
                label, runs, net.openhft.chronicle.core.util.Histogram.percentilesFor(settings.iterations()), target);
    }

    private Histogram above(Histogram all) {
        Histogram above = new Histogram(all);
        all.recordedValues().forEach(value -> {
            if (value.getValueIteratedTo() > settings.jitterAboveNs()) {
                above.recordValueWithCount(value.getValueIteratedTo(), value.getCountAddedInThisIterationStep());
            }
        });
        return above;
    }

    /** Returns the results by probe, as JLBH shows them. */
    Map<String, ProbeResult> results(Function<List<double[]>, ProbeResult> maker) {
        Map<String, ProbeResult> results = new LinkedHashMap<>();
        probePercentiles.forEach((name, runs) -> results.put(name, maker.apply(runs)));
        return results;
    }

    /** A line for people. From any thread. */
    void say(String line) {
        print(line + "\n");
    }

    private void print(String text) {
        out.print(text);
        out.flush();
        printed.append(text);
    }

    /** All that was printed. */
    String printed() {
        return printed.toString();
    }
}
