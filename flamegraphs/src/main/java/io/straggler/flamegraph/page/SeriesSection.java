package io.straggler.flamegraph.page;

import io.straggler.flamegraph.json.RunJson;
import io.straggler.model.Percentiles;
import io.straggler.model.Series;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.core.JsonGenerator;

/** The measured series, without what too few values stand for. */
public final class SeriesSection {
    private SeriesSection() {}

    public static void write(List<Series> all, JsonGenerator json) {
        json.writeStartObject();
        json.writeName("shown");
        double[] shown =
                Percentiles.SHOWN.stream().mapToDouble(Double::doubleValue).toArray();
        json.writeArray(shown, 0, shown.length);
        json.writeArrayPropertyStart("all");
        all.forEach(series -> write(series, json));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(Series series, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("name", series.name());
        if (series.runId() == null) {
            json.writeNullProperty("run");
        } else {
            json.writeStringProperty("run", series.runId().toString());
        }
        json.writeNumberProperty("count", series.count());
        json.writeNumberProperty("minNs", series.minNs());
        json.writeNumberProperty("maxNs", series.maxNs());
        RunJson.writeFinite("meanNs", series.meanNs(), json);
        writeRows(series, json);
        writeCurve(series, json);
        json.writeObjectPropertyStart("intervals");
        List<Series.Interval> intervals = series.intervals();
        Columns.write("startEpochMs", intervals, Series.Interval::startEpochMs, json);
        Columns.write("endEpochMs", intervals, Series.Interval::endEpochMs, json);
        Columns.write("count", intervals, Series.Interval::count, json);
        Columns.write("p50Ns", intervals, Series.Interval::p50Ns, json);
        Columns.write("p99Ns", intervals, Series.Interval::p99Ns, json);
        Columns.write("maxNs", intervals, Series.Interval::maxNs, json);
        json.writeEndObject();
        json.writeEndObject();
    }

    /** The table's values: null where too few lie above. */
    private static void writeRows(Series series, JsonGenerator json) {
        json.writeArrayPropertyStart("rowsNs");
        for (double percentile : Percentiles.SHOWN) {
            OptionalLong value = series.valueNs(percentile);
            if (value.isPresent()) {
                json.writeNumber(value.getAsLong());
            } else {
                json.writeNull();
            }
        }
        json.writeEndArray();
    }

    private static void writeCurve(Series series, JsonGenerator json) {
        List<Series.Point> measurable = series.percentiles().stream()
                .filter(point -> Percentiles.measurable(point.percentile(), series.count()))
                .toList();
        double[] percentiles =
                measurable.stream().mapToDouble(Series.Point::percentile).toArray();
        json.writeName("percentiles");
        json.writeArray(percentiles, 0, percentiles.length);
        Columns.write("valuesNs", measurable, Series.Point::valueNs, json);
    }
}
