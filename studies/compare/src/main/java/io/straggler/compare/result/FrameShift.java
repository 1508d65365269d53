package io.straggler.compare.result;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.flamegraph.CallTree;
import io.straggler.flamegraph.FrameTotal;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How much of the outliers' latency one frame takes on either side of a comparison. Shares, and not times, because the sides may have
 * been measured for different lengths and have different numbers of outliers.
 *
 * @param frame the frame, wherever it is on a stack
 * @param shareA of the latency of the first side's outliers, 0 to 1
 * @param shareB of the second side's
 * @param samplesA stacks of the first side that hold it
 * @param samplesB stacks of the second side
 */
public record FrameShift(StackFrame frame, double shareA, double shareB, long samplesA, long samplesB) {
    /** Fewer stacks than these may be missing on the other side by chance. */
    public static final int TELLING_SAMPLES = 8;

    /** How far the share grew; negative when it shrank. */
    public double growth() {
        return shareB - shareA;
    }

    /** Whether the frame is new in the second side's outliers. */
    public boolean appeared() {
        return samplesA == 0 && samplesB >= TELLING_SAMPLES;
    }

    /** Whether the frame is gone from the second side's outliers. */
    public boolean vanished() {
        return samplesB == 0 && samplesA >= TELLING_SAMPLES;
    }

    /** Every frame of either side that stands for code, the largest change first. */
    public static List<FrameShift> between(DiagnosisSums a, DiagnosisSums b) {
        Map<String, FrameTotal> totalsA = totals(a.outlierStacks());
        Map<String, FrameTotal> totalsB = totals(b.outlierStacks());
        List<FrameShift> shifts = new ArrayList<>();
        Stream.concat(totalsA.keySet().stream(), totalsB.keySet().stream())
                .distinct()
                .forEach(name -> shifts.add(shift(totalsA.get(name), a.latencyNs(), totalsB.get(name), b.latencyNs())));
        shifts.sort(Comparator.comparingDouble((FrameShift shift) -> -Math.abs(shift.growth()))
                .thenComparing(shift -> shift.frame().name()));
        return shifts;
    }

    private static Map<String, FrameTotal> totals(List<WeightedStack> stacks) {
        Map<String, FrameTotal> byName = new HashMap<>();
        for (FrameTotal total : CallTree.of(stacks).frameTotals()) {
            if (total.frame().kind() != FrameKind.UNSEEN) {
                byName.merge(
                        total.frame().name(), total, (one, other) -> one.totalNs() >= other.totalNs() ? one : other);
            }
        }
        return byName;
    }

    private static FrameShift shift(@Nullable FrameTotal a, long latencyANs, @Nullable FrameTotal b, long latencyBNs) {
        StackFrame frame = Objects.requireNonNull(b == null ? a : b, "a frame must be of either side")
                .frame();
        return new FrameShift(
                frame,
                a == null ? 0 : (double) a.totalNs() / Math.max(1, latencyANs),
                b == null ? 0 : (double) b.totalNs() / Math.max(1, latencyBNs),
                a == null ? 0 : a.totalSamples(),
                b == null ? 0 : b.totalSamples());
    }
}
