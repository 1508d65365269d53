package io.straggler.compare.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.compare.result.DiagnosisSums;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Where;
import io.straggler.flamegraph.json.DocumentedFields;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.Partner.Role;
import io.straggler.model.Place;
import io.straggler.model.StackFrame;
import io.straggler.model.WaitedFor;
import io.straggler.model.WaitedFor.Blocked;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DiagnosisSumsTest {
    @TempDir
    Path directory;

    private static String golden() throws IOException {
        return Files.readString(
                DocumentedFields.root()
                        .resolve("flamegraphs/src/test/resources/io/straggler/flamegraph/json/diagnosis-golden.json"),
                StandardCharsets.US_ASCII);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("diagnosis.json"), text);
    }

    private static DiagnosisSums ran(String... names) {
        return new DiagnosisSums(
                1,
                5,
                List.of(),
                List.of(new WeightedStack(
                        Stream.of(names)
                                .map(name -> new StackFrame(name, FrameKind.COMPILED))
                                .toList(),
                        5,
                        1)));
    }

    /** Frames below the task are the same on both sides then. */
    @Test
    void shouldNameTheTaskOfEitherSideAlike() {
        DiagnosisSums slow = ran("com.acme.Cache.run", "com.acme.Cache$Line.read", "com.acme.CacheKeys.of");
        DiagnosisSums fixed = ran("com.acme.CacheFixed.run", "com.acme.CacheFixed$Line.read", "com.acme.CacheKeys.of");

        assertThat(slow.ofTheTask("com.acme.Cache"))
                .isEqualTo(fixed.ofTheTask("com.acme.CacheFixed"))
                .isEqualTo(ran("(the task).run", "(the task)$Line.read", "com.acme.CacheKeys.of"));
    }

    @Test
    void shouldReadBackWhatTheDiagnosisHolds() throws IOException {
        DiagnosisSums sums = DiagnosisSumsReader.read(file(golden())).orElseThrow();

        JsonNode json = JsonMapper.shared().readTree(golden());
        assertThat(sums.latencyNs()).isEqualTo(json.at("/budget/latencyNs").asLong());
        assertThat(sums.outliers()).isEqualTo(json.at("/coverage/outliers").asLong());
        assertThat(sums.causes()).hasSize(json.at("/budget/causes").size());
        CauseSum first = sums.causes().get(0);
        JsonNode written = json.at("/budget/causes/0");
        assertThat(JsonNames.of(first.cause())).isEqualTo(written.get("cause").asString());
        assertThat(first.ownNs()).isEqualTo(written.get("ownNs").asLong());
        assertThat(first.carriedNs()).isEqualTo(written.get("carriedNs").asLong());
        assertThat(first.where()).hasSize(written.get("where").size());
        assertThat(sums.outlierStacks()).hasSize(json.at("/outlierStacks").size());
        WeightedStack stack = sums.outlierStacks().get(0);
        JsonNode frames = json.at("/outlierStacks/0/frames");
        assertThat(stack.frames().get(0).name())
                .isEqualTo(json.get("frames")
                        .get(frames.get(0).asInt())
                        .get("name")
                        .asString());
        assertThat(stack.weightNs())
                .isEqualTo(json.at("/outlierStacks/0/weightNs").asLong());
    }

    @Test
    void shouldReadPlacesBackInParts() throws IOException {
        DiagnosisSums sums = DiagnosisSumsReader.read(file(golden())).orElseThrow();

        Place blocked = Place.of("force", "/var/journal");
        assertThat(sums.causes().get(0).where())
                .extracting(Where::place)
                .containsExactly(
                        Place.of("G1 Evacuation Pause"),
                        Place.of("other"),
                        Place.of("read", "/var/a < b, which ran/c")
                                .onThread("worker-*")
                                .calledBy("com.acme.Book.load")
                                .waitingFor(new WaitedFor(
                                        "x, held by y", Role.PEER, new Blocked(Evidence.Kind.FILE_IO, blocked))));
    }

    /** A file that was written before places had parts. */
    @Test
    void shouldTakeTheSentenceForThePlaceWhereThereAreNoParts() throws IOException {
        assertThat(place("\"what\": \"read < Task.run, held by x, held by y\", "))
                .isEqualTo(Place.of("read < Task.run, held by x, held by y"));
    }

    @Test
    void shouldReadPlacesOfWhichSomePartsAreMissing() throws IOException {
        String what = "\"what\": \"…\", ";
        assertThat(place(what + "\"partner\": {\"thread\": \"y\", \"role\": \"owner\"}, "))
                .isEqualTo(Place.NONE.waitingFor(new WaitedFor("y", Role.OWNER)));
        assertThat(place(what + "\"call\": \"lock\", \"partner\": {\"thread\": \"y\", \"role\": \"owner\","
                        + " \"did\": \"waited-for-core\"}, "))
                .isEqualTo(
                        Place.of("lock").waitingFor(new WaitedFor("y", Role.OWNER, WaitedFor.Running.WAITED_FOR_CORE)));
        assertThat(place(what + "\"call\": \"lock\", \"partner\": {\"thread\": \"y\", \"role\": \"owner\","
                        + " \"did\": \"blocked\", \"in\": \"sleep\"}, "))
                .isEqualTo(Place.of("lock")
                        .waitingFor(new WaitedFor("y", Role.OWNER, new Blocked(Evidence.Kind.SLEEP, Place.NONE))));
    }

    /** The place of the only cause of a small file. */
    private Place place(String properties) throws IOException {
        String json =
                "{\"schemaVersion\": 3, \"coverage\": {\"outliers\": 1}, \"budget\": {\"latencyNs\": 9, \"causes\": [{"
                        + "\"cause\": \"monitor\", \"ownNs\": 9, \"carriedNs\": 0, \"outliers\": 1, \"events\": 1, \"stacks\": 0, "
                        + "\"where\": [{" + properties + "\"ns\": 9, \"count\": 1}]}]}}";
        DiagnosisSums sums = DiagnosisSumsReader.read(file(json)).orElseThrow();
        return sums.causes().get(0).where().get(0).place();
    }

    @Test
    void shouldLeaveToTheAnalysisWhatIsMissingCutOffOrOfAnotherVersion() throws IOException {
        String whole = golden();
        assertThat(DiagnosisSumsReader.read(directory.resolve("none.json"))).isEmpty();
        assertThat(DiagnosisSumsReader.read(file(whole.substring(0, whole.length() / 2))))
                .isEmpty();
        assertThat(DiagnosisSumsReader.read(file(whole.replace("\"schemaVersion\" : 3", "\"schemaVersion\" : 9"))))
                .isEmpty();
        assertThat(DiagnosisSumsReader.read(file("[]"))).isEmpty();
        assertThat(DiagnosisSumsReader.read(file(golden().replace("\"frames\" : [ 0, 1 ]", "\"frames\" : [ ]"))))
                .isEmpty();
        assertThat(DiagnosisSumsReader.read(file("{\"budget\": {}}"))).isEmpty();
    }

    @Test
    void shouldAddUp() {
        WeightedStack stack = new WeightedStack(List.of(new StackFrame("a", FrameKind.INLINED)), 5, 1);
        DiagnosisSums one = new DiagnosisSums(
                3,
                100,
                List.of(
                        new CauseSum(
                                Cause.CODE,
                                60,
                                10,
                                3,
                                0,
                                4,
                                List.of(new Where(Place.of("x"), 50, 2), new Where(Place.of("y"), 10, 1))),
                        new CauseSum(Cause.PARK, 30, 0, 1, 1, 0, List.of())),
                List.of(stack));
        DiagnosisSums other = new DiagnosisSums(
                2,
                200,
                List.of(new CauseSum(Cause.PARK, 100, 100, 2, 2, 1, List.of(new Where(Place.of("z"), 100, 2)))),
                List.of(stack));

        DiagnosisSums sum = one.plus(other);

        assertThat(sum.outliers()).isEqualTo(5);
        assertThat(sum.latencyNs()).isEqualTo(300);
        assertThat(sum.causes())
                .extracting("cause", "ownNs", "carriedNs", "outliers", "events", "stacks")
                .containsExactly(tuple(Cause.PARK, 130L, 100L, 3L, 3L, 1L), tuple(Cause.CODE, 60L, 10L, 3L, 0L, 4L));
        assertThat(sum.outlierStacks()).hasSize(2);
        assertThat(sum.totalNs(Cause.PARK)).isEqualTo(230);
        assertThat(sum.totalNs(Cause.SLEEP)).isZero();
    }
}
