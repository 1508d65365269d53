package io.straggler.diagnosis.budget;

import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What one stack of an outlier stands for.
 *
 * <p>A stack that the JVM recorded with an event stands for the whole event. A stack that was taken once in a period stands for that
 * period, except for what events cover. The other stacks of the thread share the rest. The boundary between two of them is midway between
 * the earlier stack and the request for the later one, because from that request on the thread did not get further than the later stack
 * shows. No stack stands for the time before the first request, nor for the time after a capture was due that brought no stack.
 *
 * <p>A stack that was captured during an event, of the thread that the event blocked, shows the same wait as the event's own stack. The one
 * with more frames gets the event's time.
 *
 * @param index of the stack in the outlier's list
 * @param askedNs when it was asked for, not before the stack in front of it nor before the outlier's start
 * @param timeNs when it was taken
 * @param stood when it stands for what the thread did
 */
public record StackSpan(int index, long askedNs, long timeNs, IntervalSet stood) {

    /**
     * Those of one thread, in order.
     *
     * @param askedNs of each stack
     * @param untilNs of each stack, when it ceases to stand at the latest
     */
    public static List<StackSpan> of(
            List<StackSample> stacks,
            List<Long> askedNs,
            List<Long> untilNs,
            long osThreadId,
            long startNs,
            long endNs) {
        List<Integer> samples = new ArrayList<>();
        List<Integer> intervals = new ArrayList<>();
        for (int i = 0; i < stacks.size(); i++) {
            StackSample stack = stacks.get(i);
            if (stack.osThreadId() == osThreadId) {
                (stack.ofInterval() ? intervals : samples).add(i);
            }
        }
        IntervalSet[] stood = new IntervalSet[stacks.size()];
        IntervalSet left = IntervalSet.of(startNs, endNs);
        intervals.sort(Comparator.comparing((Integer i) -> stacks.get(i).origin())
                .thenComparing(i -> -stacks.get(i).frames().size()));
        for (int event : intervals) {
            IntervalSet part =
                    left.within(stacks.get(event).sinceNs(), stacks.get(event).timeNs());
            left = left.minus(part);
            stood[event] = IntervalSet.NONE;
            int shown = fullest(event, samples, stacks);
            stood[shown] = stood[shown] == null ? part : stood[shown].or(part);
        }
        List<StackSpan> spans = new ArrayList<>(samples.size() + intervals.size());
        long previousNs = startNs;
        long sinceNs = 0;
        for (int k = 0; k < samples.size(); k++) {
            int i = samples.get(k);
            long timeNs = stacks.get(i).timeNs();
            long asked = Math.max(previousNs, Math.min(timeNs, askedNs.get(i)));
            sinceNs = k == 0 ? asked : sinceNs;
            long nextNs = k + 1 == samples.size() ? endNs : boundary(stacks, askedNs, i, samples.get(k + 1));
            IntervalSet own = left.within(sinceNs, Math.min(nextNs, untilNs.get(i)));
            spans.add(new StackSpan(i, asked, timeNs, stood[i] == null ? own : own.or(stood[i])));
            sinceNs = nextNs;
            previousNs = timeNs;
        }
        for (int event : intervals) {
            StackSample stack = stacks.get(event);
            spans.add(new StackSpan(event, stack.sinceNs(), stack.sinceNs(), stood[event]));
        }
        spans.sort(Comparator.comparingInt(StackSpan::index));
        return spans;
    }

    public long lengthNs() {
        return stood.lengthNs();
    }

    /** When the thread was first seen because of it: when it was taken, or when the event began that it shows. */
    public long seenNs() {
        return stood.startNs() < askedNs ? stood.startNs() : timeNs;
    }

    /** The stack with most frames of those that show a wait: the event's own, or one that was taken meanwhile. */
    private static int fullest(int event, List<Integer> samples, List<StackSample> stacks) {
        int fullest = event;
        for (int i : samples) {
            StackSample sample = stacks.get(i);
            boolean inside = sample.timeNs() >= stacks.get(event).sinceNs()
                    && sample.timeNs() < stacks.get(event).timeNs();
            if (inside
                    && !sample.running()
                    && sample.frames().size() > stacks.get(fullest).frames().size()) {
                fullest = i;
            }
        }
        return fullest;
    }

    private static long boundary(List<StackSample> stacks, List<Long> askedNs, int earlier, int later) {
        long fromNs = stacks.get(earlier).timeNs();
        long toNs = stacks.get(later).timeNs();
        long askedAtNs = Math.max(fromNs, Math.min(toNs, askedNs.get(later)));
        return fromNs + (askedAtNs - fromNs) / 2;
    }
}
