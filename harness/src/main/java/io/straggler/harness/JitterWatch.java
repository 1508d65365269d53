package io.straggler.harness;

import io.straggler.model.NanoClock;
import io.straggler.model.RunListener;
import io.straggler.model.hook.PacingHook;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The threads that watch for the machine's hiccups: one that may run anywhere, one for each core that was chosen, or none. */
final class JitterWatch {
    static final JitterWatch NONE = new JitterWatch(List.of());

    /** Waking up takes any thread some time, and more on a virtual machine: being late by less is no hiccup. */
    private static final long MIN_HICCUP_NS = 100_000;

    private final List<JitterThread> threads;

    private JitterWatch(List<JitterThread> threads) {
        this.threads = List.copyOf(threads);
    }

    static JitterWatch of(HarnessOptions options, NanoClock clock, RunListener listener) {
        if (options.jitterNs() == 0) {
            return NONE;
        }
        Stream<OptionalInt> cores = options.jitterCpus().isEmpty()
                ? Stream.of(OptionalInt.empty())
                : options.jitterCpus().stream().map(OptionalInt::of);
        return new JitterWatch(cores.map(cpu -> new JitterThread(clock, options.jitterNs(), cpu, listener))
                .toList());
    }

    List<JitterThread> threads() {
        return threads;
    }

    void start(PacingHook sleeper) {
        threads.forEach(thread -> thread.start(sleeper));
    }

    void stop() {
        threads.forEach(JitterThread::stop);
    }

    /** Discards the hiccups so far: they are no part of a run. */
    void discard() {
        threads.forEach(JitterThread::discard);
    }

    /** From now on hiccups are reported that could make an iteration late by the arm delay. */
    void reportFrom(long armDelayNs) {
        threads.forEach(thread -> thread.reportFrom(Math.max(MIN_HICCUP_NS, armDelayNs)));
    }
}
