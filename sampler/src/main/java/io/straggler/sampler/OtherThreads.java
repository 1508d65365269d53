package io.straggler.sampler;

import io.straggler.model.NanoClock;
import io.straggler.model.WatchedThread;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.linux.Connections;
import io.straggler.sampler.usage.CoreUses;
import io.straggler.sampler.usage.LockOwners;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Facts about threads beside the measured one that concern its late iterations: which threads had the cores, which
 * owned the lock that it waited for, and which connections have both ends in this process.
 *
 * <p>Stops nobody: files of the kernel, and what the JVM says of a thread without its stack. For the sampler thread, but for {@link #mayWait}.
 */
final class OtherThreads implements AutoCloseable {
    /** Connections are looked for soon after the start, when most are made, and then ever more seldom, up to this. */
    private static final long CONNECTIONS_EVERY_NS = 1_000_000_000;

    private static final long CONNECTIONS_FIRST_NS = 50_000_000;

    /** Looking for connections takes no more than this part of the time. */
    private static final long CONNECTIONS_PART = 200;

    /** Largest number of connections that are reported; later ones are not. */
    private static final int MAX_CONNECTIONS = 2_000;

    private final CaptureListener listener;
    private final NanoClock clock;
    private final CoreUses coreUses;
    private final LockOwners owners;

    /** Java ids of the threads whose waits for locks are looked at, by their ids in the system. */
    private final Map<Long, Long> javaIds = new ConcurrentHashMap<>();

    private final Set<Map.Entry<String, String>> connections = new HashSet<>();
    private long nextConnectionsNs;
    private long everyNs = CONNECTIONS_FIRST_NS;
    private boolean looked;

    OtherThreads(CaptureListener listener, NanoClock clock) {
        this.listener = listener;
        this.clock = clock;
        this.coreUses = new CoreUses(listener::usedCore, clock);
        this.owners = new LockOwners(listener);
    }

    /** A thread's waits for locks are looked at from now on. On any thread. */
    void mayWait(WatchedThread thread) {
        javaIds.put(thread.osThreadId(), thread.javaThreadId());
    }

    /**
     * One round.
     *
     * @param late whether an iteration is late now, or was since the last round
     */
    void look(long nowNs, boolean late) {
        coreUses.look(nowNs, late);
        if (!looked || nowNs - nextConnectionsNs >= 0) {
            looked = true;
            lookForConnections(nowNs);
        }
    }

    private void lookForConnections(long nowNs) {
        long startNs = clock.nanoTime();
        for (Map.Entry<String, String> ends : Connections.withinProcess()) {
            if (connections.size() < MAX_CONNECTIONS && connections.add(ends)) {
                listener.connected(ends.getKey(), ends.getValue());
            }
        }
        long tookNs = clock.nanoTime() - startNs;
        // The first few are slow because the code is cold.
        boolean warm = everyNs == CONNECTIONS_EVERY_NS;
        nextConnectionsNs = nowNs + Math.max(everyNs, warm ? CONNECTIONS_PART * tookNs : 0);
        everyNs = Math.min(CONNECTIONS_EVERY_NS, 2 * everyNs);
    }

    /** An iteration was late, or is. */
    void late(long fromNs, long toNs) {
        coreUses.report(fromNs, toNs);
    }

    /** Reports who has the lock that a thread waits for, if it waits for one now. */
    void askForOwner(long nowNs, long osThreadId) {
        Long javaId = javaIds.get(osThreadId);
        if (javaId != null) {
            owners.ask(nowNs, javaId, osThreadId);
        }
    }

    @Override
    public void close() {
        coreUses.close();
    }
}
