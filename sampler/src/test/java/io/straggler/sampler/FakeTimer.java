package io.straggler.sampler;

import io.straggler.sampler.stack.Timer;
import java.util.ArrayList;
import java.util.List;

/** A timer in simulated time that remembers when it was due. */
final class FakeTimer implements Timer {
    final List<Long> firedNs = new ArrayList<>();
    int moves;
    private long dueNs = Long.MAX_VALUE;
    private long intervalNs;

    @Override
    public void arm(long atNs, long everyNs) {
        moves++;
        dueNs = atNs;
        intervalNs = everyNs;
    }

    @Override
    public void disarm() {
        dueNs = Long.MAX_VALUE;
    }

    /** Time goes by. */
    void until(long nowNs) {
        while (dueNs <= nowNs) {
            firedNs.add(dueNs);
            dueNs = intervalNs == 0 ? Long.MAX_VALUE : dueNs + intervalNs;
        }
    }

    boolean armed() {
        return dueNs != Long.MAX_VALUE;
    }
}
