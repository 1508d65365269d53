package io.straggler.fleet.page;

import io.straggler.compare.page.ComparisonSamples;
import io.straggler.compare.result.DiagnosisSums;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.flamegraph.report.ReportData;
import io.straggler.flamegraph.report.ReportSamples;
import io.straggler.fleet.result.Fleet;
import io.straggler.fleet.result.FleetDifference;
import io.straggler.fleet.result.FleetGroup;
import io.straggler.fleet.result.FleetHost;
import io.straggler.fleet.result.FleetOutlier;
import io.straggler.fleet.result.FleetSite;
import io.straggler.fleet.result.FleetTimes;
import io.straggler.fleet.result.SkippedSource;
import io.straggler.fleet.result.UnlikeHost;
import io.straggler.fleet.result.UnlikeHosts;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A fleet that never was, for tests and for looking at the page. */
final class FleetSamples {
    private static final int HOSTS = 24;
    private static final long START_EPOCH_MS = 1_795_000_000_000L;
    private static final List<Cause> CAUSES =
            List.of(Cause.GC_PAUSE, Cause.MONITOR, Cause.RUN_QUEUE, Cause.SOCKET_IO, Cause.CODE);

    private FleetSamples() {}

    /** Two dozen hosts, of which two are unlike the rest, in two groups. One name is hostile. */
    static Fleet twoDozen() {
        List<FleetHost> hosts = new ArrayList<>();
        for (int i = 0; i < HOSTS; i++) {
            hosts.add(host(i));
        }
        UnlikeHosts unlike = new UnlikeHosts(
                HOSTS,
                List.of(
                        new UnlikeHost(name(0), Cause.RUN_QUEUE, 41_000, 2_300, 0.000_02),
                        new UnlikeHost(name(1), Cause.GC_PAUSE, 9_000, 4_100, 0.012)),
                Optional.empty());
        return new Fleet(
                new Fleet.Sources(
                        List.of("/data/recordings"),
                        HOSTS + 2,
                        3,
                        7,
                        1,
                        List.of(new SkippedSource("/data/recordings/" + ReportSamples.HOSTILE.get(0), "no events"))),
                group("all", HOSTS, ReportSamples.realistic()),
                List.of(),
                hosts,
                unlike,
                List.of(new Fleet.Grouping(
                        "version",
                        List.of(group("2.1", 16, ReportSamples.realistic()), group("2.0", 8, ReportSamples.queued())))),
                List.of(new FleetDifference("version", "2.0", "2.1", 8, 16, false, ComparisonSamples.comparison())),
                List.of(site(Cause.GC_PAUSE, "", 19), site(Cause.MONITOR, "com.acme.book.OrderBook.match", 1)),
                times(),
                Map.of("jvm", Map.of("17.0.9", 20L, "21.0.2", 4L)));
    }

    private static String name(int host) {
        return host == 2 ? ReportSamples.HOSTILE.get(0) : "gateway-" + (host + 1) + ".eu-west.acme.example";
    }

    private static FleetHost host(int i) {
        return new FleetHost(
                name(i),
                1 + i % 3,
                1_000_000,
                4_000 - 100L * i,
                (4_000 - 100L * i) * 900_000,
                700,
                41_000,
                900_000,
                12_000_000,
                Optional.of(CAUSES.get(i % CAUSES.size())),
                "/data/recordings/" + name(i) + "/20261121");
    }

    private static FleetGroup group(String name, int hosts, ReportData data) {
        List<Series> latency = data.series().stream()
                .filter(one -> one.name().equals(Series.LATENCY))
                .limit(1)
                .toList();
        return new FleetGroup(
                name,
                hosts,
                hosts,
                data.run().iterations(),
                data.run().outliers(),
                latency,
                DiagnosisSums.of(data.conclusions()),
                0,
                new FleetGroup.StackCoverage(400, 371),
                List.of(
                        outlier(12_300_000, Optional.of(Cause.GC_PAUSE), "G1 Evacuation Pause"),
                        outlier(9_100_000, Optional.empty(), "")));
    }

    private static FleetOutlier outlier(long latencyNs, Optional<Cause> cause, String where) {
        return new FleetOutlier(
                latencyNs, START_EPOCH_MS + latencyNs, "/data/recordings/" + name(0), name(0), cause, where);
    }

    private static FleetSite site(Cause cause, String where, long hosts) {
        return new FleetSite(
                cause,
                where,
                300,
                9_000_000_000L,
                7_000_000_000L,
                4_100,
                hosts,
                List.of(
                        new FleetSite.HostShare(name(0), 3_000_000_000L),
                        new FleetSite.HostShare(name(2), 1_000_000_000L)));
    }

    private static FleetTimes times() {
        List<FleetTimes.Span> spans = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Map<Cause, Long> causesNs = new TreeMap<>();
            for (Cause cause : CAUSES) {
                causesNs.put(cause, (1 + i * 7L % 11) * (1 + cause.ordinal()) * 10_000_000L);
            }
            spans.add(new FleetTimes.Span(START_EPOCH_MS + i * 60_000L, 800_000, 900 + i, causesNs));
        }
        return new FleetTimes(60_000, spans);
    }
}
