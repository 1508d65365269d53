package io.straggler.jlbh;

import io.straggler.harness.schedule.Own;
import io.straggler.harness.schedule.Poisson;
import io.straggler.harness.schedule.Schedule;
import io.straggler.harness.schedule.Uniform;
import net.openhft.chronicle.jlbh.LatencyDistributor;
import net.openhft.chronicle.jlbh.LatencyDistributors;

/** A benchmark's distributor as a schedule: the sums of the gaps that it gives, which nothing moves afterwards. */
final class Distribution {
    private Distribution() {}

    static Schedule schedule(JlbhSettings settings) {
        LatencyDistributor distributor = settings.distributor();
        if (distributor == LatencyDistributors.NORMAL) {
            return Schedule.uniform(settings.perSecond());
        }
        return Schedule.own(
                "JLBH's " + name(distributor), settings.perSecond(), () -> new Gaps(distributor, settings.betweenNs()));
    }

    /**
     * Returns the name that JLBH would have for the gaps that were used; that of a distributor only if no other
     * arrivals were asked for.
     */
    static String name(JlbhSettings settings, Schedule used) {
        if (used instanceof Own) {
            return name(settings.distributor());
        }
        if (used instanceof Uniform) {
            return name(LatencyDistributors.NORMAL);
        }
        return used instanceof Poisson ? "POISSON" : "BURSTS";
    }

    /** The name of one of JLBH's own, or what somebody else's says of itself. */
    static String name(LatencyDistributor distributor) {
        return distributor instanceof Enum<?> own
                ? own.name()
                : "distributor " + distributor.getClass().getName();
    }

    private static final class Gaps implements Schedule.Instants {
        private final LatencyDistributor distributor;
        private final long betweenNs;
        private long nextNs;

        Gaps(LatencyDistributor distributor, long betweenNs) {
            this.distributor = distributor;
            this.betweenNs = betweenNs;
        }

        @Override
        public long nextOffsetNs() {
            long offsetNs = nextNs;
            // Instants must grow, whatever a distributor says.
            nextNs += Math.max(1, distributor.apply(betweenNs));
            return offsetNs;
        }
    }
}
