package io.straggler.sampler.usage;

import io.straggler.model.CoreHold;
import io.straggler.model.CoreUser;
import io.straggler.model.CoreUser.Kind;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.WakeUp;
import io.straggler.model.text.Messages;
import io.straggler.sampler.linux.CoreSwitches;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.WakeUps;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records of the kernel about cores, other processes included: which thread woke up a watched one, and which had a core
 * that a watched thread waited for. Few users are permitted to read them.
 *
 * <p>Each record costs whoever is on the core a fraction of a microsecond. A core whose threads switch so often that this exceeds half a
 * percent of its time is no longer recorded.
 *
 * <p>Safe from any thread.
 */
final class CoreWitness implements AutoCloseable {
    /** Pages of a core's ring of switches: 6,500 switches, 512 KiB. */
    private static final int SWITCH_PAGES = 128;

    /** Pages of a core's ring of wake-ups, which holds those of watched threads only: 900 of them, 64 KiB. */
    private static final int WAKE_UP_PAGES = 16;

    /** Cost of a switch's two records in nanoseconds, by {@code benchmarks/run witness}. */
    private static final long SWITCH_NS = 400;

    /** Recording takes no more than this part of a core's time. */
    private static final long PART = 200;

    /** Shorter times without a core, and shorter waits for one, are not looked into. */
    private static final long MIN_WAIT_NS = 20_000;

    /** Maximum number of holders that are named for one wait. */
    private static final int MAX_HOLDERS = 32;

    private static final long LOOK_EVERY_NS = 1_000_000_000;

    private final Map<Integer, CoreSwitches> cores = new HashMap<>();
    private final Map<Integer, WakeUps> wakeUps = new HashMap<>();
    private final Map<Integer, Long> written = new HashMap<>();
    private final CoreUsers users = new CoreUsers();
    private final List<Integer> allowed;
    private final StringBuilder troubles = new StringBuilder();
    private boolean noWakeUps;
    private long lookedNs;

    /** Starts to record what happens on the cores that the calling thread may use. */
    CoreWitness() {
        this(NativeThread.allowedCpus(0).stream().boxed().toList());
    }

    /** Starts to record what happens on these cores. */
    CoreWitness(List<Integer> allowed) {
        this.allowed = allowed;
        try {
            for (int core : allowed) {
                cores.put(core, CoreSwitches.open(core, SWITCH_PAGES));
            }
        } catch (IOException e) {
            // Few may see other processes: straggler doctor says what permits it.
            closeAll(cores.values());
        }
    }

    /** Records wake-ups of these threads from now on, instead of others. */
    synchronized void watch(Collection<Long> osThreadIds) {
        if (cores.isEmpty() || osThreadIds.isEmpty() || noWakeUps) {
            return;
        }
        closeAll(wakeUps.values());
        try {
            long tracepoint = WakeUps.tracepoint();
            for (int core : allowed) {
                wakeUps.put(core, WakeUps.open(tracepoint, core, WAKE_UP_PAGES, osThreadIds));
            }
        } catch (IOException e) {
            noWakeUps = true;
            closeAll(wakeUps.values());
            troubles.append("; who woke up whom is not recorded, because ").append(Messages.of(e));
        }
    }

    /** Looks what recording costs, and ends it where that is too much. Once a second is enough. */
    synchronized void look(long nowNs) {
        if (nowNs - lookedNs < LOOK_EVERY_NS) {
            return;
        }
        long sinceNs = nowNs - lookedNs;
        boolean first = lookedNs == 0;
        lookedNs = nowNs;
        users.forget();
        for (Map.Entry<Integer, CoreSwitches> core : List.copyOf(cores.entrySet())) {
            long now = core.getValue().written();
            Long before = written.put(core.getKey(), now);
            long switches = before == null ? 0 : (now - before) / CoreSwitches.SWITCH_BYTES;
            if (!first && switches * SWITCH_NS > sinceNs / PART) {
                core.getValue().close();
                cores.remove(core.getKey());
                troubles.append("; who had core ")
                        .append(core.getKey())
                        .append(" is no longer recorded: at ")
                        .append(Math.round(switches * 1e9 / sinceNs))
                        .append(" switches a second that would take more than half a percent of it");
            }
        }
    }

    /**
     * A time without a core, with who ended the wait and who had the core then, as far as that is known. A thread that waits for a core
     * may do so in the queue of the one that it left while the one that it comes to at last is idle: then it is the former that it waits for.
     */
    synchronized OffCoreInterval seen(long osThreadId, OffCoreInterval interval, int leftCore, int core) {
        if (interval.toNs() - interval.fromNs() < MIN_WAIT_NS) {
            return interval;
        }
        Optional<WakeUp> wakeUp =
                interval.preempted() ? Optional.empty() : wakeUp(osThreadId, interval.fromNs(), interval.toNs());
        OffCoreInterval known =
                new OffCoreInterval(interval.fromNs(), interval.toNs(), interval.preempted(), wakeUp, List.of());
        List<CoreHold> holders = known.runnableNs()
                .filter(fromNs -> interval.toNs() - fromNs >= MIN_WAIT_NS)
                .map(fromNs -> holders(osThreadId, leftCore, core, fromNs, interval.toNs()))
                .orElse(List.of());
        return new OffCoreInterval(interval.fromNs(), interval.toNs(), interval.preempted(), wakeUp, holders);
    }

    /** The last wake-up in a time: earlier ones found the thread awake, or asleep again at once. */
    private Optional<WakeUp> wakeUp(long osThreadId, long fromNs, long toNs) {
        List<WakeUp> found = new ArrayList<>();
        for (WakeUps core : wakeUps.values()) {
            core.between(osThreadId, fromNs, toNs, (atNs, process, thread, interrupt) -> {
                if (found.isEmpty() || found.get(0).atNs() < atNs) {
                    CoreUser by = interrupt || thread == 0 ? CoreUser.INTERRUPT : users.named(process, thread);
                    found.clear();
                    found.add(new WakeUp(atNs, by));
                }
            });
        }
        return found.stream().findFirst();
    }

    private List<CoreHold> holders(long osThreadId, int leftCore, int core, long fromNs, long toNs) {
        List<CoreHold> holders = holders(osThreadId, core, fromNs, toNs);
        if (leftCore == core) {
            return holders;
        }
        List<CoreHold> all = new ArrayList<>();
        for (CoreHold hold : holders) {
            List<CoreHold> instead = hold.by().kind() == Kind.IDLE
                    ? holders(osThreadId, leftCore, hold.fromNs(), hold.toNs())
                    : List.of();
            all.addAll(instead.isEmpty() ? List.of(hold) : instead);
        }
        return all;
    }

    /** The other users of a core, in order; nothing if the records are gone. */
    private List<CoreHold> holders(long osThreadId, int core, long fromNs, long toNs) {
        CoreSwitches switches = cores.get(core);
        if (switches == null) {
            return List.of();
        }
        List<CoreHold> holders = new ArrayList<>();
        boolean all = switches.between(fromNs, toNs, (heldNs, untilNs, process, thread) -> {
            if (holders.size() < MAX_HOLDERS && thread != osThreadId) {
                holders.add(new CoreHold(heldNs, untilNs, thread == 0 ? CoreUser.IDLE : users.named(process, thread)));
            }
        });
        Collections.reverse(holders);
        return all ? holders : List.of();
    }

    /** The end of a sentence that says which permitted records are missing, and why; empty if none is. */
    synchronized String troubles() {
        return troubles.toString();
    }

    private static void closeAll(Collection<? extends AutoCloseable> rings) {
        for (AutoCloseable ring : rings) {
            try {
                ring.close();
            } catch (Exception e) {
                throw new IllegalStateException("rings of records must close: " + e, e);
            }
        }
        rings.clear();
    }

    @Override
    public synchronized void close() {
        closeAll(cores.values());
        closeAll(wakeUps.values());
    }

    /** The kinds of users of a core by number, and their names while they live. */
    private static final class CoreUsers {
        private final long own = ProcessHandle.current().pid();
        private final Map<Integer, CoreUser> known = new HashMap<>();

        CoreUser named(int processId, int osThreadId) {
            return known.computeIfAbsent(osThreadId, id -> find(processId, id));
        }

        /** Numbers are given again, and programs change their names: each is asked for anew. */
        void forget() {
            known.clear();
        }

        private CoreUser find(int processId, int osThreadId) {
            if (processId == own) {
                return new CoreUser(
                        Kind.OWN_THREAD, osThreadId, ThreadNames.ofThisJvm().inFull(ThreadNames.kept(own, osThreadId)));
            }
            String name = new String(ThreadNames.kept(processId, processId), StandardCharsets.UTF_8);
            return new CoreUser(Kind.OTHER_PROCESS, osThreadId, name);
        }
    }
}
