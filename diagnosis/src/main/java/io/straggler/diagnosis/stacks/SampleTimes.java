package io.straggler.diagnosis.stacks;

import io.straggler.model.Capture;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stacks in order of time: which of them were taken in an interval, and which nobody asked for. */
public final class SampleTimes {
    /** A stack that comes later than this after it was asked for may belong to anything. */
    static final long ANSWER_WITHIN_NS = 1_000_000;

    private final List<StackSample> samples;

    /** How many outliers begin to own a sample here, less how many cease to: those that own the stacks of every thread. */
    private final int[] ownersChange;

    private final Map<Long, OfThread> byThread = new HashMap<>();

    /** Stacks of one thread. */
    private static final class OfThread {
        private final List<StackSample> samples = new ArrayList<>();

        /** Index of each sample in the order of all threads. */
        private final List<Integer> indices = new ArrayList<>();

        /** Number of outliers of the thread that begin to own a sample here, less those that cease to; null before the first. */
        private int @Nullable [] ownersChange;

        private List<StackSample> within(long startNs, long endNs) {
            int from = firstFrom(samples, startNs);
            int to = Math.max(from, firstFrom(samples, endNs));
            if (ownersChange == null) {
                ownersChange = new int[samples.size() + 1];
            }
            ownersChange[from]++;
            ownersChange[to]--;
            return samples.subList(from, to);
        }

        /** Adds the indices of the stacks that an outlier of the thread owns. */
        private void addOwned(BitSet owned) {
            int owners = 0;
            for (int i = 0; ownersChange != null && i < indices.size(); i++) {
                owners += ownersChange[i];
                owned.set(indices.get(i), owners > 0);
            }
        }
    }

    public SampleTimes(List<StackSample> unordered) {
        samples = new ArrayList<>(unordered);
        samples.sort(Comparator.comparingLong(StackSample::timeNs));
        ownersChange = new int[samples.size() + 1];
        for (int i = 0; i < samples.size(); i++) {
            OfThread own = byThread.computeIfAbsent(samples.get(i).osThreadId(), id -> new OfThread());
            own.samples.add(samples.get(i));
            own.indices.add(i);
        }
    }

    /** Whether an outlier of the sample's own thread owns it, by index. */
    private BitSet ownedByThread() {
        BitSet owned = new BitSet();
        byThread.values().forEach(own -> own.addOwned(owned));
        return owned;
    }

    /** The stacks from {@code startNs} to before {@code endNs}, which from now on belong to an outlier. */
    public List<StackSample> within(long startNs, long endNs) {
        int from = firstFrom(samples, startNs);
        int to = Math.max(from, firstFrom(samples, endNs));
        ownersChange[from]++;
        ownersChange[to]--;
        return samples.subList(from, to);
    }

    /**
     * Returns the stacks of one thread within an interval; stacks of other threads at that time belong to no outlier.
     */
    public List<StackSample> within(long osThreadId, long startNs, long endNs) {
        OfThread own = byThread.get(osThreadId);
        return own == null ? List.of() : own.within(startNs, endNs);
    }

    /** Number of stacks that {@link #within(long, long)} would return. */
    public long count(long startNs, long endNs) {
        return Math.max(0, firstFrom(samples, endNs) - firstFrom(samples, startNs));
    }

    /** Number of stacks of one thread that {@link #within(long, long, long)} would return. */
    public long count(long osThreadId, long startNs, long endNs) {
        OfThread own = byThread.get(osThreadId);
        return own == null ? 0 : Math.max(0, firstFrom(own.samples, endNs) - firstFrom(own.samples, startNs));
    }

    /** How many stacks belong to no outlier. */
    public long outsideOutliers() {
        long count = 0;
        int owners = 0;
        BitSet ofThread = ownedByThread();
        for (int i = 0; i < samples.size(); i++) {
            owners += ownersChange[i];
            count += owners == 0 && !ofThread.get(i) ? 1 : 0;
        }
        return count;
    }

    /**
     * The stacks that were asked for for a purpose, and belong to no outlier. The answer is the first stack of the thread after the
     * request, unless it comes late or another request came first: then it could be the answer to that.
     */
    public List<StackSample> answers(Capture.Purpose purpose, List<Capture> captures) {
        Map<Long, List<Capture>> asked = new HashMap<>();
        captures.forEach(capture -> asked.computeIfAbsent(capture.osThreadId(), id -> new ArrayList<>())
                .add(capture));
        asked.values().forEach(one -> one.sort(Comparator.comparingLong(Capture::sentNs)));
        Map<Long, Integer> lastAsked = new HashMap<>();
        Map<Long, Integer> lastAnswered = new HashMap<>();
        List<StackSample> answers = new ArrayList<>();
        BitSet ofThread = ownedByThread();
        int owners = 0;
        for (int i = 0; i < samples.size(); i++) {
            owners += ownersChange[i];
            StackSample sample = samples.get(i);
            List<Capture> requests = asked.getOrDefault(sample.osThreadId(), List.of());
            int request = lastAsked.getOrDefault(sample.osThreadId(), -1);
            while (request + 1 < requests.size() && requests.get(request + 1).sentNs() <= sample.timeNs()) {
                request++;
            }
            lastAsked.put(sample.osThreadId(), request);
            boolean first =
                    request >= 0 && !Integer.valueOf(request).equals(lastAnswered.put(sample.osThreadId(), request));
            if (first
                    && owners == 0
                    && !ofThread.get(i)
                    && requests.get(request).purpose() == purpose
                    && inTime(sample, requests.get(request))) {
                answers.add(sample);
            }
        }
        return answers;
    }

    private static boolean inTime(StackSample sample, Capture request) {
        return sample.timeNs() - request.sentNs() <= ANSWER_WITHIN_NS;
    }

    private static int firstFrom(List<StackSample> ordered, long timeNs) {
        return InOrder.firstFrom(ordered.size(), i -> ordered.get(i).timeNs(), timeNs);
    }
}
