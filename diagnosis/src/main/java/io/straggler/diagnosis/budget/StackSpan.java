package io.straggler.diagnosis.budget;

import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Time that one stack of an outlier stands for.
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
     * Returns the spans of one thread in order.
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
        intervals.sort(Comparator.comparing((Integer i) -> stacks.get(i).origin())
                .thenComparing(i -> -stacks.get(i).frames().size()));
        FreeTime free = new FreeTime(IntervalSet.of(startNs, endNs));
        DeepestStacks deepest = intervals.isEmpty() ? DeepestStacks.NONE : new DeepestStacks(stacks, samples);
        Map<Integer, List<IntervalSet>> shown = new HashMap<>();
        for (int event : intervals) {
            StackSample stack = stacks.get(event);
            IntervalSet part = free.take(stack.sinceNs(), stack.timeNs());
            if (part.count() > 0) {
                int fuller = deepest.within(
                        stack.sinceNs(), stack.timeNs(), stack.frames().size());
                shown.computeIfAbsent(fuller < 0 ? event : fuller, i -> new ArrayList<>(1))
                        .add(part);
            }
        }
        IntervalSet left = free.all();
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
            spans.add(new StackSpan(i, asked, timeNs, own.or(all(shown, i))));
            sinceNs = nextNs;
            previousNs = timeNs;
        }
        for (int event : intervals) {
            StackSample stack = stacks.get(event);
            spans.add(new StackSpan(event, stack.sinceNs(), stack.sinceNs(), all(shown, event)));
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

    private static IntervalSet all(Map<Integer, List<IntervalSet>> parts, int index) {
        return IntervalSet.unionOf(parts.getOrDefault(index, List.of()));
    }

    private static long boundary(List<StackSample> stacks, List<Long> askedNs, int earlier, int later) {
        long fromNs = stacks.get(earlier).timeNs();
        long toNs = stacks.get(later).timeNs();
        long askedAtNs = Math.max(fromNs, Math.min(toNs, askedNs.get(later)));
        return fromNs + (askedAtNs - fromNs) / 2;
    }
}
