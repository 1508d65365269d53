package io.straggler.sampler.usage;

import io.straggler.model.CoreUse;
import io.straggler.model.NanoClock;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.ThreadFile;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Use of the cores by all threads of the process, the program's and the JVM's. Looked at again and again, and reported
 * only for the times around late iterations.
 *
 * <p>A look reads one small file of each thread, which takes a microsecond or two. All looks together take at most half a percent of a core: with many
 * threads there are fewer. While nothing is late some of that is saved, and spent on looking more often while an iteration is late. A thread that
 * lives for less than a second may be missed. For one thread.
 */
public final class CoreUses implements AutoCloseable {
    /** Looking takes no more than this part of the time. */
    private static final long PART = 200;

    /** Number of looks that are saved up for late iterations. */
    private static final int SAVED_LOOKS = 50;

    /**
     * Part of a look's duration, one in this number, that counts when it takes longer than those before: another thread
     * may have had the core meanwhile.
     */
    private static final int LONGER_PART = 16;

    /** Maximum number of threads that are looked at: each has a file. */
    private static final int MAX_THREADS = 400;

    private static final long LIST_EVERY_NS = 1_000_000_000;

    /** Less of a core than this, in waiting or running, is not reported. */
    private static final long MIN_NS = 20_000;

    /** The last looks, the newest behind: between these are the times that can be reported. */
    private static final int LOOKS = 3;

    private static final int TEXT_BYTES = 128;

    /** The first looks are slow because the code is cold: they take what they take, and say nothing of those that follow. */
    private static final int COLD_LOOKS = 10;

    private final Consumer<CoreUse> listener;
    private final NanoClock clock;
    private final ByteBuffer text = NativeThread.buffer(TEXT_BYTES);
    private final long textAddress = NativeThread.address(text);
    private final Map<Long, Read> threads = new LinkedHashMap<>();
    private final long[] looksNs = new long[LOOKS];

    /** Whether what followed a look was reported. */
    private final boolean[] reported = new boolean[LOOKS];

    private long listedNs;
    private int looks;
    private long lookedNs;

    /** Time in nanoseconds that looks may still take, earned with time. */
    private long savedNs;

    private long earnedNs;

    /** Duration of a look in nanoseconds; 0 if it is not known yet. */
    private long tookNs;

    /** One thread's file and what it said at the last looks; negative for nothing. */
    private static final class Read {
        private final ThreadFile file;
        private final String name;
        private final long[] cpuNs = {-1, -1, -1};
        private final long[] runDelayNs = new long[LOOKS];

        private Read(ThreadFile file, String name) {
            this.file = file;
            this.name = name;
        }
    }

    public CoreUses(Consumer<CoreUse> listener, NanoClock clock) {
        this.listener = listener;
        this.clock = clock;
    }

    /**
     * Looks at all threads, unless their number makes that too early.
     *
     * @param late whether an iteration is late now, or was since the last call
     */
    public void look(long nowNs, boolean late) {
        if (looks == 0 || nowNs - listedNs > LIST_EVERY_NS) {
            listedNs = nowNs;
            list(NativeThread.idsOf(ProcessHandle.current().pid()));
        }
        if (looks > COLD_LOOKS && !affords(nowNs, late)) {
            return;
        }
        lookedNs = nowNs;
        long startNs = clock.nanoTime();
        shift(looksNs);
        System.arraycopy(reported, 1, reported, 0, LOOKS - 1);
        reported[LOOKS - 1] = false;
        looksNs[LOOKS - 1] = nowNs;
        looks++;
        threads.values().forEach(this::read);
        if (looks > COLD_LOOKS) {
            took(nowNs, clock.nanoTime() - startNs);
        }
    }

    private boolean affords(long nowNs, boolean late) {
        savedNs = Math.min(savedNs + (nowNs - earnedNs) / PART, (SAVED_LOOKS + 1) * tookNs);
        earnedNs = nowNs;
        boolean allSaved = savedNs > SAVED_LOOKS * tookNs;
        // Half of what is earned is saved until all is.
        return late ? savedNs >= tookNs : allSaved || nowNs - lookedNs >= 2 * PART * tookNs;
    }

    private void took(long nowNs, long ns) {
        if (tookNs == 0) {
            tookNs = ns;
            earnedNs = nowNs;
            savedNs = SAVED_LOOKS * ns;
        } else {
            long countedNs = Math.min(ns, 2 * tookNs);
            long moreNs = countedNs - tookNs;
            tookNs += moreNs / (moreNs < 0 ? 2 : LONGER_PART);
            savedNs -= countedNs;
        }
    }

    private void list(List<Long> ids) {
        Set<Long> alive = new HashSet<>(ids);
        for (Iterator<Map.Entry<Long, Read>> all = threads.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Long, Read> one = all.next();
            if (!alive.contains(one.getKey())) {
                one.getValue().file.close();
                all.remove();
            }
        }
        ThreadNames names = null;
        for (Long id : ids) {
            if (threads.size() < MAX_THREADS && !threads.containsKey(id)) {
                ThreadFile file = ThreadFile.open("/proc/self/task/" + id + "/schedstat");
                if (file != null) {
                    names = names == null ? ThreadNames.ofThisJvm() : names;
                    threads.put(
                            id,
                            new Read(
                                    file,
                                    names.inFull(ThreadNames.kept(
                                            ProcessHandle.current().pid(), id))));
                }
            }
        }
    }

    private void read(Read one) {
        shift(one.cpuNs);
        shift(one.runDelayNs);
        int length = one.file.read(textAddress, TEXT_BYTES);
        int behind = number(one.cpuNs, 0, length);
        number(one.runDelayNs, behind + 1, length);
        if (length <= 0) {
            one.cpuNs[LOOKS - 1] = -1;
        }
    }

    private static void shift(long[] values) {
        System.arraycopy(values, 1, values, 0, LOOKS - 1);
    }

    /** Reads a decimal number into the newest place, and returns where it ends. */
    private int number(long[] values, int from, int length) {
        long value = 0;
        int at = from;
        while (at < length && text.get(at) >= '0' && text.get(at) <= '9') {
            value = value * 10 + text.get(at) - '0';
            at++;
        }
        values[LOOKS - 1] = value;
        return at;
    }

    /** Reports the time between looks that overlaps an interval, once. */
    public void report(long fromNs, long toNs) {
        for (int i = Math.max(0, LOOKS - looks); i < LOOKS - 1; i++) {
            if (!reported[i] && looksNs[i] < toNs && looksNs[i + 1] > fromNs) {
                reported[i] = true;
                report(i);
            }
        }
    }

    private void report(int look) {
        for (Map.Entry<Long, Read> thread : threads.entrySet()) {
            Read one = thread.getValue();
            long cpuNs = one.cpuNs[look + 1] - one.cpuNs[look];
            long runDelayNs = one.runDelayNs[look + 1] - one.runDelayNs[look];
            if (one.cpuNs[look] >= 0 && one.cpuNs[look + 1] >= 0 && cpuNs + runDelayNs >= MIN_NS) {
                listener.accept(
                        new CoreUse(looksNs[look], looksNs[look + 1], thread.getKey(), one.name, cpuNs, runDelayNs));
            }
        }
    }

    @Override
    public void close() {
        threads.values().forEach(one -> one.file.close());
        threads.clear();
    }
}
