package io.straggler.sampler.carrier;

import io.straggler.model.NanoClock;
import io.straggler.model.VirtualThreads;
import io.straggler.model.Witness;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.stack.SamplerException;
import io.straggler.sampler.stack.ThreadTimer;
import io.straggler.sampler.usage.SwitchRecords;
import io.straggler.sampler.usage.ThreadReading;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The threads of the system that carry virtual threads, with a timer each.
 *
 * <p>A virtual thread names its carrier when it is asked for its text, as {@code VirtualThread[#42]/runnable@ForkJoinPool-1-worker-1}. The system's number of a carrier is found by
 * virtual threads of our own, which look where they are: a carrier is known once one of them has run on it.
 *
 * <p>Threads: for one, which looks, but for what these virtual threads add.
 */
public final class Carriers implements AutoCloseable {
    /** Number of virtual threads that look for carriers at once, for each core. */
    private static final int PROBES_PER_CORE = 4;

    /** Time in nanoseconds until more of them are started for a carrier that is unknown. */
    private static final long PROBE_AGAIN_NS = 20_000_000;

    private final int signal;
    private final NanoClock clock;
    private final SwitchRecords switches;
    private final Map<String, Long> osThreadIds = new ConcurrentHashMap<>();
    private final Map<String, Optional<Carrier>> open = new ConcurrentHashMap<>();
    private long probedNs;

    /**
     * @param signal that has a thread's stack taken
     * @param asked what to ask the kernel about threads without a core
     */
    public Carriers(int signal, Witness asked, NanoClock clock) {
        this.signal = signal;
        this.clock = clock;
        // The pacing thread's records tell already which threads had the cores.
        this.switches = new SwitchRecords(asked == Witness.OFF ? Witness.OFF : Witness.SWITCHES);
        this.probedNs = clock.nanoTime() - PROBE_AGAIN_NS;
    }

    private void probe() {
        long nowNs = clock.nanoTime();
        if (nowNs - probedNs < PROBE_AGAIN_NS) {
            return;
        }
        probedNs = nowNs;
        int probes = PROBES_PER_CORE * Runtime.getRuntime().availableProcessors();
        for (int i = 0; i < probes; i++) {
            VirtualThreads.start(() -> VirtualThreads.carrier(Thread.currentThread())
                    .ifPresent(name -> osThreadIds.put(name, NativeThread.currentId())));
        }
    }

    /** The carrier of this name; empty if it is not known yet, or gets no timer. */
    Optional<Carrier> named(String name) {
        Long osThreadId = osThreadIds.get(name);
        if (osThreadId == null) {
            probe();
            return Optional.empty();
        }
        Optional<Carrier> known = open.computeIfAbsent(name, key -> open(osThreadId));
        if (known.isPresent() && known.get().osThreadId() != osThreadId) {
            // Another thread of this name has taken its place.
            known.get().close();
            switches.forget(known.get().osThreadId());
            known = open(osThreadId);
            open.put(name, known);
        }
        return known;
    }

    private Optional<Carrier> open(long osThreadId) {
        try {
            ThreadTimer timer = ThreadTimer.create(osThreadId, signal);
            switches.watch(osThreadId, SwitchRecords.HELPER_PAGES);
            return Optional.of(new Carrier(
                    osThreadId, timer, switches, Optional.ofNullable(ThreadReading.open(osThreadId, clock))));
        } catch (SamplerException e) {
            // It has ended, or there are no more timers to be had: the JVM is asked instead.
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        open.values().forEach(one -> one.ifPresent(Carrier::close));
        switches.close();
    }
}
