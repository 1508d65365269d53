package io.straggler.fleet.page;

import io.straggler.flamegraph.json.FrameTable;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.flamegraph.page.CausesJson;
import io.straggler.flamegraph.page.Columns;
import io.straggler.flamegraph.page.DrawnTree;
import io.straggler.flamegraph.page.PageJson;
import io.straggler.flamegraph.page.PageTemplate;
import io.straggler.flamegraph.page.SeriesSection;
import io.straggler.flamegraph.report.HtmlReport;
import io.straggler.fleet.json.FleetJsonFormat;
import io.straggler.fleet.result.Fleet;
import io.straggler.fleet.result.FleetGroup;
import io.straggler.model.Series;
import io.straggler.model.file.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** The recordings of many hosts on one page, made of the same parts and under the same policy as {@link HtmlReport}. */
public final class FleetPage {
    private FleetPage() {}

    /** Writes the page, replacing one that is there; it links to the reports of run folders that are there too. */
    public static void write(Fleet fleet, Path file) throws IOException {
        FrameTable frames = new FrameTable();
        String json = PageJson.object(out -> {
            FleetJsonFormat.writeProperties(fleet, out);
            CausesJson.writeCauses(out);
            out.writeName("all");
            writeGroup(fleet.all(), frames, out);
            out.writeArrayPropertyStart("by");
            for (Fleet.Grouping grouping : fleet.by()) {
                out.writeStartObject();
                out.writeStringProperty("by", grouping.by());
                out.writeArrayPropertyStart("groups");
                grouping.groups().forEach(group -> writeGroup(group, frames, out));
                out.writeEndArray();
                out.writeEndObject();
            }
            out.writeEndArray();
            writeCurves(fleet.without(), out);
            writeReports(fleet, file, out);
            PageJson.writeWords(out);
            PageJson.writeFrames(frames, out);
        });
        WholeFile.write(file, new PageTemplate(FleetPage.class, "fleet.html").fill(json));
    }

    private static void writeGroup(FleetGroup group, FrameTable frames, JsonGenerator json) {
        json.writeStartObject();
        FleetJsonFormat.writeGroupProperties(group, json);
        json.writeName("series");
        SeriesSection.write(group.latency(), json);
        json.writeNumberProperty("cutNs", group.cutNs());
        json.writeName("tree");
        DrawnTree.of(group.diagnosis().outlierStacks()).write(frames, json);
        json.writeEndObject();
    }

    /** The curve without each cause. */
    private static void writeCurves(List<Fleet.Without> all, JsonGenerator json) {
        json.writeArrayPropertyStart("curves");
        for (Fleet.Without without : all) {
            json.writeStartObject();
            json.writeStringProperty("cause", JsonNames.of(without.cause()));
            json.writeStringProperty("label", without.cause().label());
            double[] percentiles = without.latency().percentiles().stream()
                    .mapToDouble(Series.Point::percentile)
                    .toArray();
            json.writeName("percentiles");
            json.writeArray(percentiles, 0, percentiles.length);
            Columns.write("valuesNs", without.latency().percentiles(), Series.Point::valueNs, json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Where the report of a recording lies, seen from the page, by recording: of those that the page speaks of and that have one. */
    private static void writeReports(Fleet fleet, Path page, JsonGenerator json) {
        Set<String> sources = new LinkedHashSet<>();
        fleet.hosts().forEach(host -> sources.add(host.worstSource()));
        Stream.concat(Stream.of(fleet.all()), fleet.by().stream().flatMap(grouping -> grouping.groups().stream()))
                .forEach(group -> group.worst().forEach(outlier -> sources.add(outlier.source())));
        json.writeObjectPropertyStart("reports");
        for (String source : sources) {
            String link = link(source, page);
            if (!link.isEmpty()) {
                json.writeStringProperty(source, link);
            }
        }
        json.writeEndObject();
    }

    private static String link(String source, Path page) {
        try {
            Path report = Path.of(source, "report.html");
            if (!report.isAbsolute() || !Files.exists(report)) {
                return "";
            }
            Path from = page.toAbsolutePath().normalize().getParent();
            if (from == null) {
                return "";
            }
            // A name may hold anything, so it is written as a path of an address.
            return Path.of("/")
                    .toUri()
                    .relativize(Path.of("/").resolve(from.relativize(report)).toUri())
                    .toString();
        } catch (InvalidPathException e) {
            return "";
        }
    }
}
