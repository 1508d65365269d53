package io.straggler.sampler.carrier;

import io.straggler.model.Carriage;
import io.straggler.model.NanoClock;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.ThreadUsage;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.usage.UsageSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One virtual thread that is late, as it moves from carrier to carrier. What a carrier's stacks show and what the system charges to it is the virtual thread's from the first look that
 * finds it there to the last one that does, or a little longer, because a stack comes some microseconds after it was asked for. In between it waits.
 *
 * <pre>
 *   looks         |    |    |    |    |    |    |
 *   carrier 1     |---------|
 *   no carrier              |---------|               a time without a core, by its own will
 *   carrier 2                         |---------|
 * </pre>
 *
 * <p>For one thread, which looks.
 */
final class Carried {
    /** Time in nanoseconds in which a stack comes that was asked for at the last look. */
    private static final long ANSWER_NS = 200_000;

    private final long tagNs;
    private final long id;
    private final Carriers carriers;
    private final CaptureListener listener;
    private final NanoClock clock;
    private final SamplingCosts costs;
    private final long[] before = new long[UsageSource.VALUES];
    private final long[] after = new long[UsageSource.VALUES];

    /** Sums of what the system charged to carriers while they had the thread. */
    private final long[] charged = new long[UsageSource.VALUES];

    private final List<OffCoreInterval> offCore = new ArrayList<>();
    private boolean allSwitches = true;
    private @Nullable Carrier carrier;

    /** Instant at which it was first seen on a carrier; 0 if it was not. */
    private long sinceNs;

    private long fromNs;
    private long lastNs;
    private long leftNs;
    private int captures;

    /**
     * @param tagNs of the iteration that it works on
     * @param id of the thread, below zero
     */
    Carried(long tagNs, long id, Carriers carriers, CaptureListener listener, NanoClock clock, SamplingCosts costs) {
        this.tagNs = tagNs;
        this.id = id;
        this.carriers = carriers;
        this.listener = listener;
        this.clock = clock;
        this.costs = costs;
    }

    /**
     * It was looked where it is.
     *
     * @param name of the thread that carries it; empty if none does
     * @return whether that is one whose stack can be taken
     */
    boolean seen(Optional<String> name) {
        long nowNs = clock.nanoTime();
        Optional<Carrier> now = name.flatMap(carriers::named);
        if (carrier != null && now.orElse(null) != carrier) {
            leave();
        }
        if (now.isPresent()) {
            if (carrier == null) {
                arrive(now.get(), nowNs);
            }
            lastNs = nowNs;
        }
        return now.isPresent();
    }

    private void arrive(Carrier found, long nowNs) {
        if (sinceNs == 0) {
            sinceNs = nowNs;
        } else {
            offCore.add(new OffCoreInterval(leftNs, nowNs, false));
        }
        carrier = found;
        fromNs = nowNs;
        found.read(before);
    }

    /** Has a stack taken of the carrier that has it. */
    void capture(long nowNs) {
        if (carrier != null) {
            captures++;
            carrier.capture(nowNs);
        }
    }

    private void leave() {
        Carrier left = carrier;
        if (left == null) {
            return;
        }
        carrier = null;
        leftNs = Math.max(lastNs, Math.min(clock.nanoTime(), fromNs + ANSWER_NS));
        listener.carried(new Carriage(id, left.osThreadId(), fromNs, leftNs));
        left.read(after);
        for (int i = 0; i < charged.length; i++) {
            charged[i] += after[i] - before[i];
        }
        Optional<OffCoreTimes> known = left.offCore(fromNs, leftNs);
        known.ifPresent(times -> offCore.addAll(times.intervals()));
        allSwitches &= known.isPresent();
    }

    /** It is not late any more: reports what was charged to it while it was on carriers. */
    void end() {
        leave();
        if (sinceNs != 0 && before[UsageSource.TIME] != 0) {
            listener.used(ThreadUsage.of(tagNs, id)
                    .between(sinceNs, leftNs)
                    .runDelayNs(charged[UsageSource.RUN_DELAY])
                    .cpuNs(charged[UsageSource.CPU])
                    .minorFaults(charged[UsageSource.MINOR])
                    .majorFaults(charged[UsageSource.MAJOR])
                    .faultsNs(charged[UsageSource.MINOR] * costs.faultNs())
                    .voluntarySwitches(charged[UsageSource.VOLUNTARY])
                    .involuntarySwitches(charged[UsageSource.INVOLUNTARY])
                    .capturesNs(captures * costs.captureNs())
                    .offCore(allSwitches ? Optional.of(new OffCoreTimes(sinceNs, offCore)) : Optional.empty())
                    .build());
        }
    }
}
