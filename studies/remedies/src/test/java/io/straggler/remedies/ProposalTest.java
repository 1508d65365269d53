package io.straggler.remedies;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.Cause;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProposalTest {
    private static Evidence evidence(Map<Cause, Double> shares, Set<String> collections, int feature, String... flags) {
        return new Evidence(
                shares,
                Map.of(),
                collections,
                "G1 Young Generation, G1 Old Generation",
                List.of(flags),
                256L << 20,
                2,
                feature,
                Map.of());
    }

    private static List<String> names(Evidence evidence) {
        return Proposal.of(evidence, 20).stream().map(Proposal::name).toList();
    }

    @Test
    void shouldProposeWhatIsAgainstTheLargestCausesFirst() {
        List<Proposal> proposals = Proposal.of(
                evidence(Map.of(Cause.GC_PAUSE, 0.7, Cause.PAGE_FAULT, 0.2, Cause.CLASS_LOADING, 0.04), Set.of(), 17),
                20);

        assertThat(proposals)
                .extracting(Proposal::name)
                .startsWith("larger young generation", "four times the heap")
                .contains("ZGC", "heap touched at the start")
                .doesNotContain("archive of loaded classes", "larger regions");
        assertThat(proposals.get(0).change().asOptions()).isEqualTo("--jvm-arg=-Xmn153m");
        assertThat(proposals.get(0).share()).isEqualTo(0.7);
        assertThat(proposals.get(0).causes()).isEqualTo("GC pause, first calls after a collection");
    }

    @Test
    void shouldProposeLargerRegionsForHumongousObjects() {
        Evidence humongous = evidence(Map.of(Cause.GC_PAUSE, 0.9), Set.of("G1New, G1 Humongous Allocation"), 17);

        assertThat(names(humongous)).contains("larger regions").doesNotContain("larger young generation");
        assertThat(Proposal.of(humongous, 20))
                .filteredOn(one -> one.name().equals("larger regions"))
                .singleElement()
                .satisfies(one -> assertThat(one.change().asOptions())
                        .as("a heap of 256 MB keeps 64 regions")
                        .isEqualTo("--jvm-arg=-XX:G1HeapRegionSize=4m"));
        assertThat(names(evidence(
                        Map.of(Cause.GC_PAUSE, 0.9),
                        Set.of("G1New, G1 Humongous Allocation"),
                        17,
                        "-XX:G1HeapRegionSize=4m")))
                .doesNotContain("larger regions");
    }

    @Test
    void shouldProposeNothingThatIsThereAlreadyOrThatTheJdkDoesNotHave() {
        Map<Cause, Double> shares = Map.of(Cause.PAGE_FAULT, 0.5, Cause.CARRIER, 0.5);

        assertThat(names(evidence(shares, Set.of(), 17)))
                .contains("heap touched at the start")
                .doesNotContain("more carriers");
        assertThat(names(evidence(shares, Set.of(), 21, "-XX:+AlwaysPreTouch")))
                .contains("more carriers")
                .doesNotContain("heap touched at the start");
    }

    @Test
    void shouldProposeNothingAgainstWhatNoFlagHelps() {
        assertThat(names(evidence(Map.of(Cause.SOCKET_IO, 0.9, Cause.MONITOR, 0.1), Set.of(), 17)))
                .isEmpty();
    }

    @Test
    void shouldGiveOtherCausesTheirTurnBeforeOneHasItsThirdRemedy() {
        Evidence evidence = evidence(Map.of(Cause.GC_PAUSE, 0.6, Cause.TIME_TO_SAFEPOINT, 0.3), Set.of(), 21);

        assertThat(Proposal.of(evidence, 3))
                .extracting(Proposal::name)
                .containsExactly("larger young generation", "four times the heap", "safepoints in counted loops");
    }

    @Test
    void shouldAskWhoHadTheCoresBeforeItTakesThreadsFromAnybody() {
        Map<Cause, Double> waiting = Map.of(Cause.RUN_QUEUE, 0.9);
        Evidence byCompilers = new Evidence(
                waiting,
                Map.of("C2 compiler", 0.8, "GC", 0.01),
                Set.of(),
                "G1 Young Generation",
                List.of(),
                1L << 28,
                2,
                17,
                Map.of());

        assertThat(names(byCompilers))
                .contains("quick compiler only", "longer warm-up")
                .doesNotContain("one thread for collections");
        assertThat(names(evidence(waiting, Set.of(), 17))).contains("one thread for collections");
    }

    @Test
    void shouldNameEveryRemedyOnceAndSayAllOfIt() {
        Set<String> folders = new HashSet<>();
        for (KnownRemedy remedy : KnownRemedies.ALL) {
            assertThat(folders.add(Proposal.own(remedy.name(), Change.ofJvm()).folder()))
                    .as(remedy.name())
                    .isTrue();
            assertThat(List.of(remedy.name(), remedy.because(), remedy.cost(), remedy.source()))
                    .as(remedy.name())
                    .noneMatch(String::isBlank);
            assertThat(remedy.against()).as(remedy.name()).isNotEmpty();
        }
    }
}
