package io.straggler.selftest;

import io.straggler.accuracy.Accuracy;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.file.WholeFile;
import io.straggler.selftest.fault.ExpectedCauses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.OptionalDouble;
import java.util.Set;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code selftest.json}; {@code docs/reference/selftest.md} describes the fields. */
public final class SelftestFormat {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private SelftestFormat() {}

    /** The whole as text. */
    public static String write(Selftest selftest) {
        ObjectNode root = JSON.createObjectNode();
        root.put("schemaVersion", Selftest.SCHEMA_VERSION);
        root.put("startEpochMs", selftest.startEpochMs());
        root.put("jvm", selftest.jvm());
        root.put("feature", selftest.feature());
        root.put("machine", selftest.machine());
        root.put("regime", selftest.regime().id());
        ArrayNode seeds = root.putArray("seeds");
        selftest.seeds().forEach(seeds::add);
        root.put("thresholdNs", selftest.thresholdNs());
        labels(root, "abstentions", Verdict.ABSTENTIONS);
        ObjectNode ordinary = root.putObject("ordinary");
        ordinary.put("iterations", selftest.ordinary().iterations());
        ordinary.put("outliers", selftest.ordinary().outliers());
        write(selftest.score(), root.putObject("score"));
        ArrayNode all = root.putArray("bySeed");
        selftest.bySeed().forEach(score -> write(score, all.addObject()));
        return JSON.writeValueAsString(root) + "\n";
    }

    /** Leaves a result for {@link Accuracy#ofThisMachine}. */
    public static void keep(Selftest selftest) throws IOException {
        Path file = Accuracy.file(selftest.feature(), selftest.regime().id());
        Files.createDirectories(file.getParent());
        WholeFile.write(file, write(selftest));
    }

    private static void write(Score score, ObjectNode to) {
        to.put("injections", score.injections());
        to.put("withStack", score.withStack());
        to.put("missed", score.missed());
        to.put("ranked", score.ranked());
        to.put("rankedRight", score.rankedRight());
        to.put("rankedSilent", score.rankedSilent());
        figure(to, "firstRank", score.firstRank());
        to.put("others", score.others());
        to.put("othersFound", score.othersFound());
        to.put("placeable", score.placeable());
        to.put("placed", score.placed());
        to.put("placebos", score.placebos());
        to.put("falseAlarms", score.falseAlarms());
        figure(to, "placeboPrecision", score.placeboPrecision());
        ArrayNode faults = to.putArray("faults");
        score.faults().forEach(fault -> write(fault, faults.addObject()));
    }

    private static void write(FaultScore fault, ObjectNode to) {
        to.put("fault", fault.fault().id());
        to.put("title", fault.fault().title());
        ExpectedCauses expected = fault.fault().expected();
        labels(to, "causes", expected.named());
        Set<Cause> attendant = new HashSet<>(expected.attendant());
        attendant.removeAll(expected.named());
        labels(to, "mayAnswer", attendant);
        to.put("injections", fault.injections());
        to.put("ranked", fault.ranked());
        figure(to, "precision", fault.precision());
        figure(to, "recall", fault.recall());
        figure(to, "firstRank", fault.firstRank());
        figure(to, "placed", fault.placed());
        to.put("medianNs", fault.medianNs());
        to.put("shortestNs", fault.shortestNs());
        to.put("longestNs", fault.longestNs());
        ObjectNode answers = to.putObject("answers");
        fault.answers().forEach(answers::put);
        to.put("note", fault.note());
    }

    private static void labels(ObjectNode to, String name, Set<Cause> causes) {
        ArrayNode labels = to.putArray(name);
        causes.stream().sorted().forEach(cause -> labels.add(cause.label()));
    }

    private static void figure(ObjectNode to, String name, OptionalDouble value) {
        if (value.isPresent()) {
            to.put(name, value.getAsDouble());
        } else {
            to.putNull(name);
        }
    }
}
