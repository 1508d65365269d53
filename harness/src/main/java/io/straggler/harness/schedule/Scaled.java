package io.straggler.harness.schedule;

/** Other instants, each offset times a factor, and at least a nanosecond after the one before. */
final class Scaled implements Schedule.Instants {
    private final Schedule.Instants instants;
    private final double factor;
    private long lastNs = -1;

    Scaled(Schedule.Instants instants, double factor) {
        this.instants = instants;
        this.factor = factor;
    }

    @Override
    public long nextOffsetNs() {
        lastNs = Math.max(lastNs + 1, (long) (instants.nextOffsetNs() * factor));
        return lastNs;
    }
}
