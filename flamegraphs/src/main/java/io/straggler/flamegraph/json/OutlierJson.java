package io.straggler.flamegraph.json;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.model.CoreHold;
import io.straggler.model.CoreUser;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.ProbeValue;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes outliers as JSON, each with all that is known about it. {@code docs/reference/diagnosis-json.md} describes the fields. */
final class OutlierJson {
    private final FramesJson frames;

    OutlierJson(FramesJson frames) {
        this.frames = frames;
    }

    /**
     * Writes one object.
     *
     * @param budget where the same outlier's latency went
     */
    void write(DiagnosedOutlier diagnosed, TimeBudget budget, JsonGenerator json) {
        Iteration iteration = diagnosed.outlier().iteration();
        json.writeStartObject();
        RunJson.writeRunId(iteration.runId(), json);
        if (!diagnosed.outlier().group().isEmpty()) {
            json.writeStringProperty("group", diagnosed.outlier().group());
        }
        if (!diagnosed.outlier().traceId().isEmpty()) {
            json.writeStringProperty("traceId", diagnosed.outlier().traceId());
        }
        json.writeNumberProperty("intendedNs", iteration.intendedNs());
        json.writeNumberProperty("startNs", iteration.startNs());
        json.writeNumberProperty("endNs", iteration.endNs());
        json.writeNumberProperty("latencyNs", iteration.latencyNs());
        json.writeNumberProperty("inheritedNs", iteration.inheritedNs());
        json.writeNumberProperty("dispatchNs", iteration.dispatchNs());
        json.writeNumberProperty("serviceNs", iteration.serviceNs());
        json.writeNumberProperty("thresholdNs", diagnosed.outlier().thresholdNs());
        json.writeBooleanProperty("victim", diagnosed.outlier().victim());
        json.writeNumberProperty("unseenNs", diagnosed.unseenNs());
        BudgetJson.writeParts(budget.parts(), json);
        json.writeArrayPropertyStart("probes");
        for (ProbeValue probe : diagnosed.outlier().probes()) {
            json.writeStartObject();
            json.writeStringProperty("probe", probe.probe());
            json.writeNumberProperty("durationNs", probe.durationNs());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("stacks");
        for (int i = 0; i < diagnosed.stacks().size(); i++) {
            writeSample(diagnosed.stacks().get(i), diagnosed.stacksNs().get(i), json);
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("evidence");
        ListedEvidence evidence = ListedEvidence.of(diagnosed);
        evidence.listed().forEach(one -> writeEvidence(one, json));
        json.writeEndArray();
        json.writeNumberProperty("evidenceLeftOut", evidence.leftOut());
        if (diagnosed.path().isPresent()) {
            writePath(diagnosed.path().get(), json);
        }
        json.writeArrayPropertyStart("usage");
        diagnosed.usage().forEach(usage -> writeUsage(usage, json));
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeSample(StackSample sample, long standsForNs, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("sinceNs", sample.sinceNs());
        json.writeNumberProperty("timeNs", sample.timeNs());
        json.writeNumberProperty("standsForNs", standsForNs);
        json.writeNumberProperty("osThreadId", sample.osThreadId());
        json.writeBooleanProperty("running", sample.running());
        frames.writeStack(sample.frames(), json);
        json.writeEndObject();
    }

    private static void writeEvidence(Evidence evidence, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("kind", JsonNames.of(evidence.kind()));
        json.writeNumberProperty("startNs", evidence.startNs());
        json.writeNumberProperty("endNs", evidence.endNs());
        if (evidence.osThreadId() != Evidence.ANY_THREAD) {
            json.writeNumberProperty("osThreadId", evidence.osThreadId());
        }
        PlaceJson.write("detail", evidence.place(), json);
        evidence.partner().ifPresent(partner -> {
            json.writeStringProperty("partner", partner.thread());
            json.writeStringProperty("partnerRole", JsonNames.of(partner.role()));
        });
        json.writeEndObject();
    }

    private static void writePath(IterationPath path, JsonGenerator json) {
        json.writeArrayPropertyStart("path");
        for (IterationPath.Segment segment : path.segments()) {
            json.writeStartObject();
            if (segment.queuedNs() < segment.readyNs()) {
                json.writeNumberProperty("queuedNs", segment.queuedNs());
            }
            if (segment.readyNs() < segment.fromNs()) {
                json.writeNumberProperty("readyNs", segment.readyNs());
            }
            json.writeNumberProperty("fromNs", segment.fromNs());
            json.writeNumberProperty("toNs", segment.toNs());
            json.writeNumberProperty("osThreadId", segment.osThreadId());
            json.writeEndObject();
        }
        json.writeEndArray();
        if (!path.delays().isEmpty()) {
            json.writeArrayPropertyStart("delays");
            path.delays().forEach(delay -> writeDelay(delay, json));
            json.writeEndArray();
        }
    }

    private static void writeDelay(IterationPath.Delay delay, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("fromNs", delay.fromNs());
        json.writeNumberProperty("toNs", delay.toNs());
        json.writeStringProperty("thread", delay.thread());
        json.writeEndObject();
    }

    private static void writeUsage(ThreadUsage usage, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("osThreadId", usage.osThreadId());
        json.writeNumberProperty("fromNs", usage.fromNs());
        json.writeNumberProperty("toNs", usage.toNs());
        json.writeNumberProperty("runDelayNs", usage.runDelayNs());
        json.writeNumberProperty("cpuNs", usage.cpuNs());
        json.writeNumberProperty("minorFaults", usage.minorFaults());
        json.writeNumberProperty("majorFaults", usage.majorFaults());
        json.writeNumberProperty("voluntarySwitches", usage.voluntarySwitches());
        json.writeNumberProperty("involuntarySwitches", usage.involuntarySwitches());
        json.writeNumberProperty("faultsNs", usage.faultsNs());
        json.writeNumberProperty("capturesNs", usage.capturesNs());
        json.writeNumberProperty("throttledNs", usage.throttledNs());
        if (usage.offCore().isPresent()) {
            writeOffCore(usage.offCore().get(), json);
        }
        json.writeEndObject();
    }

    private static void writeOffCore(OffCoreTimes times, JsonGenerator json) {
        json.writeNumberProperty("offCoreSinceNs", times.sinceNs());
        json.writeArrayPropertyStart("offCore");
        for (OffCoreInterval one : times.intervals()) {
            json.writeStartObject();
            json.writeNumberProperty("fromNs", one.fromNs());
            json.writeNumberProperty("toNs", one.toNs());
            json.writeBooleanProperty("preempted", one.preempted());
            if (one.wakeUp().isPresent()) {
                json.writeNumberProperty("wokenNs", one.wakeUp().get().atNs());
                writeUser("wokenBy", one.wakeUp().get().by(), json);
            }
            if (!one.holders().isEmpty()) {
                writeHolders(one.holders(), json);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeHolders(List<CoreHold> holders, JsonGenerator json) {
        json.writeArrayPropertyStart("core");
        for (CoreHold hold : holders) {
            json.writeStartObject();
            json.writeNumberProperty("fromNs", hold.fromNs());
            json.writeNumberProperty("toNs", hold.toNs());
            writeUser("by", hold.by(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeUser(String property, CoreUser user, JsonGenerator json) {
        json.writeObjectPropertyStart(property);
        json.writeStringProperty("kind", JsonNames.of(user.kind()));
        if (user.osThreadId() != 0) {
            json.writeNumberProperty("osThreadId", user.osThreadId());
            json.writeStringProperty("name", user.name());
        }
        json.writeEndObject();
    }
}
