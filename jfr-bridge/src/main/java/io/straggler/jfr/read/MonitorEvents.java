package io.straggler.jfr.read;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Waits for monitors with their owner, and with what the owner itself was blocked in meanwhile, if the JVM told. An owner is known from
 * the chunk on in which somebody's wait for it ended: what it was blocked in is not reported for the first wait that goes on into a new chunk.
 */
final class MonitorEvents {
    /** Owners may block all day; what exceeds this only costs the words on what they did. */
    private static final int MOST_BLOCKED = 200_000;

    private final List<Entry> entries = new ArrayList<>();
    private final Set<Long> owners = new HashSet<>();
    private final Map<Long, List<Evidence>> blockedByJavaId = new HashMap<>();
    private int blocked;

    private record Entry(Evidence evidence, long ownerJavaId) {}

    /** A watched thread waited for a monitor. */
    void accept(EventView row, long osId, long startNs, long endNs) {
        EventView owner = row.row("previousOwner");
        String held = JvmNames.ofThread(row, "previousOwner");
        String detail = JvmNames.ofClass(row, "monitorClass") + (held.isEmpty() ? "" : ", held by " + held);
        long ownerId = owner == null ? 0 : owner.number("javaThreadId");
        if (ownerId != 0) {
            owners.add(ownerId);
        }
        entries.add(new Entry(new Evidence(Kind.MONITOR_ENTER, startNs, endNs, osId, detail), ownerId));
    }

    /** Whether a watched thread is known to have waited for this one, so that it matters what it was blocked in. */
    boolean waitedFor(long javaId) {
        return owners.contains(javaId) && blocked < MOST_BLOCKED;
    }

    /** A thread that was waited for was blocked in something. */
    void blocked(long javaId, Evidence in) {
        blocked++;
        blockedByJavaId.computeIfAbsent(javaId, id -> new ArrayList<>()).add(in);
    }

    void finish(Consumer<Evidence> consumer) {
        blockedByJavaId.values().forEach(ofThread -> ofThread.sort(Comparator.comparingLong(Evidence::startNs)));
        for (Entry entry : entries) {
            Evidence wait = entry.evidence;
            Evidence longest = longest(wait, blockedByJavaId.getOrDefault(entry.ownerJavaId, List.of()));
            String doing =
                    longest == null ? "" : " (it was in " + longest.kind().label() + detailOf(longest) + ")";
            consumer.accept(
                    new Evidence(wait.kind(), wait.startNs(), wait.endNs(), wait.osThreadId(), wait.detail() + doing));
        }
    }

    /** What overlaps a wait most. One thread is blocked in one thing after the other, so the search ends soon. */
    private static Evidence longest(Evidence wait, List<Evidence> ordered) {
        int low = 0;
        int high = ordered.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ordered.get(middle).startNs() < wait.endNs()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Evidence longest = null;
        for (int i = low - 1; i >= 0 && ordered.get(i).endNs() > wait.startNs(); i--) {
            Evidence one = ordered.get(i);
            longest = longest == null || overlapNs(wait, one) > overlapNs(wait, longest) ? one : longest;
        }
        return longest;
    }

    private static String detailOf(Evidence one) {
        return one.detail().isEmpty() ? "" : ": " + one.detail();
    }

    private static long overlapNs(Evidence a, Evidence b) {
        return Math.min(a.endNs(), b.endNs()) - Math.max(a.startNs(), b.startNs());
    }
}
