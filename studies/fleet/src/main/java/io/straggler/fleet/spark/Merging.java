package io.straggler.fleet.spark;

import io.straggler.fleet.Groups;
import io.straggler.fleet.Key;
import io.straggler.fleet.Labels;
import io.straggler.fleet.Summary;
import io.straggler.fleet.result.Fleet;
import io.straggler.fleet.result.FleetDifference;
import io.straggler.fleet.result.FleetGroup;
import io.straggler.fleet.result.FleetHost;
import io.straggler.fleet.result.FleetSite;
import io.straggler.fleet.result.HostMetrics;
import io.straggler.fleet.result.UnlikeHosts;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/** Adds summaries up, by host, by group and all together. Nothing but what has a bound comes to the driver. */
final class Merging {
    /** Largest number of groups of a label; recordings with further values are one group. */
    static final int MAX_GROUPS = 20;

    /** Nodes that a page draws. */
    private static final int NODES_OF_ALL = 50_000;

    private static final int NODES_OF_GROUP = 5_000;
    private static final int SITES = 100;
    private static final int HOSTS_OF_SITE = 3;
    private static final String OTHER_VALUES = "(other values)";

    private final JavaRDD<Kept> kept;
    private final JavaPairRDD<String, Summary> byHost;

    Merging(JavaRDD<Kept> kept) {
        this.kept = kept;
        this.byHost = summed(kept.mapToPair(one -> new Tuple2<>(one.host(), one.summary())))
                .persist(StorageLevel.MEMORY_AND_DISK_SER());
    }

    private static <K> JavaPairRDD<K, Summary> summed(JavaPairRDD<K, Summary> summaries) {
        return summaries.aggregateByKey(new Summary(), Summary::add, Summary::add);
    }

    Fleet merge(Fleet.Sources sources, List<String> by, Differences differences) {
        Summary all = byHost.values().treeAggregate(new Summary(), Summary::add, Summary::add);
        Map<String, Summary> summaries =
                byHost.mapValues(Summary::withoutPlaces).collectAsMap();
        List<FleetHost> hosts = summaries.entrySet().stream()
                .map(host -> Groups.host(host.getKey(), host.getValue()))
                .sorted(Comparator.comparingDouble(FleetHost::perIterationNs)
                        .reversed()
                        .thenComparing(FleetHost::host))
                .toList();
        List<HostMetrics> blocks = summaries.entrySet().stream()
                .map(host -> Groups.metrics(host.getKey(), host.getValue()))
                .toList();
        List<FleetSite> sites = sites();
        byHost.unpersist();
        List<Fleet.Grouping> groupings = by.stream()
                .filter(label -> !label.equals(Labels.HOST))
                .map(this::grouping)
                .toList();
        List<FleetDifference> found = new ArrayList<>();
        for (Fleet.Grouping grouping : groupings) {
            found.addAll(differences.of(kept, grouping));
        }
        return new Fleet(
                new Fleet.Sources(
                        sources.asked(),
                        sources.found(),
                        sources.reused(),
                        sources.otherFiles(),
                        all.totals().of("saturated"),
                        sources.skipped()),
                Groups.group("all", hosts.size(), all.withStacks(NODES_OF_ALL)),
                Groups.without(all),
                hosts,
                UnlikeHosts.of(blocks),
                groupings,
                found,
                sites,
                Groups.times(all),
                Groups.facts(all));
    }

    private Fleet.Grouping grouping(String label) {
        Map<String, Long> recordings = new HashMap<>(kept.mapToPair(one -> new Tuple2<>(one.label(label), 1L))
                .reduceByKey(Long::sum)
                .collectAsMap());
        Set<String> large = new HashSet<>(recordings.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_GROUPS)
                .map(Map.Entry::getKey)
                .toList());
        JavaPairRDD<String, Kept> grouped = kept.mapToPair(
                one -> new Tuple2<>(large.contains(one.label(label)) ? one.label(label) : OTHER_VALUES, one));
        Map<String, Long> hosts = new HashMap<>(grouped.mapValues(Kept::host)
                .distinct()
                .mapValues(host -> 1L)
                .reduceByKey(Long::sum)
                .collectAsMap());
        Map<String, Summary> groups = summed(grouped.mapValues(Kept::summary))
                .mapValues(group -> group.withStacks(NODES_OF_GROUP))
                .collectAsMap();
        return new Fleet.Grouping(
                label,
                groups.entrySet().stream()
                        .map(group ->
                                Groups.group(group.getKey(), hosts.getOrDefault(group.getKey(), 0L), group.getValue()))
                        .sorted(Comparator.comparingLong(FleetGroup::recordings)
                                .reversed()
                                .thenComparing(FleetGroup::name))
                        .toList());
    }

    /** Delay that a site caused on one host. */
    private record Share(String host, long delayCausedNs) implements Serializable {}

    /** One site on some hosts. */
    private record Site(long[] sums, long hosts, List<Share> worst) implements Serializable {
        private static Site of(String host, long[] sums) {
            return new Site(sums, 1, List.of(new Share(host, sums[1])));
        }

        private Site plus(Site other) {
            long[] both = sums.clone();
            for (int i = 0; i < both.length; i++) {
                both[i] += other.sums[i];
            }
            List<Share> most = Stream.concat(worst.stream(), other.worst.stream())
                    .sorted(Comparator.comparingLong(Share::delayCausedNs)
                            .reversed()
                            .thenComparing(Share::host))
                    .limit(HOSTS_OF_SITE)
                    .collect(Collectors.toCollection(ArrayList::new));
            return new Site(both, hosts + other.hosts, most);
        }
    }

    private List<FleetSite> sites() {
        return byHost
                .flatMapToPair(host -> host._2().sites().sums().entrySet().stream()
                        .map(site -> new Tuple2<>(
                                new SiteName(site.getKey().kind(), site.getKey().name()),
                                Site.of(host._1(), site.getValue())))
                        .iterator())
                .reduceByKey(Site::plus)
                .map(site -> new NamedSite(site._1(), site._2()))
                .takeOrdered(SITES, MostDelayFirst.ORDER)
                .stream()
                .flatMap(NamedSite::value)
                .toList();
    }

    private record SiteName(String cause, String where) implements Serializable {}

    private record NamedSite(SiteName name, Site site) implements Serializable {
        private Stream<FleetSite> value() {
            return Groups.cause(name.cause())
                    .map(cause -> new FleetSite(
                            cause,
                            name.where(),
                            site.sums[0],
                            site.sums[1],
                            site.sums[2],
                            site.sums[3],
                            site.hosts,
                            site.worst.stream()
                                    .map(share -> new FleetSite.HostShare(share.host(), share.delayCausedNs()))
                                    .toList()))
                    .stream();
        }
    }

    /** Travels to where sites are ordered. */
    private enum MostDelayFirst implements Comparator<NamedSite> {
        ORDER;

        private static final Comparator<NamedSite> MOST_FIRST = Comparator.comparingLong(
                        (NamedSite named) -> named.site().sums()[1])
                .reversed()
                .thenComparing(
                        named -> new Key(named.name().cause(), named.name().where()));

        @Override
        public int compare(NamedSite one, NamedSite other) {
            return MOST_FIRST.compare(one, other);
        }
    }
}
