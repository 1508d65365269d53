package io.straggler.diagnosis.blame;

import io.straggler.model.BusyPeriod;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which iterations made others late, and by how much.
 *
 * <p>Each busy period is replayed as a queue and its waiting is divided among its culprits: see {@link PeriodBlame}. A culprit is
 * an iteration whose occupancy exceeds what is normal by at least as much as is normal, and by a tenth of the threshold; what
 * smaller excesses add up to remains load. If a period has more than {@value #MAX_CULPRITS} of them, the largest excesses are culprits
 * and the others remain load too, so that a period costs at most its length times that bound.
 *
 * <p>The delay that culprits caused others adds up to what outliers waited for culprits, to the nanosecond: the sum of {@link
 * Culprit#othersNs} is the sum of {@link Parts#culpritsNs}.
 *
 * @param normalNs what an iteration normally takes, given or estimated; zero when there was nothing to estimate it from
 * @param culprits those that made an outlier late, the one that caused the most delay first
 * @param parts for each outlier of a kept period, by tag, where its latency comes from
 * @param waits for each outlier that waited for culprits, by tag, those that it waited for most, the most first; at most {@value
 *     #MAX_WAITS}
 */
public record Blame(long normalNs, List<Culprit> culprits, Map<Long, Parts> parts, Map<Long, List<Wait>> waits) {
    /** How many culprits one busy period can have. */
    public static final int MAX_CULPRITS = 256;

    /** How many culprits one outlier names. */
    public static final int MAX_WAITS = 10;

    public Blame {
        culprits = List.copyOf(culprits);
        parts = Map.copyOf(parts);
        waits = Map.copyOf(waits);
    }

    /** Where it is not known who waited for whom. */
    public Blame(long normalNs, List<Culprit> culprits, Map<Long, Parts> parts) {
        this(normalNs, culprits, parts, Map.of());
    }

    /**
     * One culprit that an outlier waited for.
     *
     * @param intendedNs the culprit's tag
     * @param delayNs what the culprit added to the outlier's waiting
     */
    public record Wait(long intendedNs, long delayNs) {}

    /**
     * Where an outlier's latency comes from. The four add up to it, to the nanosecond.
     *
     * @param serviceNs its own
     * @param dispatchNs its own
     * @param culpritsNs waiting that culprits in front of it caused
     * @param loadNs waiting that no culprit caused
     */
    public record Parts(long serviceNs, long dispatchNs, long culpritsNs, long loadNs) {
        public long latencyNs() {
            return serviceNs + dispatchNs + culpritsNs + loadNs;
        }
    }

    /**
     * Blames the culprits of sequential runs. Outliers outside of the periods, such as those of an asynchronous task, which has
     * none, get no parts.
     *
     * @param periods busy periods that contain outliers
     * @param outliers of the same runs
     * @param normalNs what an iteration normally takes, which is the median service time of the run; zero when it is not known,
     *     then the median occupancy of those iterations of the periods that alone would not have been outliers stands for it
     */
    public static Blame of(List<BusyPeriod> periods, List<Outlier> outliers, long normalNs) {
        Map<Long, Outlier> byTag = new HashMap<>();
        outliers.forEach(outlier -> byTag.put(outlier.iteration().intendedNs(), outlier));
        long knownNs = normalNs > 0 ? normalNs : estimatedNormalNs(periods, outliers);
        List<Culprit> culprits = new ArrayList<>();
        Map<Long, Parts> parts = new HashMap<>();
        Map<Long, List<Wait>> waits = new HashMap<>();
        for (BusyPeriod period : periods) {
            new BlamedPeriod(period.iterations(), byTag, knownNs).addTo(culprits, parts, waits);
        }
        culprits.sort(Culprit.MOST_DELAY_FIRST);
        return new Blame(knownNs, culprits, parts, waits);
    }

    /**
     * Blames each outlier for its own excess, and nobody for anybody else's: where no queue is known.
     *
     * @param normalNs what an iteration normally takes
     */
    public static Blame ofThemselves(List<Outlier> outliers, long normalNs) {
        List<Culprit> culprits = outliers.stream()
                .map(Outlier::iteration)
                .filter(iteration -> iteration.serviceNs() > normalNs)
                .map(iteration -> ownExcess(iteration, iteration.serviceNs() - normalNs))
                .sorted(Culprit.MOST_DELAY_FIRST)
                .toList();
        return new Blame(normalNs, culprits, Map.of());
    }

    private static Culprit ownExcess(Iteration iteration, long excessNs) {
        return new Culprit(iteration, excessNs, excessNs, 0, 0, List.of());
    }

    private static long estimatedNormalNs(List<BusyPeriod> periods, List<Outlier> outliers) {
        long thresholdNs =
                outliers.stream().mapToLong(Outlier::thresholdNs).min().orElse(0);
        long[] ordered = periods.stream()
                .flatMap(period -> period.iterations().stream())
                .mapToLong(QueueReplay::occupancyNs)
                .filter(occupancyNs -> occupancyNs < thresholdNs)
                .sorted()
                .toArray();
        return ordered.length == 0 ? 0 : ordered[(ordered.length - 1) / 2];
    }
}
