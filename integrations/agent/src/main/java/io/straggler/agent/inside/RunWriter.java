package io.straggler.agent.inside;

import io.straggler.Environment;
import io.straggler.RunFolder;
import io.straggler.agent.inside.latency.MethodLatencies;
import io.straggler.agent.inside.latency.RollingThreshold;
import io.straggler.agent.inside.metrics.MetricValues;
import io.straggler.anyrecording.AgentStatus;
import io.straggler.harness.series.GrowingLatencyLog;
import io.straggler.harness.series.Intervals;
import io.straggler.model.Notice;
import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.Settings;
import io.straggler.model.text.Durations;
import io.straggler.sampler.linux.SystemFiles;
import io.straggler.sampler.served.AgentThreads;
import io.straggler.sampler.usage.QuietCompilers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Describes a session in its run folder, as often as it is asked to: {@code run.json} and {@code latency.hlog}. For one thread. */
final class RunWriter {
    /** A ready-made name may mean a thousand methods. */
    private static final int MAX_NAMED_METHODS = 20;

    /** Attaching takes a little of the compilers' time everywhere. */
    private static final long NOTABLE_NS = (QuietCompilers.QUIET_LOOKS + 3) * QuietCompilers.LOOK_NS;

    private final AgentOptions options;
    private final RunFolder folder;
    private final Instrumented instrumented;
    private final AgentThreads served;
    private final CallRecorder calls;
    private final CallStatistics statistics;
    private final LateCalls late;
    private final GrowingLatencyLog log;
    private final Map<String, String> environment = Environment.describe(SystemFiles.ofThisMachine());

    RunWriter(
            AgentOptions options,
            RunFolder folder,
            Instrumented instrumented,
            AgentThreads served,
            CallRecorder calls,
            CallStatistics statistics,
            LateCalls late) {
        this.options = options;
        environment.putAll(options.labels());
        this.folder = folder;
        this.log = new GrowingLatencyLog(folder.latencyLog());
        this.instrumented = instrumented;
        this.served = served;
        this.calls = calls;
        this.statistics = statistics;
        this.late = late;
    }

    /** The machine and the JVM, and the labels. */
    Map<String, String> environment() {
        return environment;
    }

    void write(RunDescription run) throws IOException {
        statistics.write(log, byMethodSoFar());
        folder.write(run);
    }

    /** Returns durations of all calls over time, and of each method. */
    Intervals intervals() {
        Intervals byMethod = byMethodSoFar();
        return consumer -> {
            statistics.intervals().forEach(consumer);
            byMethod.forEach(consumer);
        };
    }

    private Intervals byMethodSoFar() {
        return statistics.counting()
                ? calls.methods().intervals(instrumented.names(), statistics.startEpochMs(), statistics.untilEpochMs())
                : consumer -> {};
    }

    /**
     * The session so far.
     *
     * @param why it failed; empty if it did not
     * @param problems what else a reader of the report should know, a sentence each
     */
    RunDescription describe(RunStatus status, String why, List<String> problems) {
        Map<String, String> resolved = new LinkedHashMap<>(options.given());
        // They are facts.
        resolved.remove("label");
        resolved.put("threshold", options.threshold().toString());
        Map<String, String> facts = new LinkedHashMap<>(environment);
        facts.put("threads", Long.toString(calls.threads()));
        facts.put(RunDescription.METHODS, methods(instrumented.methods()));
        if (followed()) {
            facts.put(RunDescription.THRESHOLDS, thresholds());
        }
        List<String> warnings = warnings();
        warnings.addAll(problems);
        List<Notice> notices = warnings.stream().map(Notice::of).collect(Collectors.toCollection(ArrayList::new));
        long inFlight = calls.openCalls().inFlight();
        if (inFlight > 0) {
            notices.add(Notice.of(Notice.Code.IN_FLIGHT, inFlight));
        }
        return RunDescription.of(options.given().getOrDefault("iterations", ""))
                .optionsGiven(options.given())
                .optionsResolved(resolved)
                .settings(new Settings("", Optional.of(options.threshold().asked()), false, instrumented.groupedBy()))
                .environment(facts)
                .runs(List.of(outcome(status, why)))
                .sampler(served.summary())
                .status(status, why)
                .notices(notices)
                .build();
    }

    /** Returns the values for monitoring. */
    MetricValues metrics() {
        return new MetricValues(
                options.given().getOrDefault("iterations", ""),
                statistics.startEpochMs(),
                MetricValues.Durations.of(statistics.total()),
                byMethod(),
                statistics.thresholdNs(),
                late.outliers(),
                late.outliersWithStack(),
                late.outliersByMethod(),
                late.exemplars());
    }

    /**
     * State of the session at this moment.
     *
     * @param leftNs after which the session ends by itself, from when calls count; empty for never
     */
    AgentStatus status(long attachedEpochMs, OptionalLong leftNs) {
        MetricValues.Durations all = MetricValues.Durations.of(statistics.total());
        return new AgentStatus(
                new AgentStatus.Watched(
                        options.given().getOrDefault("iterations", ""),
                        methods(instrumented.methods()),
                        options.threshold().toString(),
                        statistics.thresholdNs()),
                new AgentStatus.Times(
                        attachedEpochMs,
                        statistics.counting() ? OptionalLong.of(statistics.startEpochMs()) : OptionalLong.empty(),
                        leftNs),
                new AgentStatus.Calls(
                        all.count(), late.outliers(), all.p50Ns(), all.p99Ns(), all.p999Ns(), all.maxNs()),
                folder.path());
    }

    private Map<String, MetricValues.Durations> byMethod() {
        if (!statistics.counting()) {
            return Map.of();
        }
        return calls.methods().histograms(instrumented.names()).stream()
                .collect(Collectors.toMap(
                        calls -> calls.getTag().substring(Series.GROUP_PREFIX.length()), MetricValues.Durations::of));
    }

    private RunOutcome outcome(RunStatus status, String why) {
        Histogram all = statistics.total();
        double seconds = Math.max(1, System.nanoTime() - statistics.startNs()) / 1e9;
        return RunOutcome.of(LateCalls.RUN)
                .originNs(statistics.startNs())
                .startEpochMs(statistics.startEpochMs())
                .endEpochMs(Math.max(statistics.startEpochMs() + 1, statistics.untilEpochMs()))
                .achievedPerSecond(all.getTotalCount() / seconds)
                .iterations(all.getTotalCount())
                .outliers(late.outliers())
                .thresholdNs(statistics.thresholdNs())
                .worstNs(all.getMaxValue())
                .status(status, why)
                .build();
    }

    static String methods(List<String> names) {
        int more = names.size() - MAX_NAMED_METHODS;
        return more <= 0
                ? String.join(" ", names)
                : String.join(" ", names.subList(0, MAX_NAMED_METHODS)) + " and " + more + " more";
    }

    /** While calls do not count yet, or if it ended before they did. */
    private String beforeCounting() {
        if (options.begin() == AgentOptions.Begin.BY_PROGRAM) {
            return "The program has not said yet that its calls count, which begin=program waits for.";
        }
        return "No call counts so far: that begins when the JVM's compilers are quiet. " + uncounted() + ".";
    }

    /** Returns the sentence about the effect of attaching on the program. */
    private String afterAttaching() {
        long ns = statistics.uncountedNs();
        return "Calls count from " + Durations.format(ns) + " after the agent came, when the JVM's compilers were "
                + (ns < QuietCompilers.MAX_NS ? "quiet again" : "still busy")
                + ": a JVM discards compiled code when classes change, and an older one all of it if no agent was there from the start. "
                + uncounted() + ", and are in no figure.";
    }

    private String uncounted() {
        long calls = statistics.uncountedCalls();
        return String.format(
                Locale.ROOT,
                calls == 1 ? "%,d call has ended before%s" : "%,d calls have ended before%s",
                calls,
                calls == 0 ? "" : ", of up to " + Durations.format(statistics.longestUncountedNs()));
    }

    private boolean followed() {
        return statistics.threshold().highestNs() > statistics.threshold().lowestNs();
    }

    private String thresholds() {
        return Durations.format(statistics.threshold().lowestNs()) + " to "
                + Durations.format(statistics.threshold().highestNs());
    }

    private List<String> warnings() {
        boolean counting = statistics.counting();
        List<String> warnings = new ArrayList<>(instrumented.problems());
        warnings.addAll(
                instrumented.unheard(method -> !counting || calls.methods().called(method)));
        (counting ? thresholdWarning() : Optional.of(beforeCounting())).ifPresent(warnings::add);
        if (options.begin() == AgentOptions.Begin.WHEN_COMPILED && statistics.uncountedNs() >= NOTABLE_NS) {
            warnings.add(afterAttaching());
        }
        if (statistics.coldOutliers() > 0) {
            warnings.add(coldStart());
        }
        if (calls.methods().tooMany()) {
            warnings.add("More than " + MethodLatencies.MAX_METHODS + " methods were called: those that were called"
                    + " first have percentiles of their own, the others have them together.");
        }
        if (calls.lost() > 0) {
            warnings.add(calls.lost() + " late calls came faster than they could be recorded: they are only counted.");
        }
        warnings.addAll(calls.openCalls().notes());
        return warnings;
    }

    private Optional<String> thresholdWarning() {
        RollingThreshold threshold = statistics.threshold();
        if (!threshold.known()) {
            return Optional.of("There were too few calls to know the threshold " + options.threshold()
                    + ": outliers are those of " + Durations.format(threshold.ns()) + " or longer.");
        }
        if (threshold.raised()) {
            return Optional.of(
                    "The threshold " + options.threshold() + " was less than " + Durations.format(threshold.ns())
                            + " in the last minutes, and was raised to that: a shorter one has to be given as a time, and costs more.");
        }
        if (followed()) {
            return Optional.of("The threshold followed the calls of the last five minutes, from " + thresholds() + ".");
        }
        return statistics.thresholdNs() > threshold.ns()
                ? Optional.of("The threshold " + options.threshold() + " is shorter than a stack can be taken after, "
                        + Durations.format(statistics.thresholdNs()) + ", and was raised to that.")
                : Optional.empty();
    }

    /** Returns the sentence for a program that had the agent from the start. */
    private String coldStart() {
        return String.format(
                Locale.ROOT,
                "%,d of the %,d outliers came in the first %s, before the JVM's compilers were quiet for the first time: the program was being"
                        + " loaded and compiled. begin=compiled leaves that time out.",
                statistics.coldOutliers(),
                late.outliers(),
                Durations.format(statistics.coldNs()));
    }
}
