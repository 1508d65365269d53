package io.straggler.sampler;

import io.straggler.model.CaptureListener;
import java.io.IOException;
import java.util.List;

/** The operating system's accounts of the watched threads, read around what is late. For the sampler thread. */
final class Accounts {
    /** The account before an iteration may be this old. */
    static final long AGE_NS = 1_000_000;

    private final List<TargetThread> targets;
    private final CaptureListener listener;
    private final SamplerAccount account;
    private final Costs costs;

    /** Null where the control group has no limit. */
    private final Throttling throttling = Throttling.open();

    private long throttledBeforeNs;

    Accounts(List<TargetThread> targets, CaptureListener listener, SamplerAccount account, Costs costs) {
        this.targets = targets;
        this.listener = listener;
        this.account = account;
        this.costs = costs;
    }

    /** Reads those again that are older than {@link #AGE_NS} and {@code graceNs}. */
    void refresh(long nowNs, long graceNs) {
        boolean any = false;
        for (TargetThread target : targets) {
            ThreadReading reading = target.reading();
            if (reading != null && nowNs - reading.beforeNs() > AGE_NS + graceNs) {
                any = true;
                try {
                    reading.readBefore();
                } catch (IOException e) {
                    account.unread();
                }
            }
        }
        if (any) {
            throttledBeforeNs = throttledNs();
        }
    }

    private long throttledNs() {
        try {
            return throttling == null ? 0 : throttling.throttledNs();
        } catch (IOException e) {
            account.unread();
            return throttledBeforeNs;
        }
    }

    /** Whether any will be older than {@link #AGE_NS} then. */
    boolean stale(long atNs) {
        for (TargetThread target : targets) {
            if (target.reading() != null && atNs - target.reading().beforeNs() > AGE_NS) {
                return true;
            }
        }
        return false;
    }

    /** Tells what was charged since the last reading. */
    void tell(long intendedNs, int captures) {
        long throttledNs = throttledNs() - throttledBeforeNs;
        for (TargetThread target : targets) {
            ThreadReading reading = target.reading();
            if (reading != null) {
                try {
                    listener.accounted(reading.accountUntilNow(
                            intendedNs, costs.faultNs(), captures * costs.captureNs(), throttledNs));
                } catch (IOException e) {
                    account.unread();
                }
            }
        }
    }

    void close() {
        if (throttling != null) {
            try {
                throttling.close();
            } catch (IOException e) {
                account.unread();
            }
        }
    }
}
