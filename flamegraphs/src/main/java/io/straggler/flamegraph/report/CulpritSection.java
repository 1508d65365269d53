package io.straggler.flamegraph.report;

import io.straggler.diagnosis.Because;
import io.straggler.diagnosis.CulpritSite;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.flamegraph.json.PlaceJson;
import io.straggler.flamegraph.page.CausesJson;
import io.straggler.flamegraph.page.Columns;
import io.straggler.model.RunId;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Culprits: the worst sites, the worst culprits of each, and the most delayed victims of each of these. */
final class CulpritSection {
    static final int MAX_SITES = 20;
    static final int MAX_CULPRITS = 10;
    static final int MAX_VICTIMS = 20;

    private final List<CulpritSite> sites;
    private final RunOrigins origins;

    CulpritSection(ReportData data, RunOrigins origins) {
        this.sites = data.conclusions().sites();
        this.origins = origins;
    }

    void write(JsonGenerator json) {
        List<CulpritSite> others = sites.subList(Math.min(MAX_SITES, sites.size()), sites.size());
        json.writeStartObject();
        json.writeNumberProperty("count", culprits(sites));
        json.writeNumberProperty(
                "delayCausedNs",
                sites.stream().mapToLong(CulpritSite::delayCausedNs).sum());
        json.writeNumberProperty("leftOutSites", others.size());
        json.writeNumberProperty("leftOutCulprits", culprits(others));
        json.writeNumberProperty(
                "leftOutNs",
                others.stream().mapToLong(CulpritSite::delayCausedNs).sum());
        json.writeArrayPropertyStart("sites");
        sites.stream().limit(MAX_SITES).forEach(site -> writeSite(site, json));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static long culprits(List<CulpritSite> sites) {
        return sites.stream().mapToLong(site -> site.culprits().size()).sum();
    }

    private void writeSite(CulpritSite site, JsonGenerator json) {
        json.writeStartObject();
        writeCause(site, json);
        json.writeStringProperty("because", Because.of(site.cause(), CausesJson.shortened(site.place())));
        json.writeNumberProperty("count", site.culprits().size());
        json.writeNumberProperty("delayCausedNs", site.delayCausedNs());
        json.writeNumberProperty("othersNs", site.othersNs());
        json.writeNumberProperty("delayed", site.delayed());
        json.writeArrayPropertyStart("culprits");
        site.culprits().stream().limit(MAX_CULPRITS).forEach(culprit -> writeCulprit(culprit, json));
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Writes what made culprits slow, into the object that is open. */
    static void writeCause(CulpritSite site, JsonGenerator json) {
        json.writeStringProperty("cause", JsonNames.of(site.cause()));
        PlaceJson.write("where", CausesJson.shortened(site.place()), json);
    }

    private void writeCulprit(Culprit culprit, JsonGenerator json) {
        RunId run = culprit.iteration().runId();
        List<Culprit.Victim> victims = culprit.victims()
                .subList(0, Math.min(MAX_VICTIMS, culprit.victims().size()));
        json.writeStartObject();
        json.writeNumberProperty("run", origins.indexOf(run));
        json.writeNumberProperty(
                "sinceNs", origins.sinceNs(run, culprit.iteration().intendedNs()));
        json.writeNumberProperty("excessNs", culprit.excessNs());
        json.writeNumberProperty("othersNs", culprit.othersNs());
        json.writeNumberProperty("delayed", culprit.delayed());
        Columns.write("victimsSinceNs", victims, victim -> origins.sinceNs(run, victim.intendedNs()), json);
        Columns.write("delaysNs", victims, Culprit.Victim::delayNs, json);
        json.writeEndObject();
    }
}
