package io.straggler.sampler;

import io.straggler.model.NanoClock;
import io.straggler.model.text.JvmThreads;
import io.straggler.sampler.linux.NativeSleep;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.ProcFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps threads that only exist to measure off the core of the pacing thread: Straggler's, the flight recorder's, and
 * all threads of a process that started this one to measure it. When the pacing thread moves to another core, this
 * class follows.
 *
 * <p>The program's own threads and its JVM's compilers and collectors stay where the scheduler puts them, because the measurement is to
 * show what they do to the pacing thread. There is one exception: in the first second of a measured run, the compilers stay off that core
 * too. What they compile then is for the most part our own code, which runs with the first outliers.
 *
 * <p>Does nothing where the process has a single core. Lifecycle: {@link #settle} for each run, {@link #close} in the end. Threads: {@link #settle}
 * on the pacing thread, the rest on any; following has a thread of its own, which sleeps.
 */
public final class PacingCore implements AutoCloseable {
    /** How names of threads begin that measure, as the kernel keeps them: cut to fifteen characters. */
    private static final List<String> MEASURING = List.of("straggler-", "JFR ", "Async-profiler");

    private static final List<String> OURS = List.of("straggler-");

    private static final long LOOK_EVERY_NS = 20_000_000;
    private static final long COMPILERS_AWAY_NS = 1_000_000_000;

    private final NanoClock clock;
    private final BitSet allowed;
    private final Set<Long> bound = new HashSet<>();

    /** Guarded by this, as all below. */
    private final Set<Long> kept = new HashSet<>();

    private @Nullable Thread follower;
    private long pacingThreadId;

    /** Its statistics. */
    private @Nullable ProcFile stat;

    private int core = -1;
    private int lastSeen = -1;
    private boolean compilersAway;
    private long compilersBackNs;

    private PacingCore(NanoClock clock, BitSet allowed) {
        this.clock = clock;
        this.allowed = allowed;
    }

    /** Opens it for a process that may use the cores of the calling thread. */
    static PacingCore open(NanoClock clock) {
        return new PacingCore(clock, NativeThread.available() ? NativeThread.allowedCpus(0) : new BitSet());
    }

    /** A thread that was bound to a core on purpose stays there. */
    synchronized void leave(long osThreadId) {
        bound.add(osThreadId);
        kept.remove(osThreadId);
    }

    /**
     * The calling thread paces from now on, on the core on which it is.
     *
     * @param measured whether it will be measured, not warmed up
     */
    synchronized void settle(boolean measured) {
        if (allowed.cardinality() < 2) {
            return;
        }
        try {
            watch(NativeThread.currentId());
        } catch (FileNotFoundException e) {
            return;
        }
        kept.addAll(named(MEASURING));
        ProcessHandle.current().parent().ifPresent(parent -> kept.addAll(measuringProcess(parent.pid())));
        if (measured) {
            kept.addAll(named(JvmThreads.compilers()));
            compilersAway = true;
            compilersBackNs = clock.nanoTime() + COMPILERS_AWAY_NS;
        }
        kept.removeAll(bound);
        kept.remove(pacingThreadId);
        clear(coreNow());
        if (follower == null) {
            follower = new Thread(this::loop, "straggler-cores");
            follower.setDaemon(true);
            follower.start();
        }
    }

    private void loop() {
        Thread self = Thread.currentThread();
        leavePacingThread();
        while (follows(self)) {
            NativeSleep.sleep(LOOK_EVERY_NS);
            follow();
        }
    }

    /** The calling thread was started by the pacing thread, and may have inherited its only core. */
    private synchronized void leavePacingThread() {
        kept.add(NativeThread.currentId());
        clear(core);
    }

    private synchronized boolean follows(Thread thread) {
        return follower == thread;
    }

    /** Looks where the pacing thread is now. Where it was at two looks in turn, it stays for a while. */
    synchronized void follow() {
        if (core < 0) {
            return;
        }
        int seen = coreNow();
        if (seen == lastSeen && seen != core) {
            clear(seen);
        }
        lastSeen = seen;
        if (compilersAway && clock.nanoTime() - compilersBackNs >= 0) {
            compilersAway = false;
            Set<Long> compilers = named(JvmThreads.compilers());
            kept.removeAll(compilers);
            compilers.forEach(id -> NativeThread.allowCpus(id, allowed));
        }
    }

    private void clear(int newCore) {
        if (newCore < 0) {
            return;
        }
        BitSet others = (BitSet) allowed.clone();
        others.clear(newCore);
        kept.forEach(id -> NativeThread.allowCpus(id, others));
        core = newCore;
    }

    private static Set<Long> named(List<String> beginnings) {
        return NativeThread.idsOf(ProcessHandle.current().pid()).stream()
                .filter(id -> isNamed(id, beginnings))
                .collect(Collectors.toSet());
    }

    /** All threads of a process that started this one to measure it, for its compilers have nothing else to do; none of any other. */
    private static List<Long> measuringProcess(long processId) {
        List<Long> ids = NativeThread.idsOf(processId);
        return ids.stream().anyMatch(id -> isNamed(id, OURS)) ? ids : List.of();
    }

    static boolean isNamed(long osThreadId, List<String> beginnings) {
        try {
            String name = Files.readString(Path.of("/proc/" + osThreadId + "/comm"));
            return beginnings.stream().anyMatch(name::startsWith);
        } catch (IOException e) {
            // It has ended.
            return false;
        }
    }

    /** The core on which the pacing thread was last; −1 if that cannot be read. */
    private int coreNow() {
        if (stat == null) {
            return -1;
        }
        try {
            stat.load();
            stat.skipBehindLast(')');
            stat.skipFields(36);
            return (int) stat.number();
        } catch (IOException e) {
            return -1;
        }
    }

    private void watch(long osThreadId) throws FileNotFoundException {
        if (stat != null) {
            stat.close();
        }
        // Stays open: to open it for every look would make garbage, and work for those who clean up.
        stat = new ProcFile("/proc/self/task/" + osThreadId + "/stat");
        pacingThreadId = osThreadId;
    }

    /** All may run everywhere again. */
    @Override
    public synchronized void close() {
        follower = null;
        if (stat != null) {
            stat.close();
        }
        kept.forEach(id -> NativeThread.allowCpus(id, allowed));
        kept.clear();
        core = -1;
    }
}
