package io.straggler.diagnosis;

import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.List;

/**
 * The stretch of an outlier that one stack stands for.
 *
 * <p>Between two stacks of a thread the boundary is midway between the earlier and the request for the later: from the request on the
 * thread did not get further than the stack shows. Before the first request nothing was seen; the last stack stands until the end.
 *
 * @param index of the stack in the outlier's list
 * @param askedNs when it was asked for, not before the stack in front of it nor before the outlier's start
 * @param timeNs when it was taken
 */
record StackStretch(int index, long askedNs, long timeNs, long sinceNs, long untilNs) {

    long lengthNs() {
        return untilNs - sinceNs;
    }

    /**
     * Those of one thread, in order.
     *
     * @param askedNs of each stack
     */
    static List<StackStretch> of(
            List<StackSample> stacks, List<Long> askedNs, long osThreadId, long startNs, long endNs) {
        List<StackStretch> stretches = new ArrayList<>();
        long previousNs = startNs;
        long sinceNs = 0;
        int next = nextOf(osThreadId, stacks, 0);
        while (next < stacks.size()) {
            int i = next;
            next = nextOf(osThreadId, stacks, i + 1);
            long timeNs = stacks.get(i).timeNs();
            long asked = Math.max(previousNs, Math.min(timeNs, askedNs.get(i)));
            if (stretches.isEmpty()) {
                sinceNs = asked;
            }
            long untilNs = next == stacks.size() ? endNs : boundary(stacks, askedNs, i, next);
            stretches.add(new StackStretch(i, asked, timeNs, sinceNs, untilNs));
            sinceNs = untilNs;
            previousNs = timeNs;
        }
        return stretches;
    }

    /** The first stack of a thread from an index on, or how many stacks there are. */
    private static int nextOf(long osThreadId, List<StackSample> stacks, int from) {
        int i = from;
        while (i < stacks.size() && stacks.get(i).osThreadId() != osThreadId) {
            i++;
        }
        return i;
    }

    private static long boundary(List<StackSample> stacks, List<Long> askedNs, int earlier, int later) {
        long fromNs = stacks.get(earlier).timeNs();
        long toNs = stacks.get(later).timeNs();
        long askedAtNs = Math.max(fromNs, Math.min(toNs, askedNs.get(later)));
        return fromNs + (askedAtNs - fromNs) / 2;
    }
}
