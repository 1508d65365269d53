package io.straggler.sampler.usage;

import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.Witness;
import io.straggler.model.text.Messages;
import io.straggler.sampler.linux.DescriptorShare;
import io.straggler.sampler.linux.ThreadSwitches;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's records of when watched threads had no core and, where it permits that, of who woke them up and who had the core.
 *
 * <p>Threads: {@link #watch} on any; {@link #between} for one thread at a time.
 */
public final class SwitchRecords implements AutoCloseable {
    /** Pages of the pacing thread's ring: 4,096 intervals, 256 KiB. At 4,000 iterations a second they reach back a second. */
    public static final int PACING_PAGES = 64;

    /** Pages of another thread's ring: 1,024 intervals, 64 KiB. */
    public static final int HELPER_PAGES = 16;

    /** Pages of the ring of a thread with the agent: 256 intervals, 16 KiB. */
    private static final int SERVED_PAGES = 4;

    /** Maximum number of threads with the agent, each of which takes a file descriptor: 100, and fewer where the program may have few. */
    private static final int MAX_SERVED =
            Math.min(100, DescriptorShare.ofThisProcess().records());

    /** Maximum number of intervals of one late iteration: with more of them, nobody would look at each. */
    private static final int MAX_INTERVALS = 512;

    private final Map<Long, ThreadSwitches> threads = new ConcurrentHashMap<>();

    /** Records of threads that have ended, and whose numbers other threads have got. They are closed last, because the pacing thread may still look at them. */
    private final Queue<ThreadSwitches> replaced = new ConcurrentLinkedQueue<>();

    private final boolean wanted;
    private final @Nullable CoreWitness witness;
    private volatile String refusal = "";

    /** Gets how many switches of threads were recorded. */
    @FunctionalInterface
    public interface Counts {
        /** A thread has left its core so often since that is recorded. */
        void recorded(long osThreadId, long count);
    }

    /** @param asked for */
    public SwitchRecords(Witness asked) {
        wanted = asked != Witness.OFF;
        witness = asked == Witness.AUTO ? new CoreWitness() : null;
    }

    /** Records the switches of a thread from now on, if the kernel permits it. */
    public void watch(long osThreadId, int pages) {
        if (!wanted) {
            return;
        }
        try {
            ThreadSwitches.open(osThreadId, pages).ifPresent(switches -> {
                ThreadSwitches before = threads.put(osThreadId, switches);
                if (before != null) {
                    replaced.add(before);
                }
            });
            if (witness != null) {
                witness.watch(threads.keySet());
            }
        } catch (IOException e) {
            refusal = Messages.of(e);
        }
    }

    /**
     * Records the switches of a thread of any program from now on, unless that is done already, or for too many threads. For the thread that
     * also calls {@link #between}.
     */
    public void watchServed(long osThreadId) {
        if (threads.size() < MAX_SERVED && !threads.containsKey(osThreadId)) {
            watch(osThreadId, SERVED_PAGES);
        }
    }

    /** Number of switches away that were recorded so far, by thread. For the thread that also calls {@link #between}; the consumer may {@link #forget} the thread. */
    public void counts(Counts consumer) {
        threads.forEach((osThreadId, switches) -> consumer.recorded(osThreadId, switches.count()));
    }

    /** Whether a thread waits, until this is closed; null if its switches are not recorded. */
    public @Nullable WaitTimes waitTimes(long osThreadId) {
        ThreadSwitches switches = threads.get(osThreadId);
        if (switches == null) {
            return null;
        }
        return new WaitTimes() {
            @Override
            public long sinceNs() {
                return switches.waitingSinceNs();
            }

            @Override
            public long backNs() {
                return switches.backFromWaitNs();
            }
        };
    }

    /** Ends recording the switches of a thread. */
    public void forget(long osThreadId) {
        ThreadSwitches switches = threads.remove(osThreadId);
        if (switches != null) {
            switches.close();
        }
    }

    /** When a thread had no core. Nothing if its switches are not recorded, or there were too many of them since. */
    public Optional<OffCoreTimes> between(long osThreadId, long fromNs, long toNs) {
        ThreadSwitches switches = threads.get(osThreadId);
        if (switches == null) {
            return Optional.empty();
        }
        List<OffCoreInterval> intervals = new ArrayList<>();
        boolean all = switches.between(
                fromNs,
                toNs,
                (awayNs, backNs, preempted, leftCore, core) -> intervals.add(
                        seen(osThreadId, new OffCoreInterval(awayNs, backNs, preempted), leftCore, core)));
        return all && intervals.size() <= MAX_INTERVALS
                ? Optional.of(new OffCoreTimes(fromNs, intervals))
                : Optional.empty();
    }

    private OffCoreInterval seen(long osThreadId, OffCoreInterval interval, int leftCore, int core) {
        return witness == null ? interval : witness.seen(osThreadId, interval, leftCore, core);
    }

    /** Looks what records of the cores cost. For the thread that also calls {@link #between}. */
    public void look(long nowNs) {
        if (witness != null) {
            witness.look(nowNs);
        }
    }

    /** Why the kernel refused to record switches, to follow another sentence; empty if it never did. */
    public String troubles() {
        String cores = witness == null ? "" : witness.troubles();
        return refusal.isEmpty()
                ? cores
                : "; when a thread had no core is inferred from scheduler statistics, because " + refusal
                        + ": straggler doctor says what permits it";
    }

    @Override
    public void close() {
        threads.values().forEach(ThreadSwitches::close);
        threads.clear();
        replaced.forEach(ThreadSwitches::close);
        replaced.clear();
        if (witness != null) {
            witness.close();
        }
    }
}
