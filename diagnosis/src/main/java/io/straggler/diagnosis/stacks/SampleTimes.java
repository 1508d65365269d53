package io.straggler.diagnosis.stacks;

import io.straggler.model.Capture;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stacks in order of time: which of them were taken in an interval, and which nobody asked for. */
public final class SampleTimes {
    /** A stack that comes later than this after it was asked for may belong to anything. */
    static final long ANSWER_WITHIN_NS = 1_000_000;

    private final List<StackSample> samples;

    /** How many outliers begin to own a sample here, less how many cease to: those that own the stacks of every thread. */
    private final int[] ownersChange;

    /** Whether an outlier of the sample's own thread owns it. */
    private final BitSet ofThread = new BitSet();

    public SampleTimes(List<StackSample> unordered) {
        samples = new ArrayList<>(unordered);
        samples.sort(Comparator.comparingLong(StackSample::timeNs));
        ownersChange = new int[samples.size() + 1];
    }

    /** The stacks from {@code startNs} to before {@code endNs}, which from now on belong to an outlier. */
    public List<StackSample> within(long startNs, long endNs) {
        int from = firstFrom(samples, startNs);
        int to = Math.max(from, firstFrom(samples, endNs));
        ownersChange[from]++;
        ownersChange[to]--;
        return samples.subList(from, to);
    }

    /** The same of one thread: the stacks that others had meanwhile belong to no outlier for that. */
    public List<StackSample> within(long osThreadId, long startNs, long endNs) {
        List<StackSample> own = new ArrayList<>();
        int to = firstFrom(samples, endNs);
        for (int i = firstFrom(samples, startNs); i < to; i++) {
            if (samples.get(i).osThreadId() == osThreadId) {
                own.add(samples.get(i));
                ofThread.set(i);
            }
        }
        return own;
    }

    /** How many stacks belong to no outlier. */
    public long outsideOutliers() {
        long count = 0;
        int owners = 0;
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
        int low = 0;
        int high = ordered.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ordered.get(middle).timeNs() < timeNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
