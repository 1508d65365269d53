package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which methods have a larger share of the outliers' work than of that of normal iterations.
 *
 * <p>Stacks of one outlier depend on each other, so the outlier is the unit: a method's share is a ratio of sums over outliers, and
 * its variance comes from leaving out one outlier at a time. Captures of normal iterations are independent, with the variance of
 * a share after adding two successes and two failures, which keeps it honest for shares of none and all. The interval is the normal
 * one for the difference. With fewer than {@value #LEAST} outliers or normal stacks nothing is said.
 *
 * <p>B. Efron, The Jackknife, the Bootstrap and Other Resampling Plans, 1982; A. Agresti and B. Caffo, The American Statistician 54,
 * 2000.
 */
final class OverRepresentedFrames {
    static final int LEAST = 8;

    /** How many are listed. */
    static final int MOST = 10;

    private static final String HARNESS = "io.straggler.harness.";

    private static final double TWO_SIDED_95 = 1.959964;

    private final Map<String, Map<Integer, Long>> nsByOutlier = new HashMap<>();
    private final Map<String, Integer> depth = new HashMap<>();

    /** Recordings share equal stacks. */
    private final Map<List<StackFrame>, Set<String>> methodsOf = new IdentityHashMap<>();

    private final List<Long> ranNs = new ArrayList<>();

    private OverRepresentedFrames() {}

    static List<OverRepresentedFrame> of(Diagnosis diagnosis) {
        List<WeightedStack> normalStacks = diagnosis.normalStacks().stream()
                .filter(OverRepresentedFrames::inTheTask)
                .toList();
        long normal = normalStacks.stream().mapToLong(WeightedStack::samples).sum();
        if (normal < LEAST) {
            return List.of();
        }
        OverRepresentedFrames frames = new OverRepresentedFrames();
        diagnosis.outliers().forEach(frames::add);
        return frames.overRepresented(normalStacks, normal);
    }

    private void add(DiagnosedOutlier diagnosed) {
        int outlier = ranNs.size();
        long sumNs = 0;
        for (int i = 0; i < diagnosed.stacks().size(); i++) {
            StackSample sample = diagnosed.stacks().get(i);
            long ns = diagnosed.stacksNs().get(i);
            if (ns > 0 && sample.running()) {
                sumNs += ns;
                for (String name : methods(sample.frames())) {
                    nsByOutlier.computeIfAbsent(name, key -> new HashMap<>()).merge(outlier, ns, Long::sum);
                }
            }
        }
        if (sumNs > 0) {
            ranNs.add(sumNs);
        }
    }

    /** The Java methods of a stack, each once. */
    private Set<String> methods(List<StackFrame> frames) {
        Set<String> methods = methodsOf.get(frames);
        if (methods == null) {
            methods = new HashSet<>();
            for (int k = 0; k < frames.size(); k++) {
                StackFrame frame = frames.get(k);
                if (isJava(frame) && methods.add(frame.name())) {
                    depth.merge(frame.name(), k, Math::max);
                }
            }
            methodsOf.put(frames, methods);
        }
        return methods;
    }

    private static boolean isJava(StackFrame frame) {
        return switch (frame.kind()) {
            case NATIVE, CPP, KERNEL, UNSEEN -> false;
            case INTERPRETED, COMPILED, COMPILED_C1, INLINED, JAVA -> true;
        };
    }

    /** A capture may come when the iteration has just ended: then it shows the harness, and says nothing about the task. */
    private static boolean inTheTask(WeightedStack stack) {
        return stack.frames().stream()
                .anyMatch(frame -> isJava(frame) && !frame.name().startsWith(HARNESS));
    }

    private List<OverRepresentedFrame> overRepresented(List<WeightedStack> normalStacks, long normal) {
        if (ranNs.size() < LEAST) {
            return List.of();
        }
        Map<String, Long> normalByName = new HashMap<>();
        for (WeightedStack stack : normalStacks) {
            stack.frames().stream()
                    .filter(frame -> frame.kind() != FrameKind.UNSEEN)
                    .map(StackFrame::name)
                    .distinct()
                    .forEach(name -> normalByName.merge(name, stack.samples(), Long::sum));
        }
        double ran = ranNs.stream().mapToDouble(Long::doubleValue).sum();
        List<OverRepresentedFrame> overRepresented = new ArrayList<>();
        nsByOutlier.forEach((name, byOutlier) -> {
            double share =
                    byOutlier.values().stream().mapToDouble(Long::doubleValue).sum() / ran;
            long normalHits = normalByName.getOrDefault(name, 0L);
            // Most methods are not over-represented at all, and bounds take a look at every outlier.
            if (share > (double) normalHits / normal) {
                OverRepresentedFrame frame = bounded(name, share, jackknife(byOutlier, share, ran), normalHits, normal);
                if (frame.leastGrowth() > 0) {
                    overRepresented.add(frame);
                }
            }
        });
        // The innermost method of a chain of calls that grew together says most.
        overRepresented.sort(Comparator.comparingDouble(OverRepresentedFrame::leastGrowth)
                .thenComparing(frame -> depth.get(frame.name()))
                .reversed()
                .thenComparing(OverRepresentedFrame::name));
        return withoutCallers(overRepresented);
    }

    private OverRepresentedFrame bounded(
            String name, double share, double shareVariance, long normalHits, long normal) {
        double n = ranNs.size();
        // Left-out samples do not vary for a method that is in all stacks or in none; n outliers leave an uncertainty
        // of 1/n nevertheless.
        double variance = Math.max(shareVariance, 1 / (n * n));
        double normalShare = (double) normalHits / normal;
        double normalSmoothed = smoothed(normalHits, normal);
        double normalVariance = normalSmoothed * (1 - normalSmoothed) / (normal + 4);
        double half = TWO_SIDED_95 * Math.sqrt(variance + normalVariance);
        double growth = share - normalShare;
        return new OverRepresentedFrame(
                name, share, normalShare, growth - half, Math.min(1, growth + half), ranNs.size(), normal);
    }

    /** Variance of the share: how much it changes when one outlier is left out, for each in turn. */
    private double jackknife(Map<Integer, Long> byOutlier, double share, double ran) {
        int n = ranNs.size();
        double[] without = new double[n];
        double mean = 0;
        for (int i = 0; i < n; i++) {
            double left = ran - ranNs.get(i);
            without[i] = left > 0 ? (share * ran - byOutlier.getOrDefault(i, 0L)) / left : 0;
            mean += without[i] / n;
        }
        double squares = 0;
        for (double one : without) {
            squares += (one - mean) * (one - mean);
        }
        return squares * (n - 1) / n;
    }

    private static double smoothed(double hits, double n) {
        return (hits + 2) / (n + 4);
    }

    /** Leaves out what only calls a method that is listed already, and has the same shares as that. */
    private static List<OverRepresentedFrame> withoutCallers(List<OverRepresentedFrame> overRepresented) {
        List<OverRepresentedFrame> listed = new ArrayList<>();
        for (OverRepresentedFrame frame : overRepresented) {
            boolean same = listed.stream()
                    .anyMatch(other -> Math.abs(other.outlierShare() - frame.outlierShare()) < 1e-9
                            && Math.abs(other.normalShare() - frame.normalShare()) < 1e-9);
            if (!same && listed.size() < MOST) {
                listed.add(frame);
            }
        }
        return listed;
    }
}
