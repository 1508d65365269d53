package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.SelfEvidence;
import io.straggler.diagnosis.budget.StackSpan;
import io.straggler.model.Iteration;
import io.straggler.model.SamplerSummary;
import io.straggler.model.ThreadUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts what the stacks of outliers can speak for, one outlier at a time. */
final class CoverageCount {
    /** A capture is taken well within this of when it was due, if the thread runs. */
    static final long SEEN_WITHIN_NS = 50_000;

    private static final Set<Cause> STOPPING = EnumSet.copyOf(Cause.STOPS);
    private static final Set<Cause> BLOCKING = EnumSet.range(Cause.MONITOR, Cause.PROCESS_START);

    static {
        STOPPING.add(Cause.STOPPED);
    }

    private final long longNs;
    private final List<Long> firstSeenNs = new ArrayList<>();
    private final long[] ranLong = new long[Kind.values().length];
    private final long[] withStack = new long[Kind.values().length];
    private long outliers;
    private long bySample;
    private long byEvent;
    private long serviceNs;
    private long unseenNs;
    private long bySwitches;

    private enum Kind {
        RAN,
        BLOCKED,
        STOPPED
    }

    CoverageCount(@Nullable SamplerSummary sampler) {
        longNs = SEEN_WITHIN_NS + (sampler == null ? 0 : sampler.armDelayNs() + sampler.marginNs());
    }

    /** @param standing its owners' stacks and what they stand for */
    void add(DiagnosedOutlier one, List<StackSpan> standing) {
        Iteration iteration = one.outlier().iteration();
        outliers++;
        serviceNs += iteration.serviceNs();
        unseenNs += one.unseenNs();
        bySwitches += one.usage().stream().anyMatch(usage -> usage.offCore().isPresent()) ? 1 : 0;
        boolean sampled = false;
        long firstNs = Long.MAX_VALUE;
        for (StackSpan span : standing) {
            if (span.lengthNs() > 0) {
                firstNs = Math.min(firstNs, span.seenNs());
                sampled |= !one.stacks().get(span.index()).ofEvent();
            }
        }
        boolean seen = firstNs < Long.MAX_VALUE;
        // Iterations that were late before they began are captured at once.
        if (seen && iteration.inheritedNs() == 0) {
            firstSeenNs.add(Math.max(0, firstNs - iteration.startNs()));
        }
        // On a path, queues and waits for a core are known without a stack.
        long ownNs = one.path().map(IterationPath::workedNs).orElse(iteration.serviceNs());
        if (ownNs >= longNs) {
            int kind = kind(one, standing).ordinal();
            ranLong[kind]++;
            withStack[kind] += seen ? 1 : 0;
            bySample += sampled ? 1 : 0;
            byEvent += seen && !sampled ? 1 : 0;
        }
    }

    /** Returns the kind of activity that took at least half of an outlier's time. */
    private static Kind kind(DiagnosedOutlier one, List<StackSpan> standing) {
        Iteration iteration = one.outlier().iteration();
        SelfEvidence evidence = new SelfEvidence(one.evidence(), one.owners());
        IntervalSet stops = evidence.union(STOPPING).within(iteration.startNs(), iteration.endNs());
        long waitedNs = 0;
        IntervalSet blocked = IntervalSet.NONE;
        if (one.owners().size() == 1) {
            List<IntervalSet> parts = new ArrayList<>();
            parts.add(evidence.union(BLOCKING).within(iteration.startNs(), iteration.endNs()));
            for (StackSpan span : standing) {
                if (!one.stacks().get(span.index()).running()) {
                    parts.add(span.stood());
                }
            }
            blocked = IntervalSet.unionOf(parts);
        }
        for (ThreadUsage usage : one.usage()) {
            waitedNs += one.owners().contains(usage.osThreadId())
                    ? usage.runDelayNs() / one.owners().size()
                    : 0;
        }
        if (2 * (stops.lengthNs() + waitedNs) >= iteration.serviceNs()) {
            return Kind.STOPPED;
        }
        return 2 * blocked.minus(stops).lengthNs() >= iteration.serviceNs() ? Kind.BLOCKED : Kind.RAN;
    }

    Coverage coverage(long droppedSamples) {
        firstSeenNs.sort(Comparator.naturalOrder());
        return new Coverage(
                outliers,
                longNs,
                of(Kind.RAN),
                of(Kind.BLOCKED),
                of(Kind.STOPPED),
                bySample,
                byEvent,
                firstSeenNs.isEmpty() ? 0 : firstSeenNs.get(firstSeenNs.size() / 2),
                serviceNs,
                serviceNs - unseenNs,
                droppedSamples,
                bySwitches);
    }

    private Coverage.Kind of(Kind kind) {
        return new Coverage.Kind(ranLong[kind.ordinal()], withStack[kind.ordinal()]);
    }
}
