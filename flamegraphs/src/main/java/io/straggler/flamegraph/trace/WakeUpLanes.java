package io.straggler.flamegraph.trace;

import io.straggler.model.CoreUser;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.WakeUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The times in which threads had no core, and arrows to them from the threads of the process that ended their waits. */
final class WakeUpLanes {
    private static final String CATEGORY = "core";

    /** A wake-up is an instant; viewers draw arrows only from what has a length. */
    private static final long SHOWN_NS = 1_000;

    private final Map<Long, List<Slice>> byWaker = new TreeMap<>();
    private final List<Arrow> arrows = new ArrayList<>();

    /** The times without a core of a thread. */
    List<Slice> slices(String thread, Iterable<OffCoreInterval> offCore) {
        List<Slice> slices = new ArrayList<>();
        for (OffCoreInterval one : offCore) {
            if (one.preempted()) {
                slices.add(slice(one.fromNs(), one.toNs(), "waiting for a core, preempted", Map.of()));
                continue;
            }
            Slice waiting = slice(one.fromNs(), one.toNs(), "waiting", Map.of());
            slices.add(waiting);
            Optional<WakeUp> wakeUp = one.wakeUp();
            if (wakeUp.isPresent()) {
                WakeUp up = wakeUp.get();
                Slice woken = slice(
                        Math.max(one.fromNs(), up.atNs()),
                        one.toNs(),
                        "waiting for a core",
                        Map.of("woken by", up.by().words()));
                slices.add(woken);
                addArrow(thread, up, woken);
            }
        }
        return slices;
    }

    private void addArrow(String thread, WakeUp up, Slice woken) {
        if (up.by().kind() == CoreUser.Kind.OWN_THREAD && woken.durationNs() > 0) {
            Slice wakes = slice(up.atNs(), up.atNs() + SHOWN_NS, "wakes " + thread, Map.of());
            byWaker.computeIfAbsent(up.by().osThreadId(), id -> new ArrayList<>())
                    .add(wakes);
            arrows.add(new Arrow("woken", wakes, wakes.fromNs(), woken));
        }
    }

    private static Slice slice(long fromNs, long toNs, String name, Map<String, ?> arguments) {
        return new Slice(fromNs, toNs, name, CATEGORY, arguments);
    }

    /** When each thread woke up another one, by the system's number of the former. */
    Map<Long, List<Slice>> byWaker() {
        return byWaker;
    }

    List<Arrow> arrows() {
        return arrows;
    }
}
