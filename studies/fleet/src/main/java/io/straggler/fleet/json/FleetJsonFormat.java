package io.straggler.fleet.json;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.flamegraph.json.BudgetJson;
import io.straggler.flamegraph.json.DiagnosisJsonFormat;
import io.straggler.flamegraph.json.DifferenceJson;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.flamegraph.json.RunJson;
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
import io.straggler.model.Percentiles;
import io.straggler.model.Series;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** {@code fleet.json}: the recordings of many hosts merged, for programs. {@code docs/reference/fleet.md} describes the fields. */
public final class FleetJsonFormat {
    /** Raised when a field changes its meaning or goes away; a new field does not raise it. */
    public static final int SCHEMA_VERSION = 2;

    private FleetJsonFormat() {}

    /** Writes the file, replacing one that is there. */
    public static void write(Fleet fleet, Path file) throws IOException {
        DiagnosisJsonFormat.write(file, json -> {
            json.writeStartObject();
            writeProperties(fleet, json);
            json.writeName("all");
            writeGroup(fleet.all(), json);
            json.writeArrayPropertyStart("by");
            for (Fleet.Grouping grouping : fleet.by()) {
                json.writeStartObject();
                json.writeStringProperty("by", grouping.by());
                json.writeArrayPropertyStart("groups");
                grouping.groups().forEach(group -> writeGroup(group, json));
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    /** Writes all but the groups into the object that is open. */
    public static void writeProperties(Fleet fleet, JsonGenerator json) {
        json.writeNumberProperty("schemaVersion", SCHEMA_VERSION);
        writeSources(fleet.sources(), json);
        writeUnlike(fleet.unlike(), json);
        json.writeArrayPropertyStart("hosts");
        fleet.hosts().forEach(host -> writeHost(host, json));
        json.writeEndArray();
        json.writeArrayPropertyStart("differences");
        fleet.differences().forEach(difference -> writeDifference(difference, json));
        json.writeEndArray();
        json.writeArrayPropertyStart("sites");
        fleet.sites().forEach(site -> writeSite(site, json));
        json.writeEndArray();
        json.writeArrayPropertyStart("without");
        for (Fleet.Without without : fleet.without()) {
            json.writeStartObject();
            BudgetJson.writeCause(without.cause(), json);
            writePercentiles(List.of(without.latency()), json);
            json.writeEndObject();
        }
        json.writeEndArray();
        writeTimes(fleet.times(), json);
        json.writeObjectPropertyStart("facts");
        for (Map.Entry<String, Map<String, Long>> fact : new TreeMap<>(fleet.facts()).entrySet()) {
            json.writeObjectPropertyStart(fact.getKey());
            new TreeMap<>(fact.getValue()).forEach(json::writeNumberProperty);
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void writeSources(Fleet.Sources sources, JsonGenerator json) {
        json.writeObjectPropertyStart("sources");
        json.writeArrayPropertyStart("asked");
        sources.asked().forEach(json::writeString);
        json.writeEndArray();
        json.writeNumberProperty("found", sources.found());
        json.writeNumberProperty("reused", sources.reused());
        json.writeNumberProperty("otherFiles", sources.otherFiles());
        json.writeNumberProperty("saturated", sources.saturated());
        json.writeArrayPropertyStart("skipped");
        for (SkippedSource skipped : sources.skipped()) {
            json.writeStartObject();
            json.writeStringProperty("source", skipped.source());
            json.writeStringProperty("why", skipped.why());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeUnlike(UnlikeHosts hosts, JsonGenerator json) {
        json.writeObjectPropertyStart("unlike");
        json.writeNumberProperty("judged", hosts.judged());
        json.writeStringProperty("refusal", hosts.refusal().orElse(""));
        json.writeNumberProperty("level", UnlikeHosts.LEVEL);
        json.writeArrayPropertyStart("hosts");
        for (UnlikeHost host : hosts.unlike()) {
            json.writeStartObject();
            json.writeStringProperty("host", host.host());
            BudgetJson.writeCause(host.cause(), json);
            RunJson.writeFinite("perIterationNs", host.perIterationNs(), json);
            RunJson.writeFinite("usualNs", host.usualNs(), json);
            RunJson.writeFinite("chance", host.chance(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeHost(FleetHost host, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("host", host.host());
        json.writeNumberProperty("recordings", host.recordings());
        json.writeNumberProperty("iterations", host.iterations());
        json.writeNumberProperty("outliers", host.outliers());
        json.writeNumberProperty("latencyNs", host.latencyNs());
        json.writeNumberProperty("p50Ns", host.p50Ns());
        json.writeNumberProperty("p99Ns", host.p99Ns());
        json.writeNumberProperty("p999Ns", host.p999Ns());
        json.writeNumberProperty("maxNs", host.maxNs());
        writeCause(host.cause(), json);
        json.writeStringProperty("worstSource", host.worstSource());
        json.writeEndObject();
    }

    private static void writeCause(Optional<Cause> cause, JsonGenerator json) {
        json.writeName("cause");
        cause.ifPresentOrElse(known -> json.writeString(JsonNames.of(known)), json::writeNull);
    }

    private static void writeDifference(FleetDifference difference, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("by", difference.by());
        json.writeStringProperty("a", difference.a());
        json.writeStringProperty("b", difference.b());
        json.writeNumberProperty("hostsA", difference.hostsA());
        json.writeNumberProperty("hostsB", difference.hostsB());
        json.writeBooleanProperty("paired", difference.paired());
        json.writeName("basis");
        DifferenceJson.writeBasis(difference.comparison().basis(), json);
        json.writeArrayPropertyStart("metrics");
        difference.comparison().differences().forEach(one -> DifferenceJson.writeDifference(one, json));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeSite(FleetSite site, JsonGenerator json) {
        json.writeStartObject();
        BudgetJson.writeCause(site.cause(), json);
        json.writeStringProperty("where", site.where());
        json.writeNumberProperty("culprits", site.culprits());
        json.writeNumberProperty("delayCausedNs", site.delayCausedNs());
        json.writeNumberProperty("othersNs", site.othersNs());
        json.writeNumberProperty("delayed", site.delayed());
        json.writeNumberProperty("hosts", site.hosts());
        json.writeArrayPropertyStart("worstHosts");
        for (FleetSite.HostShare share : site.worstHosts()) {
            json.writeStartObject();
            json.writeStringProperty("host", share.host());
            json.writeNumberProperty("delayCausedNs", share.delayCausedNs());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeTimes(FleetTimes times, JsonGenerator json) {
        json.writeObjectPropertyStart("times");
        json.writeNumberProperty("widthMs", times.widthMs());
        json.writeArrayPropertyStart("spans");
        for (FleetTimes.Span span : times.spans()) {
            json.writeStartObject();
            json.writeNumberProperty("startEpochMs", span.startEpochMs());
            json.writeNumberProperty("iterations", span.iterations());
            json.writeNumberProperty("outliers", span.outliers());
            json.writeObjectPropertyStart("causesNs");
            new TreeMap<>(span.causesNs()).forEach((cause, ns) -> json.writeNumberProperty(JsonNames.of(cause), ns));
            json.writeEndObject();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeGroup(FleetGroup group, JsonGenerator json) {
        json.writeStartObject();
        writeGroupProperties(group, json);
        writePercentiles(group.latency(), json);
        json.writeEndObject();
    }

    /** Writes all but percentiles and stacks into the object that is open. */
    public static void writeGroupProperties(FleetGroup group, JsonGenerator json) {
        json.writeStringProperty("name", group.name());
        json.writeNumberProperty("recordings", group.recordings());
        json.writeNumberProperty("hosts", group.hosts());
        json.writeNumberProperty("iterations", group.iterations());
        json.writeNumberProperty("outliers", group.outliers());
        json.writeNumberProperty("diagnosedOutliers", group.diagnosis().outliers());
        json.writeNumberProperty("ranLong", group.coverage().ranLong());
        json.writeNumberProperty("withStack", group.coverage().withStack());
        json.writeName("budget");
        BudgetJson.write(group.diagnosis().latencyNs(), group.diagnosis().causes(), json);
        json.writeArrayPropertyStart("worst");
        group.worst().forEach(outlier -> writeOutlier(outlier, json));
        json.writeEndArray();
    }

    private static void writeOutlier(FleetOutlier outlier, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("latencyNs", outlier.latencyNs());
        json.writeNumberProperty("atEpochMs", outlier.atEpochMs());
        json.writeStringProperty("source", outlier.source());
        json.writeStringProperty("host", outlier.host());
        writeCause(outlier.cause(), json);
        json.writeStringProperty("where", outlier.where());
        json.writeEndObject();
    }

    private static void writePercentiles(List<Series> latency, JsonGenerator json) {
        json.writeArrayPropertyStart("percentiles");
        for (Series series : latency) {
            for (double percentile : Percentiles.SHOWN) {
                if (Percentiles.measurable(percentile, series.count())) {
                    json.writeStartObject();
                    json.writeNumberProperty("percentile", percentile);
                    json.writeNumberProperty("valueNs", valueNs(series, percentile));
                    json.writeEndObject();
                }
            }
        }
        json.writeEndArray();
    }

    private static long valueNs(Series series, double percentile) {
        return series.percentiles().stream()
                .filter(point -> point.percentile() >= percentile - 1e-9)
                .mapToLong(Series.Point::valueNs)
                .findFirst()
                .orElse(series.maxNs());
    }
}
