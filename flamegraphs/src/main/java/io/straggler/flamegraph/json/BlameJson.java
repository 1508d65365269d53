package io.straggler.flamegraph.json;

import io.straggler.diagnosis.CulpritSite;
import io.straggler.diagnosis.blame.Culprit;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.core.JsonGenerator;

/** Writes who made others late as JSON. {@code docs/reference/diagnosis-json.md} describes the fields. */
final class BlameJson {
    /** How many culprits are listed: those that caused the most delay. A long run can have a hundred thousand, with as many victims each. */
    static final int MAX_CULPRITS = 1_000;

    /** How many sites are listed: those that caused the most delay. */
    static final int MAX_SITES = 200;

    private BlameJson() {}

    /**
     * Writes one object with the worst culprits.
     *
     * @param culprits the one that caused the most delay first
     * @param sites with each of them
     */
    static void writeCulprits(List<Culprit> culprits, List<CulpritSite> sites, JsonGenerator json) {
        Map<Culprit, CulpritSite> siteOf = new IdentityHashMap<>();
        sites.forEach(site -> site.culprits().forEach(culprit -> siteOf.put(culprit, site)));
        json.writeStartObject();
        json.writeNumberProperty("count", culprits.size());
        json.writeNumberProperty(
                "delayCausedNs",
                culprits.stream().mapToLong(Culprit::delayCausedNs).sum());
        json.writeNumberProperty("leftOut", Math.max(0, culprits.size() - MAX_CULPRITS));
        json.writeArrayPropertyStart("listed");
        for (Culprit culprit : culprits.subList(0, Math.min(MAX_CULPRITS, culprits.size()))) {
            writeCulprit(culprit, Objects.requireNonNull(siteOf.get(culprit), "every culprit has a site"), json);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeCulprit(Culprit culprit, CulpritSite site, JsonGenerator json) {
        json.writeStartObject();
        RunJson.writeRunId(culprit.iteration().runId(), json);
        json.writeNumberProperty("intendedNs", culprit.iteration().intendedNs());
        json.writeNumberProperty("startNs", culprit.iteration().startNs());
        json.writeNumberProperty("endNs", culprit.iteration().endNs());
        writeSite(site, json);
        json.writeNumberProperty("excessNs", culprit.excessNs());
        json.writeNumberProperty("ownNs", culprit.ownNs());
        json.writeNumberProperty("othersNs", culprit.othersNs());
        json.writeNumberProperty("delayed", culprit.delayed());
        json.writeNumberProperty(
                "victimsLeftOut", culprit.delayed() - culprit.victims().size());
        json.writeArrayPropertyStart("victims");
        for (Culprit.Victim victim : culprit.victims()) {
            json.writeStartObject();
            json.writeNumberProperty("intendedNs", victim.intendedNs());
            json.writeNumberProperty("delayNs", victim.delayNs());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Writes one object with the worst sites, the one that caused the most delay first. */
    static void writeSites(List<CulpritSite> sites, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("count", sites.size());
        json.writeNumberProperty("leftOut", Math.max(0, sites.size() - MAX_SITES));
        json.writeArrayPropertyStart("listed");
        for (CulpritSite site : sites.subList(0, Math.min(MAX_SITES, sites.size()))) {
            json.writeStartObject();
            writeSite(site, json);
            json.writeNumberProperty("culprits", site.culprits().size());
            json.writeNumberProperty("delayCausedNs", site.delayCausedNs());
            json.writeNumberProperty("othersNs", site.othersNs());
            json.writeNumberProperty("delayed", site.delayed());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeSite(CulpritSite site, JsonGenerator json) {
        BudgetJson.writeCause(site.cause(), json);
        PlaceJson.write("where", site.place(), json);
    }
}
