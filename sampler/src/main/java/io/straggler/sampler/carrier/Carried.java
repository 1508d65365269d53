package io.straggler.sampler.carrier;

import io.straggler.model.Carriage;
import io.straggler.model.NanoClock;
import io.straggler.model.ThreadUsage;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.usage.UsageSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One virtual thread that is late, as it moves from carrier to carrier: its stacks are those of the carrier that it is on, and so are its times without a core. It is reported as carried
 * from the first look that found it on a carrier to the last one that found it there still, or a little longer, because a stack comes some microseconds after it was asked for.
 *
 * <p>For one thread, which looks.
 */
public final class Carried {
    /** Time in nanoseconds in which a stack comes that was asked for at the last look. */
    private static final long ANSWER_NS = 200_000;

    private final long tagNs;
    private final long id;
    private final Carriers carriers;
    private final CaptureListener listener;
    private final NanoClock clock;
    private final Costs costs;
    private final long[] before = new long[UsageSource.VALUES];
    private final long[] after = new long[UsageSource.VALUES];
    private @Nullable Carrier carrier;
    private long fromNs;
    private long lastNs;
    private int captures;

    /**
     * What things take here, in nanoseconds, by measurements at the start.
     *
     * @param captureNs a stack, from its thread
     * @param faultNs a minor page fault
     */
    public record Costs(long captureNs, long faultNs) {}

    /**
     * @param tagNs of the iteration that it works on
     * @param id of the thread, below zero
     */
    public Carried(long tagNs, long id, Carriers carriers, CaptureListener listener, NanoClock clock, Costs costs) {
        this.tagNs = tagNs;
        this.id = id;
        this.carriers = carriers;
        this.listener = listener;
        this.clock = clock;
        this.costs = costs;
    }

    /** Looks where it is. Returns whether a carrier has it. */
    public boolean look(Thread virtual) {
        long nowNs = clock.nanoTime();
        Optional<Carrier> now = carriers.of(virtual);
        if (carrier != null && now.orElse(null) != carrier) {
            leave();
        }
        if (now.isPresent()) {
            if (carrier == null) {
                carrier = now.get();
                fromNs = nowNs;
                captures = 0;
                carrier.read(before);
            }
            lastNs = nowNs;
        }
        return now.isPresent();
    }

    /** Has a stack taken of the carrier that has it. */
    public void capture(long nowNs) {
        if (carrier != null) {
            captures++;
            carrier.capture(nowNs);
        }
    }

    /** It is not late any more, or on no carrier. */
    public void leave() {
        Carrier left = carrier;
        if (left == null) {
            return;
        }
        carrier = null;
        long untilNs = Math.max(lastNs, Math.min(clock.nanoTime(), fromNs + ANSWER_NS));
        left.disarm();
        listener.carried(new Carriage(id, left.osThreadId(), fromNs, untilNs));
        left.read(after);
        if (before[UsageSource.TIME] != 0) {
            listener.used(usage(left, untilNs));
        }
    }

    private ThreadUsage usage(Carrier left, long untilNs) {
        return ThreadUsage.of(tagNs, id)
                .between(fromNs, untilNs)
                .runDelayNs(charged(UsageSource.RUN_DELAY))
                .cpuNs(charged(UsageSource.CPU))
                .minorFaults(charged(UsageSource.MINOR))
                .majorFaults(charged(UsageSource.MAJOR))
                .faultsNs(charged(UsageSource.MINOR) * costs.faultNs())
                .voluntarySwitches(charged(UsageSource.VOLUNTARY))
                .involuntarySwitches(charged(UsageSource.INVOLUNTARY))
                .capturesNs(captures * costs.captureNs())
                .offCore(left.offCore(fromNs, untilNs))
                .build();
    }

    private long charged(int what) {
        return after[what] - before[what];
    }
}
