package io.straggler.agent.inside;

import io.straggler.agent.inside.OpenCall.Stage;
import io.straggler.agent.inside.OpenCalls.Handed;
import io.straggler.agent.inside.metrics.MetricValues.Exemplar;
import io.straggler.jfr.event.EventEmitter;
import io.straggler.model.HandOver;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.StageTime;
import io.straggler.sampler.served.AgentThreads;
import io.straggler.sampler.served.LateIteration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reports calls that were late to the recording, and counts the outliers among them. For one thread. */
final class LateCalls {
    /** The only one that a session makes. */
    static final RunId RUN = new RunId(0, 1);

    /** Calls that are late begin in any order; no two have the same start. */
    private static final int REMEMBERED_TAGS = 10_000;

    private final CallRecorder calls;
    private final AgentThreads served;
    private final EventEmitter emitter;
    private final List<String> methods;
    private final Set<Long> tags = new LinkedHashSet<>();
    private final Map<String, Long> outliersByMethod = new TreeMap<>();
    private final Map<String, Exemplar> exemplars = new LinkedHashMap<>();
    private long outliers;
    private long outliersWithStack;

    /** @param methods their names by number; grows */
    LateCalls(CallRecorder calls, AgentThreads served, EventEmitter emitter, List<String> methods) {
        this.calls = calls;
        this.served = served;
        this.emitter = emitter;
        this.methods = methods;
    }

    /**
     * Reports those that ended since the last time.
     *
     * @param counting whether calls count; else these are passed over
     */
    void report(long thresholdNs, boolean counting) {
        LateCall call = calls.next();
        if (call == null) {
            return;
        }
        served.leave();
        for (; call != null; call = calls.next()) {
            if (counting) {
                report(call, thresholdNs);
            }
        }
        served.comeBack();
    }

    private void report(LateCall call, long thresholdNs) {
        boolean outlier = call.endNs() - call.startNs() >= thresholdNs;
        long tagNs = tag(call.startNs());
        boolean stackDue = report(call, tagNs, outlier);
        if (outlier) {
            String method = methods.get(call.method());
            outliers++;
            outliersWithStack += stackDue ? 1 : 0;
            outliersByMethod.merge(method, 1L, Long::sum);
            String traceId = Traces.id(call.trace());
            if (!traceId.isEmpty()) {
                exemplars.remove(method); // To come last.
                exemplars.put(method, new Exemplar(traceId, call.endNs() - call.startNs(), System.currentTimeMillis()));
            }
            Iteration iteration = new Iteration(RUN, tagNs, tagNs, call.endNs() + tagNs - call.startNs(), 0, 0);
            Outlier reported = new Outlier(
                    iteration, thresholdNs, List.of(), call.thread().identity().osThreadId(), method);
            emitter.call(
                    reported.with(handOver(call)).ofTrace(traceId),
                    call.thread().identity());
        }
    }

    /** Reports what was captured of it. Returns whether a stack was due because it was late. */
    private boolean report(LateCall call, long tagNs, boolean outlier) {
        if (call.iteration() != null) {
            return served.report(call.thread(), call.iteration(), tagNs, outlier);
        }
        boolean due = false;
        for (Stage stage : stages(call)) {
            served.reportThread(stage.thread());
            if (stage.inFront() != null) {
                served.reportInFront(stage.thread(), stage.inFront(), tagNs);
            }
            LateIteration late = stage.late();
            due |= late != null && served.reportStage(stage.thread(), late, tagNs, call.startNs(), outlier);
        }
        return due;
    }

    private static List<Stage> stages(LateCall call) {
        return call.open() == null ? List.of() : call.open().stages();
    }

    private static Optional<HandOver> handOver(LateCall call) {
        if (call.open() == null) {
            return Optional.empty();
        }
        List<Stage> stages = stages(call).stream()
                .filter(stage -> stage.fromNs() < call.endNs())
                .toList();
        return Optional.of(new HandOver(
                call.open().returnedNs(),
                call.completedBy(),
                stages.stream().map(stage -> time(stage, stages, call.endNs())).toList()));
    }

    private static StageTime time(Stage stage, List<Stage> all, long endNs) {
        long threadId = stage.thread().identity().javaThreadId();
        long freeSinceNs = stage.freeSinceNs() == 0 ? StageTime.UNKNOWN_NS : stage.freeSinceNs();
        Handed handed = stage.handed();
        return handed == null
                ? new StageTime(threadId, freeSinceNs, stage.fromNs(), stage.toNs(endNs))
                : new StageTime(
                        threadId,
                        freeSinceNs,
                        handed.atNs(),
                        handed.dueNs(),
                        all.indexOf(handed.by()),
                        stage.fromNs(),
                        stage.toNs(endNs));
    }

    /** A start is an iteration's tag: of two that began in the same nanosecond, one gets the next. */
    private long tag(long beganNs) {
        long tagNs = beganNs;
        while (!tags.add(tagNs)) {
            tagNs++;
        }
        if (tags.size() > REMEMBERED_TAGS) {
            tags.remove(tags.iterator().next());
        }
        return tagNs;
    }

    long outliers() {
        return outliers;
    }

    /** Returns the number of outliers for which a stack was due while they ran. */
    long outliersWithStack() {
        return outliersWithStack;
    }

    /** Returns outliers by the name of the method; methods without outliers are missing. */
    Map<String, Long> outliersByMethod() {
        return outliersByMethod;
    }

    /** The last outlier of each method that is part of a trace, by the method's name; the last of all at the end. */
    Map<String, Exemplar> exemplars() {
        return exemplars;
    }
}
