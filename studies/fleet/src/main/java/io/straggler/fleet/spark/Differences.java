package io.straggler.fleet.spark;

import io.straggler.diagnosis.statistics.Comparison;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.diagnosis.statistics.Pairing;
import io.straggler.diagnosis.statistics.Side;
import io.straggler.fleet.Groups;
import io.straggler.fleet.Summary;
import io.straggler.fleet.result.Fleet;
import io.straggler.fleet.result.FleetDifference;
import io.straggler.fleet.result.FleetGroup;
import io.straggler.model.LatencyCounts;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/** Compares groups by the statistics of {@code compare}. What is resampled is hosts: the iterations of one host say little about the next. */
final class Differences {
    /** Largest number of hosts of a group; they are drawn by their names, so equally every time. */
    private static final int MAX_HOSTS = 200;

    /** Groups that are compared with the largest. */
    private static final int MAX_GROUPS = 8;

    /** Slow iterations of one host count as one event, and a percentile rests on ten of them at least. */
    private static final int MIN_HOSTS = 10;

    private static final long SEED = 1;
    private static final double OUTLIERS = 99.9;

    /** One host of a group. */
    private record OnHost(String host, Summary summary) implements Serializable {
        private LatencyCounts latencies() {
            return summary.latencies();
        }

        private long measuredNs() {
            return Math.max(1, summary.totals().of("measuredMs")) * 1_000_000;
        }
    }

    /** Each group against the first in the grouping; before against after where those are the groups. */
    List<FleetDifference> of(JavaRDD<Kept> kept, Fleet.Grouping grouping) {
        List<FleetGroup> groups = grouping.groups();
        boolean inTime = grouping.by().equals(SparkFleet.DEPLOYMENT);
        List<String> names =
                groups.stream().map(FleetGroup::name).limit(MAX_GROUPS).toList();
        List<FleetDifference> differences = new ArrayList<>();
        if (names.size() < 2) {
            return differences;
        }
        String first = inTime ? SparkFleet.BEFORE : names.get(0);
        List<OnHost> reference = hosts(kept, grouping.by(), first);
        for (String name : names) {
            if (!name.equals(first)) {
                List<OnHost> hosts = hosts(kept, grouping.by(), name);
                if (Math.min(reference.size(), hosts.size()) >= MIN_HOSTS) {
                    differences.add(compare(grouping.by(), first, reference, name, hosts));
                }
            }
        }
        return differences;
    }

    private static List<OnHost> hosts(JavaRDD<Kept> kept, String label, String value) {
        TreeMap<String, OnHost> drawn = new TreeMap<>();
        kept.filter(one -> one.label(label).equals(value))
                .mapToPair(one -> new Tuple2<>(one.host(), one.summary().withoutPlaces()))
                .aggregateByKey(new Summary(), Summary::add, Summary::add)
                .map(host -> new OnHost(host._1(), host._2()))
                .takeOrdered(MAX_HOSTS, ByDraw.ORDER)
                .forEach(one -> drawn.put(one.host(), one));
        return List.copyOf(drawn.values());
    }

    private static FleetDifference compare(String by, String a, List<OnHost> hostsA, String b, List<OnHost> hostsB) {
        boolean paired = hostsA.stream()
                .map(OnHost::host)
                .toList()
                .equals(hostsB.stream().map(OnHost::host).toList());
        LatencyCounts all = together(hostsA).plus(together(hostsB));
        Comparison comparison = Comparison.of(
                side(a, hostsA),
                side(b, hostsB),
                paired ? Pairing.PAIRED : Pairing.UNPAIRED,
                Math.max(1, Groups.percentileNs(all, OUTLIERS)),
                Groups.percentileNs(all, 50),
                SEED);
        return new FleetDifference(by, a, b, hostsA.size(), hostsB.size(), paired, comparison);
    }

    private static LatencyCounts together(List<OnHost> hosts) {
        return LatencyCounts.sum(hosts.stream().map(OnHost::latencies).toList());
    }

    private static Side side(String label, List<OnHost> hosts) {
        return new Side(
                label,
                hosts.stream()
                        .map(host -> new Fork(host.host(), List.of(host.latencies()), host.measuredNs()))
                        .toList());
    }

    /** Some hosts, whatever they are called: by a mixed hash of their names. */
    private enum ByDraw implements Comparator<OnHost> {
        ORDER;

        @Override
        public int compare(OnHost one, OnHost other) {
            int drawn = Integer.compare(mixed(one.host()), mixed(other.host()));
            return drawn != 0 ? drawn : one.host().compareTo(other.host());
        }

        private static int mixed(String host) {
            int hash = host.hashCode() * 0x9e3779b9;
            return hash ^ (hash >>> 15);
        }
    }
}
