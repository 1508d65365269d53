package io.straggler.fleet;

import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.LatencyCounts;
import java.io.Serializable;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is known of one recording or of many, in a size that has a bound: histograms, sums, trees and the worst. Adding summaries is associative and
 * commutative: the same recordings give the same summary, to the last byte, in whatever order and on however many machines they are added.
 *
 * <p>Version {@value #VERSION} of the schema; {@link SummaryCodec} says how it is written. Not thread-safe.
 */
public final class Summary implements Serializable {
    /** Raised when a part changes its meaning: summaries of another version are made anew. */
    public static final int VERSION = 2;

    /** How many outliers are listed. */
    static final int WORST = 20;

    private static final int MAX_PLACES = 50_000;
    private static final int MAX_FACTS = 20_000;
    private static final long serialVersionUID = VERSION;

    // Not serialised: the encoding is sent, see writeReplace.
    final transient Totals totals = new Totals();
    transient LatencyCounts latencies = LatencyCounts.NONE;
    final transient Map<Cause, long[]> causes = new EnumMap<>(Cause.class);
    final transient KeyedSums places = new KeyedSums(MAX_PLACES, 2);
    final transient KeyedSums sites = new KeyedSums(MAX_PLACES, 4);
    final transient KeyedSums facts = new KeyedSums(MAX_FACTS, 1);
    final transient StackTree stacks = new StackTree();
    final transient TimeBuckets times = new TimeBuckets(2 + HostBlocks.CAUSES);
    final transient HostBlocks slices = new HostBlocks();
    final transient HostBlocks sources = new HostBlocks();
    final transient Map<Cause, Change> removed = new EnumMap<>(Cause.class);
    final transient TreeSet<Worst> worst = new TreeSet<>();

    /**
     * Latencies of outliers before and after a cause is removed.
     *
     * @param before latencies that are no more
     * @param after what stands in their place
     */
    public record Change(LatencyCounts before, LatencyCounts after) {
        Change plus(Change other) {
            return new Change(before.plus(other.before), after.plus(other.after));
        }
    }

    /** Adds another; it stays as it is. */
    public Summary add(Summary other) {
        totals.add(other.totals);
        latencies = latencies.plus(other.latencies);
        other.causes.forEach((cause, sums) -> addUp(causes.computeIfAbsent(cause, key -> new long[5]), sums));
        places.add(other.places);
        sites.add(other.sites);
        facts.add(other.facts);
        stacks.add(other.stacks);
        times.add(other.times);
        slices.add(other.slices);
        sources.add(other.sources);
        other.removed.forEach((cause, one) -> removed.merge(cause, one, Change::plus));
        worst.addAll(other.worst);
        while (worst.size() > WORST) {
            worst.pollLast();
        }
        return this;
    }

    private static void addUp(long[] sum, long[] sums) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += sums[i];
        }
    }

    void add(CauseSum sum) {
        addUp(
                causes.computeIfAbsent(sum.cause(), key -> new long[5]),
                new long[] {sum.ownNs(), sum.carriedNs(), sum.outliers(), sum.events(), sum.stacks()});
    }

    public Totals totals() {
        return totals;
    }

    /** How often each latency occurred, over all iterations. */
    public LatencyCounts latencies() {
        return latencies;
    }

    /** Returns own and carried nanoseconds, outliers, events and stacks of each cause. */
    public Map<Cause, long[]> causes() {
        return Collections.unmodifiableMap(causes);
    }

    /** Returns places within causes: nanoseconds, events or stacks. */
    public KeyedSums places() {
        return places;
    }

    /**
     * Returns the sites of culprits by cause and place: culprits, delay caused, the part of it that others waited, and
     * how many waited.
     */
    public KeyedSums sites() {
        return sites;
    }

    /** How many recordings were made where this holds, such as {@code gc = G1}. */
    public KeyedSums facts() {
        return facts;
    }

    /** Returns the stacks of outliers. */
    public StackTree stacks() {
        return stacks;
    }

    /** Over time: iterations, outliers, and what each cause took, in the order of {@link Cause}. */
    public TimeBuckets times() {
        return times;
    }

    /** Returns the losses by parts of each recording, for hosts with few recordings. */
    public HostBlocks slices() {
        return slices;
    }

    /** Returns the losses by recording, each in the part that its content draws, for hosts with many. */
    public HostBlocks sources() {
        return sources;
    }

    /** Returns the known changes without a cause, for recordings in which iterations queue. */
    public Map<Cause, Change> removed() {
        return Collections.unmodifiableMap(removed);
    }

    /** The worst outliers, the worst first. */
    public SortedSet<Worst> worst() {
        return Collections.unmodifiableSortedSet(worst);
    }

    /** Says on which host all of it happened. */
    public void relabel(String host) {
        List<Worst> before = List.copyOf(worst);
        worst.clear();
        before.forEach(one ->
                worst.add(new Worst(one.latencyNs(), one.atEpochMs(), one.source(), host, one.cause(), one.where())));
    }

    /** Returns a copy. */
    public Summary copy() {
        return new Summary().add(this);
    }

    /** A copy with no more than the heaviest nodes of what outliers ran. */
    public Summary withStacks(int mostNodes) {
        Summary some = withoutPlaces();
        some.places.add(places);
        some.sites.add(sites);
        some.facts.add(facts);
        some.times.add(times);
        some.removed.putAll(removed);
        some.stacks.addHeaviest(stacks, mostNodes);
        return some;
    }

    /** A copy of what tables of hosts say: without places, facts, times and stacks, which take most of the room. */
    public Summary withoutPlaces() {
        Summary some = new Summary();
        some.totals.add(totals);
        some.latencies = latencies;
        causes.forEach((cause, sums) -> some.causes.put(cause, sums.clone()));
        some.slices.add(slices);
        some.sources.add(sources);
        some.worst.addAll(worst);
        return some;
    }

    private Object writeReplace() {
        return new Encoded(SummaryCodec.encode(this));
    }

    /** Form in which a summary travels between machines. */
    private record Encoded(byte[] bytes) implements Serializable {
        private Object readResolve() {
            return SummaryCodec.decode(bytes);
        }
    }

    /** Counts that are simply added, by name. */
    public static final class Totals {
        final TreeMap<String, Long> byName = new TreeMap<>();

        void add(String name, long value) {
            byName.merge(name, value, Long::sum);
        }

        void add(Totals other) {
            other.byName.forEach(this::add);
        }

        /** One of them; zero if nothing was counted. */
        public long of(String name) {
            return byName.getOrDefault(name, 0L);
        }

        /** How many recordings. */
        public long recordings() {
            return of("recordings");
        }

        /** How many iterations, over all of them. */
        public long iterations() {
            return of("iterations");
        }

        /** How many of these were outliers. */
        public long outliers() {
            return of("outliers");
        }

        /** How many outliers were diagnosed, which have a budget. */
        public long diagnosed() {
            return of("diagnosed");
        }

        /** The latency of the diagnosed outliers in sum. */
        public long latencyNs() {
            return of("latencyNs");
        }
    }
}
