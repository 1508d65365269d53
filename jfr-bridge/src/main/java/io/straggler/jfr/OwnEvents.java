package io.straggler.jfr;

import io.straggler.model.Capture;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.ProbeValue;
import io.straggler.model.RecordedInterval;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadAccounting;
import io.straggler.model.WatchedThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The {@code straggler.*} events of one chunk, turned back into the model's words. */
final class OwnEvents {
    static final String PREFIX = "straggler.";

    /** What a run has many of; the rest is always kept. */
    private static final Set<String> MANY = Set.of(
            PREFIX + "Outlier",
            PREFIX + "Iteration",
            PREFIX + "Capture",
            PREFIX + "ThreadAccounting",
            PREFIX + "Standstill",
            PREFIX + "Stack");

    final List<ClockMap.Pair> pairs = new ArrayList<>();
    final List<WatchedThread> threads = new ArrayList<>();
    final Map<String, String> environment = new TreeMap<>();
    final List<RunOutcome> runs = new ArrayList<>();
    final List<SamplerSummary> samplers = new ArrayList<>();
    final List<RecordedInterval> intervals = new ArrayList<>();
    final List<Outlier> outliers = new ArrayList<>();
    final List<PeriodPart> periodParts = new ArrayList<>();
    final List<Capture> captures = new ArrayList<>();
    final List<ThreadAccounting> accounting = new ArrayList<>();
    final List<Evidence> standstills = new ArrayList<>();
    final List<StackSample> stacks = new ArrayList<>();

    /** The process that wrote the chunk, or {@code null} when it does not tell. */
    Long pid;

    String task = "";

    private final Room room;
    private RunId lastRunId = new RunId(0, 1);

    /** @param room for events of which there may be too many, shared by all chunks of a file */
    OwnEvents(Room room) {
        this.room = room;
    }

    /** An iteration of a busy period, before the period's others are known. */
    record PeriodPart(long period, long omitted, Iteration iteration) {}

    boolean isEmpty() {
        return pid == null && runs.isEmpty() && outliers.isEmpty() && threads.isEmpty();
    }

    void accept(Row row) {
        if (MANY.contains(row.typeName()) && !room.take()) {
            return;
        }
        switch (row.typeName().substring(PREFIX.length())) {
            case "ClockPair", "ClockPairAtChunkBegin", "ClockPairAtChunkEnd" -> {
                pid = row.number("pid");
                pairs.add(new ClockMap.Pair(
                        row.number("startTime"), row.number("nanosBefore"), row.number("nanosAfter")));
            }
            case "Thread" ->
                threads.add(new WatchedThread(row.textOrEmpty("name"), row.number("javaId"), row.number("osId")));
            case "Environment" -> environment.put(row.textOrEmpty("key"), row.textOrEmpty("value"));
            case "Run" -> {
                task = row.textOrEmpty("task");
                runs.add(outcome(row));
            }
            case "Sampler" -> samplers.add(sampler(row));
            case "Interval" ->
                intervals.add(new RecordedInterval(
                        row.textOrEmpty("series"),
                        row.number("startEpochMs"),
                        row.number("endEpochMs"),
                        row.textOrEmpty("histogram")));
            case "Outlier" ->
                outliers.add(new Outlier(iteration(row), row.number("thresholdNs"), probes(row.text("probes"))));
            case "Iteration" ->
                periodParts.add(new PeriodPart(row.number("period"), row.number("omitted"), iteration(row)));
            case "Capture" -> captures.add(capture(row));
            case "ThreadAccounting" -> accounting.add(accounting(row));
            case "Standstill" ->
                standstills.add(new Evidence(
                        Evidence.Kind.STANDSTILL,
                        row.number("fromNs"),
                        Math.max(row.number("fromNs"), row.number("toNs")),
                        Evidence.ANY_THREAD,
                        ""));
            case "Stack" -> addStack(row);
            default -> {} // of a later version
        }
    }

    private Iteration iteration(Row row) {
        long intendedNs = row.number("intendedNs");
        long startNs = row.number("startNs");
        long endNs = row.number("endNs");
        if (startNs < intendedNs || endNs < startNs) {
            throw new CorruptChunkException("iteration must end after it started: startNs=" + startNs);
        }
        return new Iteration(
                runId(row), intendedNs, startNs, endNs, row.number("inheritedNs"), row.number("dispatchNs"));
    }

    /** The same object for neighbours: there are many of them. */
    private RunId runId(Row row) {
        RunId runId = new RunId(row.intNumber("fork"), row.intNumber("run"));
        lastRunId = runId.equals(lastRunId) ? lastRunId : runId;
        return lastRunId;
    }

    private RunOutcome outcome(Row row) {
        return new RunOutcome(
                runId(row),
                row.number("originNs"),
                row.number("startEpochMs"),
                row.number("endEpochMs"),
                row.fraction("targetPerSecond"),
                row.fraction("achievedPerSecond"),
                row.number("iterations"),
                row.number("excluded"),
                row.number("outliers"),
                row.number("thresholdNs"),
                row.number("worstNs"),
                row.number("strayCompletions"),
                row.number("uncompleted"),
                status(row.text("status")),
                row.textOrEmpty("reason"));
    }

    /** A word of a later version can only be one more way of not being {@code ok}. */
    private static RunStatus status(String label) {
        for (RunStatus status : RunStatus.values()) {
            if (status.label().equals(label)) {
                return status;
            }
        }
        return RunStatus.FAILED;
    }

    private static SamplerSummary sampler(Row row) {
        SamplerMode mode = SamplerMode.OFF;
        for (SamplerMode candidate : SamplerMode.values()) {
            if (candidate.label().equals(row.text("mode"))) {
                mode = candidate;
            }
        }
        return new SamplerSummary(
                mode,
                row.textOrEmpty("why"),
                row.number("armDelayNs"),
                row.number("signalsSent"),
                row.number("capturesTaken"),
                row.number("baselineCaptures"),
                row.number("cappedIterations"),
                row.number("lateTotalNs"),
                row.number("lateMaxNs"));
    }

    private static List<ProbeValue> probes(String text) {
        List<ProbeValue> probes = new ArrayList<>();
        for (String line : Lines.split(text)) {
            int equals = line.lastIndexOf('=');
            try {
                probes.add(new ProbeValue(line.substring(0, equals), Long.parseLong(line.substring(equals + 1))));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                throw new CorruptChunkException("probe must be name=nanoseconds: probe=" + line);
            }
        }
        return probes;
    }

    private static Capture capture(Row row) {
        boolean baseline = Capture.Purpose.BASELINE.name().equals(row.text("purpose"));
        return new Capture(
                baseline ? Capture.Purpose.BASELINE : Capture.Purpose.LATE,
                row.number("intendedNs"),
                row.number("osId"),
                row.number("dueNs"),
                row.number("sentNs"));
    }

    private static ThreadAccounting accounting(Row row) {
        return new ThreadAccounting(
                row.number("intendedNs"),
                row.number("osId"),
                row.number("fromNs"),
                row.number("toNs"),
                row.number("runDelayNs"),
                row.number("cpuNs"),
                row.number("minorFaults"),
                row.number("majorFaults"),
                row.number("voluntarySwitches"),
                row.number("involuntarySwitches"),
                row.number("faultsNs"),
                row.number("capturesNs"),
                row.number("throttledNs"));
    }

    private void addStack(Row row) {
        List<String> names = Lines.split(row.text("frames"));
        List<String> kinds = Lines.split(row.text("kinds"));
        if (names.isEmpty() || names.size() != kinds.size()) {
            throw new CorruptChunkException("stack must have a kind per frame: frames=" + names.size());
        }
        List<StackFrame> frames = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            frames.add(new StackFrame(names.get(i), kind(kinds.get(i))));
        }
        stacks.add(new StackSample(row.number("timeNs"), row.number("osId"), row.flag("running"), frames));
    }

    private static FrameKind kind(String name) {
        try {
            return FrameKind.valueOf(name);
        } catch (IllegalArgumentException e) {
            return FrameKind.JAVA; // of a later version
        }
    }
}
