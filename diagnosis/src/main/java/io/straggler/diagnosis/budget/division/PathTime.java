package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.IterationPath.Segment;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.TimeBudget.Part;
import io.straggler.diagnosis.budget.WhereSums;
import io.straggler.diagnosis.budget.reading.StackReadings;
import io.straggler.model.Iteration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Divides the time of an asynchronous iteration along its path: each segment as the time of its thread, by the same steps as a sequential iteration.
 * Gaps are unexplained. What an iteration normally takes is usual in each segment in proportion to its length.
 */
final class PathTime {
    private final Map<Cause, Part> parts = new EnumMap<>(Cause.class);

    private PathTime() {}

    static List<Part> parts(
            DiagnosedOutlier diagnosed, IterationPath path, long normalNs, StackReadings readings, Rules rules) {
        PathTime time = new PathTime();
        Iteration iteration = diagnosed.outlier().iteration();
        long leftNs = iteration.serviceNs() + iteration.dispatchNs();
        boolean first = true;
        for (Segment segment : path.segments()) {
            boolean dispatched = first && segment.fromNs() == iteration.startNs();
            long lengthNs = segment.toNs() - segment.fromNs();
            long usualNs = Math.round((double) normalNs * lengthNs / Math.max(1, iteration.serviceNs()));
            DiagnosedOutlier own = diagnosed.on(segment, dispatched ? iteration.dispatchNs() : 0);
            for (Part part : new SelfTime(own, usualNs, readings, rules).parts()) {
                time.add(part);
                leftNs -= part.ns();
            }
            first = false;
        }
        if (leftNs > 0) {
            time.add(new Part(Cause.UNEXPLAINED, leftNs, 0, 0, List.of()));
        }
        return new ArrayList<>(time.parts.values());
    }

    private void add(Part part) {
        parts.merge(part.cause(), part, PathTime::sum);
    }

    private static Part sum(Part one, Part other) {
        WhereSums where = new WhereSums();
        where.addAll(one.where());
        where.addAll(other.where());
        return new Part(
                one.cause(),
                one.ns() + other.ns(),
                one.events() + other.events(),
                one.stacks() + other.stacks(),
                where.largestFirst(Integer.MAX_VALUE),
                one.wakingNs() + other.wakingNs());
    }
}
