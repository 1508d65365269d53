package io.straggler.harness;

import io.straggler.model.NanoClock;
import io.straggler.model.OpenStages;
import io.straggler.model.StageTime;
import io.straggler.model.VirtualThreads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The stages of all threads that entered one. Safe for use by several threads. */
final class Stages {
    /** Maximum number of live threads with a log, of 400 KiB each. Of further threads nothing is recorded. */
    static final int MAX_THREADS = 64;

    private final NanoClock clock;
    private final Consumer<Thread> firstEntered;
    private final Consumer<OpenStages> firstVirtual;

    /** A lock of the library: before JDK 24 a virtual thread that waits for a monitor keeps its carrier. */
    private final ReentrantLock openingVirtual = new ReentrantLock();

    private final List<StageLog> logs = new CopyOnWriteArrayList<>();
    private final AtomicLong neverClosedByDead = new AtomicLong();
    private final AtomicLong leftOut = new AtomicLong();

    /** Null for a thread that has none. */
    private final ThreadLocal<StageLog> own = new ThreadLocal<>();

    /** Null before the first one. */
    private volatile @Nullable VirtualStages ofVirtual;

    /**
     * @param firstEntered is called once on each thread that gets a log, when that enters its first stage
     * @param firstVirtual is called once, on the first virtual thread that enters a stage
     */
    Stages(NanoClock clock, Consumer<Thread> firstEntered, Consumer<OpenStages> firstVirtual) {
        this.clock = clock;
        this.firstEntered = firstEntered;
        this.firstVirtual = firstVirtual;
    }

    Stage enter(long tag) {
        if (VirtualThreads.isVirtual(Thread.currentThread())) {
            VirtualStages known = ofVirtual;
            return (known == null ? firstOfVirtual() : known).enter(tag);
        }
        StageLog log = own.get();
        return log != null ? log.enter(tag) : enterFirst(tag);
    }

    private VirtualStages firstOfVirtual() {
        openingVirtual.lock();
        try {
            VirtualStages known = ofVirtual;
            if (known == null) {
                known = new VirtualStages(clock);
                ofVirtual = known;
                firstVirtual.accept(known);
            }
            return known;
        } finally {
            openingVirtual.unlock();
        }
    }

    private Stage enterFirst(long tag) {
        StageLog log = open();
        if (log == null) {
            leftOut.incrementAndGet();
            return Stage.NONE;
        }
        return log.enter(tag);
    }

    /** The calling thread's log; null if too many threads have one. */
    private synchronized @Nullable StageLog open() {
        if (logs.size() >= MAX_THREADS) {
            for (StageLog log : logs) {
                if (!log.owner().isAlive()) {
                    logs.remove(log);
                    neverClosedByDead.addAndGet(log.neverClosed());
                }
            }
        }
        if (logs.size() >= MAX_THREADS) {
            return null;
        }
        Thread thread = Thread.currentThread();
        firstEntered.accept(thread);
        StageLog log = new StageLog(thread, clock);
        own.set(log);
        logs.add(log);
        return log;
    }

    /**
     * When threads worked on an iteration, in order of time.
     *
     * @param endNs of the iteration
     */
    List<StageTime> of(long tag, long endNs) {
        VirtualStages virtual = ofVirtual;
        if (logs.isEmpty() && virtual == null) {
            return List.of();
        }
        List<StageTime> found = new ArrayList<>();
        if (virtual != null) {
            virtual.find(tag, endNs, found);
        }
        logs.forEach(log -> log.find(tag, endNs, found));
        found.sort(Comparator.comparingLong(StageTime::fromNs));
        return found;
    }

    /** Stages so far that were left behind open. */
    long neverClosed() {
        VirtualStages virtual = ofVirtual;
        return neverClosedByDead.get()
                + (virtual == null ? 0 : virtual.neverClosed())
                + logs.stream().mapToLong(StageLog::neverClosed).sum();
    }

    /** Stages so far that were not recorded, because too many threads have entered some. */
    long leftOut() {
        VirtualStages virtual = ofVirtual;
        return leftOut.get() + (virtual == null ? 0 : virtual.leftOut());
    }
}
