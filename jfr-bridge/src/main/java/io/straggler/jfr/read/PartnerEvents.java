package io.straggler.jfr.read;

import io.straggler.jfr.chunk.EventView;
import io.straggler.jfr.event.CoreWaitEvent;
import io.straggler.jfr.event.LockOwnerEvent.LockOwner;
import io.straggler.model.CoreUser;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Partner;
import io.straggler.model.Partner.Role;
import io.straggler.model.Place;
import io.straggler.model.PlatformMethods;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.WaitEnd;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Names the thread that a watched thread waited for, as far as the records do: the owner of a monitor or a lock, the thread that notified,
 * the thread at the other end of a connection within the process, or whoever was seen ending a park. Adds what that thread, the partner, was blocked in meanwhile, if the
 * JVM recorded it.
 *
 * <p>A partner is known from the first chunk on in which an event names it. If the first wait for a partner goes on into a new chunk, what
 * the partner was blocked in before that chunk is not reported. If the records name no thread, or two threads could have been meant, no
 * thread is named.
 */
final class PartnerEvents {
    /** Partners may block all day; what exceeds this only costs the words on what they did. */
    private static final int MAX_BLOCKED = 200_000;

    private static final int MAX_WOKEN = 200_000;

    /** Largest number of waits with a partner; waits beyond it are evidence that names nobody. */
    static final int MAX_WAITS = 200_000;

    /** Methods by which any wait of a virtual thread parks. */
    private static final List<String> PARKING = List.of(
            "java.util.concurrent.locks.LockSupport.",
            "jdk.internal.misc.Unsafe.park",
            "java.lang.VirtualThread.",
            "java.lang.System$",
            "jdk.internal.vm.Continuation.");

    /** Max number of threads that are followed back which gave one another what a thread waited for. */
    private static final int MAX_HOLDERS = 100;

    private static final Comparator<Evidence> FIRST_FIRST = Comparator.comparingLong(Evidence::startNs);

    /** The other ends of each end of a connection within the process: several for a server with several clients. */
    private final Map<String, Set<String>> connections = new HashMap<>();

    /** The owners of the locks that each thread of the system waited for, by when that was seen. */
    private final Map<Long, NavigableMap<Long, Long>> ownersSeen = new HashMap<>();

    /** Threads that ended the waits of each thread of the system, by time. */
    private final Map<Long, NavigableMap<Long, WaitEnd>> endsSeen = new HashMap<>();

    private final List<Wait> waits = new ArrayList<>();
    private final Map<Long, Peer> partners = new HashMap<>();
    private final MonitorOwners monitors = new MonitorOwners();
    private final WakerInference wakers = new WakerInference();

    /** Wake-ups of each thread of the system by the kernel's records, by when. */
    private final Map<Long, NavigableMap<Long, CoreWaitEvent.Part>> wakeUps = new HashMap<>();

    /** Parks that ended early, and that no event names anybody for. */
    private final List<Evidence> woken = new ArrayList<>();

    /** Threads that were waited for, by waiting threads that may yet turn out to matter: events come in any order. */
    private final Map<Long, Set<ThreadRef>> pendingByWaiter = new HashMap<>();

    private int blocked;

    /**
     * A wait that is handed over when all is read.
     *
     * @param javaId of the thread that was waited for, zero where only {@code end} names it
     * @param monitor that was waited for, or zero
     * @param end of a connection that is not the waiting thread's own, or empty
     * @param ending what the thread that was waited for was in when it ended the wait; empty if that is not known
     */
    private record Wait(Evidence evidence, Role role, long javaId, long monitor, String end, List<String> ending) {
        private Wait(Evidence evidence, Role role, long javaId, long monitor, String end) {
            this(evidence, role, javaId, monitor, end, List.of());
        }
    }

    /** A thread as an event names it. */
    private record ThreadRef(long javaId, String name, long osId) {}

    /** A thread that may have been waited for. */
    private static final class Peer {
        private String name = "";
        private long osId;
        private final List<Evidence> blocked = new ArrayList<>();

        /** Reads of connections within the process, by the end of the other side. */
        private final Map<String, List<Evidence>> readsByEnd = new HashMap<>();
    }

    /**
     * @param ends each end of a connection within the process, with its other end
     * @param lockOwners of the locks and monitors that watched threads waited for
     * @param waitEnds who ended waits of watched threads
     * @param coreWaits the kernel's records of who woke them
     */
    PartnerEvents(
            Set<Map.Entry<String, String>> ends,
            List<LockOwner> lockOwners,
            List<WaitEnd> waitEnds,
            List<CoreWaitEvent.Part> coreWaits) {
        ends.forEach(one -> connections
                .computeIfAbsent(one.getKey(), end -> new HashSet<>())
                .add(one.getValue()));
        for (LockOwner one : lockOwners) {
            ownersSeen.computeIfAbsent(one.osThreadId(), id -> new TreeMap<>()).put(one.timeNs(), one.ownerJavaId());
            named(new ThreadRef(one.ownerJavaId(), one.owner(), 0));
        }
        for (WaitEnd one : waitEnds) {
            endsSeen.computeIfAbsent(one.osThreadId(), id -> new TreeMap<>()).put(one.timeNs(), one);
            named(new ThreadRef(one.enderJavaId(), one.ender(), 0));
        }
        coreWaits.stream()
                .filter(CoreWaitEvent.Part::wakeUp)
                .forEach(one -> wakeUps.computeIfAbsent(one.osThreadId(), id -> new TreeMap<>())
                        .put(one.fromNs(), one));
    }

    /**
     * Takes note of the threads that an event names; comes before the events of such threads.
     *
     * @param watched whether it happened on a thread that is watched
     */
    void learn(EventView row, boolean watched) {
        String by = ownerField(row);
        if (!by.isEmpty()) {
            learnThread(row, by, watched || partners.containsKey(EvidenceEvents.javaThread(row)));
        } else if (connections.containsKey(end(row))) {
            learnThread(row, "eventThread", true);
        }
    }

    /** The field in which an event names who ended the wait, or an empty text. */
    private static String ownerField(EventView row) {
        return switch (row.typeName()) {
            case EvidenceType.MONITOR_ENTER -> "previousOwner";
            case EvidenceType.MONITOR_WAIT -> "notifier";
            default -> "";
        };
    }

    /** @param matters whether a watched thread may have waited for this one, as far as is known */
    private void learnThread(EventView row, String field, boolean matters) {
        EventView thread = row.row(field);
        if (thread == null || thread.number("javaThreadId") == 0) {
            return;
        }
        ThreadRef named = new ThreadRef(
                thread.number("javaThreadId"), JvmNames.ofThread(row, field), thread.number("osThreadId"));
        if (matters) {
            named(named);
        } else {
            pendingByWaiter
                    .computeIfAbsent(EvidenceEvents.javaThread(row), id -> new HashSet<>())
                    .add(named);
        }
    }

    /** Adds the threads that a thread waited for: if it matters, they matter, too. */
    private void named(ThreadRef first) {
        Deque<ThreadRef> mattering = new ArrayDeque<>();
        mattering.push(first);
        while (!mattering.isEmpty()) {
            ThreadRef named = mattering.pop();
            Peer other = partners.computeIfAbsent(named.javaId, id -> new Peer());
            other.name = named.name;
            other.osId = named.osId == 0 ? other.osId : named.osId;
            Set<ThreadRef> itsOwn = pendingByWaiter.remove(named.javaId);
            if (itsOwn != null) {
                itsOwn.forEach(mattering::push);
            }
        }
    }

    /** Whether a watched thread may have waited for this one, so that it matters what it was blocked in. */
    boolean waitedFor(long javaId) {
        return partners.containsKey(javaId) && blocked < MAX_BLOCKED;
    }

    /** Whether it matters what any thread was blocked in, because it may have woken a watched one. */
    boolean mayHaveWoken() {
        return wakers.wanted();
    }

    /** Some thread was blocked in something. */
    void slept(long javaId, Evidence in, EventView row) {
        EventView thread = row.row("eventThread");
        long osId = thread != null && in.osThreadId() == Evidence.ANY_THREAD
                ? thread.number("osThreadId")
                : in.osThreadId();
        wakers.blocked(javaId, osId, JvmNames.ofThread(row, "eventThread"), in);
    }

    /** A thread that may have been waited for was blocked in something. */
    void blocked(long javaId, Evidence in, EventView row) {
        blocked++;
        Peer other = partners.computeIfAbsent(javaId, id -> new Peer());
        String end = in.kind() == Kind.SOCKET_IO ? end(row) : "";
        learnThread(row, "eventThread", true);
        entered(javaId, in, row);
        if (row.typeName().equals(EvidenceType.SOCKET_READ) && connections.containsKey(end)) {
            other.readsByEnd.computeIfAbsent(end, key -> new ArrayList<>()).add(in);
        } else {
            other.blocked.add(in);
        }
    }

    /** A thread that has a monitor next waited for it before. */
    private void entered(long javaId, Evidence in, EventView row) {
        if (in.kind() == Kind.MONITOR_ENTER) {
            monitors.entered(javaId, monitor(row), threadIn(row, ownerField(row)), in.endNs());
        }
    }

    private static long monitor(EventView row) {
        return row.typeName().equals(EvidenceType.MONITOR_ENTER) ? row.number("address") : 0;
    }

    private static long threadIn(EventView row, String field) {
        EventView thread = row.row(field);
        return thread == null ? 0 : thread.number("javaThreadId");
    }

    /**
     * A watched thread waited. The wait is handed over by {@link #finish} if its partner may be known by then, and there is room.
     *
     * @return whether it is
     */
    boolean waited(Evidence evidence, EventView row) {
        if (waits.size() >= MAX_WAITS) {
            return false;
        }
        String by = ownerField(row);
        if (!by.isEmpty()) {
            long javaId = threadIn(row, by);
            Role role = evidence.kind() == Kind.MONITOR_ENTER ? Role.OWNER : Role.NOTIFIER;
            return javaId != 0 && waits.add(new Wait(evidence, role, javaId, monitor(row), ""));
        }
        if (evidence.kind() == Kind.PARK) {
            return parked(evidence);
        }
        // Written data wait in a buffer, so a late write is seldom the peer's doing.
        String end = row.typeName().equals(EvidenceType.SOCKET_READ) ? end(row) : "";
        return connections.containsKey(end) && waits.add(new Wait(evidence, Role.PEER, 0, 0, end));
    }

    /** Whether it is known whom a park waited for. */
    private boolean parked(Evidence park) {
        WaitEnd end = endOf(park);
        long owner = lockOwner(park);
        if (owner != 0) {
            List<String> ending = end != null && end.enderJavaId() == owner ? end.methods() : List.of();
            return waits.add(new Wait(park, Role.OWNER, owner, 0, "", ending));
        }
        if (end == null) {
            return false;
        }
        return waits.add(new Wait(park, Role.RECORDED_WAKER, end.enderJavaId(), 0, "", end.methods()));
    }

    /** A virtual thread was seen waiting from one instant to another: the JVM has no events of that. */
    void seenWaiting(StackSample wait) {
        if (waits.size() < MAX_WAITS && isPark(wait.frames())) {
            Evidence park = new Evidence(Kind.PARK, wait.sinceNs(), wait.timeNs(), wait.osThreadId(), Place.NONE);
            if (endOf(park) != null) {
                parked(park);
            }
        }
    }

    /** Whether a stack waits for other threads of the program: the JDK also parks a virtual thread that reads from a socket or sleeps. */
    private static boolean isPark(List<StackFrame> frames) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            String method = frames.get(i).name();
            if (PARKING.stream().noneMatch(method::startsWith)) {
                return method.startsWith("java.util.concurrent.") || !PlatformMethods.contain(method);
            }
        }
        return false;
    }

    /** Returns the last thread that let a parked thread go on; null if none was seen. */
    private @Nullable WaitEnd endOf(Evidence park) {
        NavigableMap<Long, WaitEnd> seen = endsSeen.get(park.osThreadId());
        Map.Entry<Long, WaitEnd> last = seen == null ? null : seen.floorEntry(park.endNs());
        return last == null || last.getKey() < park.startNs() ? null : last.getValue();
    }

    /**
     * A watched thread was blocked in something of an outlier that no event names anybody for. It is handed over by {@link #finish} if somebody may have ended
     * it.
     *
     * @return whether it is
     */
    boolean woken(Evidence evidence, EventView row) {
        return evidence.kind() == Kind.PARK
                && woken.size() < MAX_WOKEN
                && endedEarly(evidence, row)
                && woken.add(evidence);
    }

    /** Whether somebody ended a park, and not its time. One that lasts until an hour of the day is left alone. */
    private static boolean endedEarly(Evidence park, EventView row) {
        long timeoutNs = row.number("timeout");
        boolean untilAnHour = row.number("until") > 0;
        return !untilAnHour && (timeoutNs <= 0 || park.durationNs() < timeoutNs);
    }

    /** Returns the owner of the lock for which a thread parked; zero if nothing looked, or if there were several. */
    private long lockOwner(Evidence park) {
        Set<Long> owners = new HashSet<>(ownersSeen(park).values());
        return owners.size() == 1 ? owners.iterator().next() : 0;
    }

    /** Returns the threads that were seen to have the thing that a thread waited for, by time. */
    private Map<Long, Long> ownersSeen(Evidence wait) {
        NavigableMap<Long, Long> seen = ownersSeen.get(wait.osThreadId());
        return seen == null
                ? Map.of()
                : seen.subMap(wait.startNs(), true, Math.max(wait.startNs(), wait.endNs()), true);
    }

    /** The end of a connection that an event's thread talked to. */
    private static String end(EventView row) {
        String address = row.nameOrEmpty("address");
        return address.isEmpty() ? "" : address + ":" + row.number("port");
    }

    void finish(Consumer<Evidence> consumer) {
        for (Peer other : partners.values()) {
            other.blocked.sort(FIRST_FIRST);
            other.readsByEnd.values().forEach(reads -> reads.sort(FIRST_FIRST));
        }
        for (Wait wait : waits) {
            if (wait.monitor != 0) {
                ownersSeen(wait.evidence).forEach((timeNs, owner) -> monitors.seen(owner, wait.monitor, timeNs));
            }
        }
        for (Wait wait : waits) {
            consumer.accept(partner(wait).map(wait.evidence::waitingFor).orElse(wait.evidence));
        }
        Map<Evidence, WakerInference.Sleeper> named = wakers.of(woken);
        for (Evidence wait : woken) {
            WakerInference.Sleeper recorded = recordedWaker(wait);
            WakerInference.Sleeper waker = recorded == null ? named.get(wait) : recorded;
            consumer.accept(
                    waker == null ? wait : endedBy(waker, recorded == null ? Role.WAKER : Role.RECORDED_WAKER, wait));
        }
    }

    /** Thread of the program whose wake-up ended a wait, by the kernel's record; null if there is no record, or the thread was never blocked. */
    private WakerInference.@Nullable Sleeper recordedWaker(Evidence wait) {
        NavigableMap<Long, CoreWaitEvent.Part> seen = wakeUps.get(wait.osThreadId());
        Map.Entry<Long, CoreWaitEvent.Part> last = seen == null ? null : seen.floorEntry(wait.endNs());
        return last == null
                        || last.getValue().awayNs() < wait.startNs()
                        || last.getValue().by().kind() != CoreUser.Kind.OWN_THREAD
                ? null
                : wakers.thread(last.getValue().by().osThreadId());
    }

    private static Evidence endedBy(WakerInference.Sleeper waker, Role role, Evidence wait) {
        Partner partner = new Partner(
                waker.name(), waker.osId(), role, during(wait.startNs(), wait.endNs(), waker.blocked()), List.of());
        return wait.waitingFor(partner);
    }

    private Optional<Partner> partner(Wait wait) {
        if (wait.monitor != 0) {
            return owner(wait);
        }
        if (wait.role == Role.RECORDED_WAKER) {
            return holder(wait);
        }
        String end = wait.end.isEmpty() ? "" : onlyOther(wait.end);
        Peer other = wait.end.isEmpty() ? partners.get(wait.javaId) : onlyReader(end);
        return partner(wait, other, wait.evidence.startNs(), wait.evidence.endNs(), end);
    }

    /**
     * Holder of what a thread waited for: of those that gave it to one another, the one that had it longest during the wait. The last one has often waited for the same thing
     * itself, and got it a moment before.
     *
     * <pre>
     *   first    |-- has it --------------|            the one that is named
     *   second    ~ waits ~~~~~~~~~~~~~~~~|-has it-|
     *   thread      ~ waits ~~~~~~~~~~~~~~~~~~~~~~~|
     * </pre>
     */
    private Optional<Partner> holder(Wait wait) {
        long startNs = wait.evidence.startNs();
        long untilNs = wait.evidence.endNs();
        WaitEnd longest = null;
        long mostFromNs = untilNs;
        long mostUntilNs = untilNs;
        WaitEnd end = endOf(wait.evidence);
        for (int i = 0; end != null && i < MAX_HOLDERS; i++) {
            WaitEnd before = gotFrom(end, startNs);
            long fromNs = before == null ? startNs : before.timeNs();
            if (longest == null || untilNs - fromNs > mostUntilNs - mostFromNs) {
                longest = end;
                mostFromNs = fromNs;
                mostUntilNs = untilNs;
            }
            untilNs = fromNs;
            end = before;
        }
        if (longest == null) {
            return Optional.empty();
        }
        Role role = GivenBack.by(longest.methods()) ? Role.OWNER : Role.RECORDED_WAKER;
        Wait of = new Wait(wait.evidence, role, longest.enderJavaId(), 0, "", longest.methods());
        return partner(of, partners.get(longest.enderJavaId()), mostFromNs, mostUntilNs, "");
    }

    /** Returns who gave the same thing to the thread that ended a wait, since an instant; null if nothing did. */
    private @Nullable WaitEnd gotFrom(WaitEnd end, long sinceNs) {
        NavigableMap<Long, WaitEnd> own = endsSeen.get(end.enderOsThreadId());
        if (own == null || end.blocker() == 0) {
            return null;
        }
        return own.subMap(sinceNs, false, end.timeNs(), false).descendingMap().values().stream()
                .filter(one -> one.blocker() == end.blocker())
                .findFirst()
                .orElse(null);
    }

    /** Returns the thread that had a monitor longest during a wait, and what that thread was blocked in meanwhile. */
    private Optional<Partner> owner(Wait wait) {
        MonitorOwners.Held held =
                monitors.longest(wait.monitor, wait.javaId, wait.evidence.startNs(), wait.evidence.endNs());
        return partner(wait, partners.get(held.javaId()), held.sinceNs(), held.untilNs(), "");
    }

    /**
     * A thread that was waited for, unless nothing is known of it or it is the waiting one itself.
     *
     * @param other or {@code null}
     * @param end that the waiting thread read from, or empty
     */
    private static Optional<Partner> partner(Wait wait, @Nullable Peer other, long startNs, long endNs, String end) {
        if (other == null || other.name.isEmpty() || other.osId == wait.evidence.osThreadId()) {
            return Optional.empty();
        }
        return Optional.of(new Partner(
                other.name,
                other.osId,
                wait.role,
                during(startNs, endNs, other.blocked),
                during(startNs, endNs, other.readsByEnd.getOrDefault(end, List.of())),
                wait.ending));
    }

    /**
     * Returns the other end of a connection if there is only one: an event does not say which client a server's end
     * talks to.
     */
    private String onlyOther(String end) {
        Set<String> others = connections.getOrDefault(end, Set.of());
        String other = others.size() == 1 ? others.iterator().next() : "";
        return connections.getOrDefault(other, Set.of()).size() == 1 ? other : "";
    }

    /** The thread that reads what is sent from an end, if there is only one; {@code null} otherwise. */
    private @Nullable Peer onlyReader(String end) {
        List<Peer> readers = partners.values().stream()
                .filter(other -> other.readsByEnd.containsKey(end))
                .toList();
        return readers.size() == 1 ? readers.get(0) : null;
    }

    /**
     * Returns the evidence that overlaps a time. A thread is blocked in one thing after the other, so the search ends
     * soon.
     */
    private static List<Evidence> during(long startNs, long endNs, List<Evidence> ordered) {
        int low = 0;
        int high = ordered.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ordered.get(middle).endNs() > startNs) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        int end = low;
        while (end < ordered.size() && ordered.get(end).startNs() < endNs) {
            end++;
        }
        return ordered.subList(low, end);
    }
}
