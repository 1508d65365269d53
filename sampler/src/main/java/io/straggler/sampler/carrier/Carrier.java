package io.straggler.sampler.carrier;

import io.straggler.model.OffCoreTimes;
import io.straggler.sampler.stack.ThreadTimer;
import io.straggler.sampler.usage.SwitchRecords;
import io.straggler.sampler.usage.ThreadReading;
import java.util.Optional;

/** A thread of the system that carries virtual threads. For one thread, which looks. */
public final class Carrier {
    private final long osThreadId;
    private final ThreadTimer timer;
    private final SwitchRecords switches;
    private final Optional<ThreadReading> reading;

    Carrier(long osThreadId, ThreadTimer timer, SwitchRecords switches, Optional<ThreadReading> reading) {
        this.osThreadId = osThreadId;
        this.timer = timer;
        this.switches = switches;
        this.reading = reading;
    }

    long osThreadId() {
        return osThreadId;
    }

    /** Has its stack taken now, or as soon as it has a core. */
    void capture(long nowNs) {
        timer.arm(nowNs, 0);
    }

    /** Reads what the system has charged to it so far, in the order of {@link io.straggler.sampler.usage.UsageSource}. */
    void read(long[] values) {
        reading.ifPresent(source -> source.read(values));
    }

    /** When it had no core. Nothing if its switches are not recorded, or there were too many of them since. */
    Optional<OffCoreTimes> offCore(long fromNs, long toNs) {
        return switches.between(osThreadId, fromNs, toNs);
    }

    void close() {
        timer.close();
        reading.ifPresent(ThreadReading::close);
    }
}
