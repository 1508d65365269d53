package io.straggler.jfr.read;

import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.EventFilter;
import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.event.EscapedLines;
import io.straggler.model.CoreUse;
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
import io.straggler.model.hook.Capture;
import io.straggler.model.hook.ThreadRole;
import io.straggler.model.hook.WatchedThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** The {@code straggler.*} events of one chunk, turned back into the model's words. */
public final class StragglerEvents {
    public static final String PREFIX = "straggler.";

    /** A stack is taken within this of being asked for, or counts as the answer to nothing. */
    static final long SOON_NS = 1_000_000;

    /** No clock has run for that long, which is decades; differences of two such times are still numbers. */
    static final long FARTHEST_NS = 1L << 60;

    /** Two weeks: so many outliers as anybody records add up to a number. */
    private static final long LONGEST_NS = 1L << 50;

    public final List<ClockMap.Pair> pairs = new ArrayList<>();
    final List<WatchedThread> threads = new ArrayList<>();
    final Map<String, String> environment = new TreeMap<>();
    final List<RunOutcome> runs = new ArrayList<>();
    final List<SamplerSummary> samplers = new ArrayList<>();
    final List<RecordedInterval> intervals = new ArrayList<>();
    final List<Outlier> outliers = new ArrayList<>();
    final List<PeriodPart> periodParts = new ArrayList<>();
    final List<Capture> captures = new ArrayList<>();
    final List<ThreadAccounting> accounting = new ArrayList<>();
    final List<CoreUse> coreUse = new ArrayList<>();
    final Set<Map.Entry<String, String>> connections = new HashSet<>();
    final List<LockOwner> lockOwners = new ArrayList<>();
    final List<Evidence> stalls = new ArrayList<>();
    final List<StackSample> stacks = new ArrayList<>();

    /** The process that wrote the chunk, or {@code null} when it does not tell. */
    Long pid;

    String task = "";

    private final Map<String, String> probeNames = new HashMap<>();
    private final Map<String, String> groups = new HashMap<>();
    private final KeptDetails room;
    private RunId lastRunId = new RunId(0, 1);

    /** @param room for events of which there may be too many, shared by all chunks of a file */
    public StragglerEvents(KeptDetails room) {
        this.room = room;
    }

    long processId() {
        return pid == null ? 0 : pid;
    }

    /** How much of the room it takes. */
    long details() {
        return KeptDetails.PER_OUTLIER * outliers.size()
                + periodParts.size()
                + captures.size()
                + accounting.size()
                + coreUse.size()
                + lockOwners.size()
                + stalls.size()
                + stacks.size();
    }

    /** An iteration of a busy period, before the period's others are known. */
    record PeriodPart(long period, long omitted, Iteration iteration) {}

    /** Who had the lock that a watched thread waited for at an instant. */
    record LockOwner(long timeNs, long osThreadId, long ownerJavaId, String owner) {}

    boolean isEmpty() {
        return pid == null && runs.isEmpty() && outliers.isEmpty() && threads.isEmpty();
    }

    /** Which events of a type are ours: all or, {@code null}, none. */
    static EventFilter filter(String typeName) {
        return typeName.startsWith(PREFIX) ? EventFilter.ALL : null;
    }

    /** Who takes the events of a type; {@code null} for one that is not ours, or of a later version. */
    Consumer<EventView> consumer(String typeName) {
        if (!typeName.startsWith(PREFIX)) {
            return null;
        }
        return switch (typeName.substring(PREFIX.length())) {
            case "ClockPair", "ClockPairAtChunkBegin", "ClockPairAtChunkEnd" -> this::addPair;
            case "Thread" -> row -> threads.add(watched(row));
            case "Environment" -> row -> environment.put(row.textOrEmpty("key"), row.textOrEmpty("value"));
            case "Run" -> this::addRun;
            case "Sampler" -> row -> samplers.add(sampler(row));
            case "Interval" -> row -> intervals.add(interval(row));
            case "Outlier" -> this::addOutlier;
            case "Call" -> this::addCall;
            case "Iteration" -> row -> addIfRoom(periodParts, row, this::periodPart);
            case "Capture" -> row -> addIfRoom(captures, row, StragglerEvents::capture);
            case "ThreadAccounting" -> row -> addIfRoom(accounting, row, StragglerEvents::accounting);
            case "CoreUse" -> row -> addIfRoom(coreUse, row, StragglerEvents::coreUse);
            case "Connection" -> row -> connections.add(Map.entry(row.textOrEmpty("end"), row.textOrEmpty("otherEnd")));
            case "LockOwner" -> row -> addIfRoom(lockOwners, row, StragglerEvents::lockOwner);
            case "Standstill" -> row -> addIfRoom(stalls, row, one -> stall(Evidence.Kind.STANDSTILL, "", one));
            case "ProcessStop" -> row -> addIfRoom(stalls, row, one -> stall(Evidence.Kind.PROCESS_STOP, "", one));
            case "Hiccup" ->
                row -> addIfRoom(stalls, row, one -> stall(Evidence.Kind.HICCUP, "cpu " + one.number("cpu"), one));
            case "Stack" -> row -> addIfRoom(stacks, row, StragglerEvents::stack);
            default -> null;
        };
    }

    private <T> void addIfRoom(List<T> list, EventView row, Function<EventView, T> decode) {
        T decoded = decode.apply(row);
        if (room.take()) {
            list.add(decoded);
        }
    }

    private void addPair(EventView row) {
        ClockMap.Pair pair = new ClockMap.Pair(row.startTicks(), row.number("nanosBefore"), row.number("nanosAfter"));
        if (!pair.plausible()) {
            throw new CorruptChunkException("clocks must be read in order: pair=" + pair);
        }
        pid = row.number("pid");
        pairs.add(pair);
    }

    private void addRun(EventView row) {
        RunOutcome outcome = outcome(row);
        task = row.textOrEmpty("task");
        runs.add(outcome);
    }

    private void addOutlier(EventView row) {
        Outlier outlier = new Outlier(iteration(row), row.number("thresholdNs"), probes(row.text("probes")));
        if (room.take(outlier)) {
            outliers.add(outlier);
        }
    }

    private void addCall(EventView row) {
        long startNs = row.number("startNs");
        long endNs = row.number("endNs");
        if (Math.abs(startNs) >= FARTHEST_NS || endNs < startNs || endNs - startNs > LONGEST_NS) {
            throw new CorruptChunkException("call must end after it started: startNs=" + startNs);
        }
        Outlier outlier = new Outlier(
                new Iteration(lastRunId, startNs, startNs, endNs, 0, 0),
                row.number("thresholdNs"),
                List.of(),
                row.number("osId"),
                groups.computeIfAbsent(row.textOrEmpty("method"), same -> same));
        if (room.take(outlier)) {
            outliers.add(outlier);
        }
    }

    private static WatchedThread watched(EventView row) {
        ThreadRole role = ThreadRole.HELPER;
        for (ThreadRole candidate : ThreadRole.values()) {
            role = candidate.name().equals(row.text("role")) ? candidate : role;
        }
        return new WatchedThread(row.textOrEmpty("name"), row.number("javaId"), row.number("osId"), role);
    }

    private static Evidence stall(Evidence.Kind kind, String detail, EventView row) {
        long fromNs = row.number("fromNs");
        long toNs = Math.max(fromNs, row.number("toNs"));
        if (Math.abs(fromNs) >= FARTHEST_NS || toNs >= FARTHEST_NS) {
            throw new CorruptChunkException(
                    kind.label() + " must be at a time that a clock can show: fromNs=" + fromNs);
        }
        return new Evidence(kind, fromNs, toNs, Evidence.ANY_THREAD, detail);
    }

    private static RecordedInterval interval(EventView row) {
        return new RecordedInterval(
                row.textOrEmpty("series"),
                row.number("startEpochMs"),
                row.number("endEpochMs"),
                row.textOrEmpty("histogram"));
    }

    private PeriodPart periodPart(EventView row) {
        return new PeriodPart(row.number("period"), row.number("omitted"), iteration(row));
    }

    private Iteration iteration(EventView row) {
        long intendedNs = row.number("intendedNs");
        long startNs = row.number("startNs");
        long endNs = row.number("endNs");
        long inheritedNs = row.number("inheritedNs");
        long dispatchNs = row.number("dispatchNs");
        boolean inOrder = Math.abs(intendedNs) < FARTHEST_NS && startNs >= intendedNs && endNs >= startNs;
        boolean addsUp = inheritedNs >= 0 && dispatchNs >= 0 && inheritedNs + dispatchNs == startNs - intendedNs;
        if (!inOrder || !addsUp || endNs - intendedNs > LONGEST_NS) {
            throw new CorruptChunkException("iteration must end after it started: startNs=" + startNs);
        }
        return new Iteration(runId(row), intendedNs, startNs, endNs, inheritedNs, dispatchNs);
    }

    /** The same object for neighbours: there are many of them. */
    private RunId runId(EventView row) {
        RunId runId = new RunId(row.intNumber("fork"), row.intNumber("run"));
        lastRunId = runId.equals(lastRunId) ? lastRunId : runId;
        return lastRunId;
    }

    private RunOutcome outcome(EventView row) {
        return new RunOutcome(
                runId(row),
                row.number("originNs"),
                row.number("startEpochMs"),
                row.number("endEpochMs"),
                row.fraction("targetPerSecond"),
                row.fraction("achievedPerSecond"),
                row.number("iterations"),
                row.number("corrected"),
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

    private static SamplerSummary sampler(EventView row) {
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
                row.number("marginNs"),
                row.number("captureNs"),
                row.number("signalsSent"),
                row.number("capturesTaken"),
                row.number("baselineCaptures"),
                row.number("innocentCaptures"),
                row.number("cappedIterations"),
                row.number("lateTotalNs"),
                row.number("lateMaxNs"));
    }

    private List<ProbeValue> probes(String text) {
        List<ProbeValue> probes = new ArrayList<>();
        for (String line : EscapedLines.split(text)) {
            int equals = line.lastIndexOf('=');
            try {
                String name = probeNames.computeIfAbsent(line.substring(0, equals), same -> same);
                probes.add(new ProbeValue(name, Long.parseLong(line.substring(equals + 1))));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                throw new CorruptChunkException("probe must be name=nanoseconds: probe=" + line);
            }
        }
        return probes;
    }

    private static Capture capture(EventView row) {
        boolean baseline = Capture.Purpose.BASELINE.name().equals(row.text("purpose"));
        return new Capture(
                baseline ? Capture.Purpose.BASELINE : Capture.Purpose.LATE,
                row.number("intendedNs"),
                row.number("osId"),
                row.number("dueNs"),
                row.number("sentNs"));
    }

    private static ThreadAccounting accounting(EventView row) {
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

    private static CoreUse coreUse(EventView row) {
        return new CoreUse(
                row.number("fromNs"),
                row.number("toNs"),
                row.number("osId"),
                row.textOrEmpty("thread"),
                row.number("cpuNs"),
                row.number("runDelayNs"));
    }

    private static LockOwner lockOwner(EventView row) {
        return new LockOwner(
                row.number("timeNs"), row.number("osId"), row.number("ownerJavaId"), row.textOrEmpty("owner"));
    }

    private static StackSample stack(EventView row) {
        List<String> names = EscapedLines.split(row.text("frames"));
        List<String> kinds = EscapedLines.split(row.text("kinds"));
        if (names.isEmpty() || names.size() != kinds.size()) {
            throw new CorruptChunkException("stack must have a kind per frame: frames=" + names.size());
        }
        List<StackFrame> frames = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            frames.add(new StackFrame(names.get(i), kind(kinds.get(i))));
        }
        return new StackSample(row.number("timeNs"), row.number("osId"), row.flag("running"), frames);
    }

    private static FrameKind kind(String name) {
        try {
            return FrameKind.valueOf(name);
        } catch (IllegalArgumentException e) {
            return FrameKind.JAVA; // of a later version
        }
    }
}
