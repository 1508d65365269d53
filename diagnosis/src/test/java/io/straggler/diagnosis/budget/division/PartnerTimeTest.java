package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.model.CoreUse;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Partner;
import io.straggler.model.Partner.Role;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A wait from 10 ms to 18 ms, and looks at the scheduler's counts at 9 ms and at 19 ms. */
class PartnerTimeTest {
    private static final long US = 1_000;
    private static final long MS = 1_000 * US;
    private static final long FROM_NS = 10 * MS;
    private static final long TO_NS = 18 * MS;
    private static final long PARTNER = 7;

    private final List<CoreUse> uses = new ArrayList<>();
    private final List<Evidence> blocked = new ArrayList<>();
    private final List<Evidence> listened = new ArrayList<>();
    private long partnerId = PARTNER;
    private String partnerName = "echo-peer";

    private Map<String, Long> parts(Role role, IntervalSet taken) {
        return parts(Kind.SOCKET_IO, role, taken);
    }

    private Map<String, Long> parts(Kind kind, Role role, IntervalSet taken) {
        Partner partner = new Partner(partnerName, partnerId, role, blocked, listened);
        Evidence wait =
                new Evidence(kind, FROM_NS, TO_NS, 1, Place.of("read").calledBy("Task.run"), Optional.of(partner));
        List<PartnerTime.Part> parts = new PartnerTime(uses).parts(wait, taken);
        assertThat(parts).allSatisfy(part -> assertThat(part.ns()).isPositive());
        assertThat(parts.stream().mapToLong(PartnerTime.Part::ns).sum()).isEqualTo(taken.lengthNs());
        return parts.stream()
                .collect(Collectors.toMap(
                        part -> part.place()
                                .words()
                                .replace("read < Task.run", "")
                                .replace(", " + role.label() + " ", ""),
                        PartnerTime.Part::ns,
                        Long::sum));
    }

    private Map<String, Long> parts() {
        return parts(Role.PEER, IntervalSet.of(FROM_NS, TO_NS));
    }

    private void looked(long osThreadId, long cpuNs, long runDelayNs) {
        uses.add(new CoreUse(9 * MS, 19 * MS, osThreadId, "echo-peer", cpuNs, runDelayNs));
    }

    private static Evidence io(long fromNs, long toNs, Place place) {
        return new Evidence(Kind.SOCKET_IO, fromNs, toNs, Evidence.ANY_THREAD, place);
    }

    @Test
    void shouldLeaveAWaitOfWhichNobodyIsNamedAsItIs() {
        Evidence wait = new Evidence(Kind.PARK, FROM_NS, TO_NS, 1, Place.of("LinkedBlockingQueue.take"));

        assertThat(new PartnerTime(uses).parts(wait, IntervalSet.of(FROM_NS, TO_NS)))
                .containsExactly(new PartnerTime.Part(Place.of("LinkedBlockingQueue.take"), 8 * MS));
    }

    /** In the next JVM the same peer has another port. */
    @Test
    void shouldNotNameAPortThatTheSystemChose() {
        Partner partner = new Partner(partnerName, PARTNER, Role.PEER, blocked, listened);
        Evidence wait = new Evidence(
                Kind.SOCKET_IO,
                FROM_NS,
                TO_NS,
                1,
                Place.of("read", "127.0.0.1:40445").calledBy("Task.run"),
                Optional.of(partner));

        assertThat(new PartnerTime(uses).parts(wait, IntervalSet.of(FROM_NS, TO_NS)))
                .extracting(part -> part.place().words())
                .containsExactly("read, 127.0.0.1:* < Task.run, " + Role.PEER.label() + " echo-peer");
    }

    @Test
    void shouldSayThatThePartnerWasBlocked() {
        blocked.add(io(9 * MS, 12 * MS, Place.of("write", "10.0.0.1:80")));
        blocked.add(new Evidence(Kind.SLEEP, 13 * MS, 14 * MS, 0, Place.NONE));
        blocked.add(io(17 * MS, 25 * MS, Place.of("write", "10.0.0.1:80")));

        assertThat(parts(Role.OWNER, IntervalSet.of(FROM_NS, TO_NS)))
                .isEqualTo(Map.of(
                        "echo-peer, which was in socket I/O: write, 10.0.0.1:80",
                        3 * MS,
                        "echo-peer, which was in sleep",
                        MS,
                        "echo-peer",
                        4 * MS));
    }

    /** The waiting thread had no core to take the monitor with. */
    @Test
    void shouldNotTakeWhatTheOwnerOfAMonitorDidAfterItForAReason() {
        blocked.add(new Evidence(Kind.SLEEP, 9 * MS, 12 * MS, 0, Place.NONE));
        blocked.add(new Evidence(Kind.PARK, 13 * MS, TO_NS + 1, 0, Place.of("queue")));

        assertThat(parts(Kind.MONITOR_ENTER, Role.OWNER, IntervalSet.of(FROM_NS, TO_NS)))
                .isEqualTo(Map.of("echo-peer, which was in sleep", 2 * MS, "echo-peer", 6 * MS));
    }

    @Test
    void shouldTakeAReadThatEndsLateForAWaitForACoreAsFarAsTheSchedulerConfirmsIt() {
        listened.add(io(2 * MS, 16 * MS, Place.NONE));
        looked(PARTNER, 50 * US, 6 * MS);
        assertThat(parts()).isEqualTo(Map.of("echo-peer, which waited for a core", 6 * MS, "echo-peer", 2 * MS));

        uses.clear();
        looked(PARTNER, 50 * US, MS);
        looked(PARTNER + 1, 0, 8 * MS);
        assertThat(parts()).isEqualTo(Map.of("echo-peer, which waited for a core", MS, "echo-peer", 7 * MS));

        uses.clear();
        assertThat(parts()).isEqualTo(Map.of("echo-peer", 8 * MS));
    }

    @Test
    void shouldNotTakeAReadThatBeganLaterOrWentOnForAWaitForACore() {
        looked(PARTNER, 0, MS);
        listened.add(io(10 * MS + 1, 16 * MS, Place.NONE));
        listened.add(io(17 * MS, 18 * MS + 1, Place.NONE));

        assertThat(parts()).isEqualTo(Map.of("echo-peer", 8 * MS));
    }

    @Test
    void shouldSayOfRunningWhatCannotHaveBeenOutsideOfTheWait() {
        // Two of the ten milliseconds between the looks were outside, and four may have been counted late.
        looked(PARTNER, 9 * MS, MS);
        assertThat(parts()).isEqualTo(Map.of("echo-peer, which ran", 3 * MS, "echo-peer", 5 * MS));

        uses.clear();
        looked(PARTNER, 0, 7 * MS);
        assertThat(parts()).isEqualTo(Map.of("echo-peer, which waited for a core", 5 * MS, "echo-peer", 3 * MS));
    }

    @Test
    void shouldNotTakeAWaitThatBeganBeforeTheFirstLookForOneThatWasAllBetweenThem() {
        looked(PARTNER, 6 * MS, 30 * MS);

        assertThat(parts()).isEqualTo(Map.of("echo-peer, which waited for a core", 2 * MS, "echo-peer", 6 * MS));
    }

    @Test
    void shouldNotCountAWaitForACoreTwice() {
        listened.add(io(2 * MS, 16 * MS, Place.NONE));
        looked(PARTNER, 0, 7 * MS);

        assertThat(parts()).isEqualTo(Map.of("echo-peer, which waited for a core", 6 * MS, "echo-peer", 2 * MS));
    }

    @Test
    void shouldSayLessWhereALookIsMissingOnOneSide() {
        uses.add(new CoreUse(11 * MS, 19 * MS, PARTNER, "echo-peer", 8 * MS, 0));
        assertThat(parts()).isEqualTo(Map.of("echo-peer, which ran", 2 * MS, "echo-peer", 6 * MS));

        uses.clear();
        uses.add(new CoreUse(11 * MS, 19 * MS, PARTNER, "echo-peer", 0, 8 * MS));
        assertThat(parts()).isEqualTo(Map.of("echo-peer, which waited for a core", 6 * MS, "echo-peer", 2 * MS));

        uses.clear();
        uses.add(new CoreUse(14 * MS, 18 * MS, PARTNER, "echo-peer", 0, 4 * MS));
        assertThat(parts()).isEqualTo(Map.of("echo-peer", 8 * MS));
    }

    @Test
    void shouldLookOnlyAtTheTimeAroundWhatIsTheOutliers() {
        looked(PARTNER, 10 * MS, 0);
        uses.add(new CoreUse(19 * MS, 24 * MS, PARTNER, "echo-peer", 5 * MS, 0));

        assertThat(parts(Role.OWNER, IntervalSet.of(11 * MS, TO_NS)))
                .isEqualTo(Map.of("echo-peer, which ran", 3 * MS, "echo-peer", 4 * MS));
    }

    @Test
    void shouldKnowAThreadByItsCutNameIfOnlyOneHasIt() {
        partnerId = 0;
        partnerName = "warehouse-updater";
        uses.add(new CoreUse(9 * MS, 19 * MS, 3, "warehouse-updat", 10 * MS, 0));
        assertThat(parts()).isEqualTo(Map.of("warehouse-updater, which ran", 4 * MS, "warehouse-updater", 4 * MS));

        uses.add(new CoreUse(9 * MS, 19 * MS, 4, "warehouse-updat", 10 * MS, 0));
        assertThat(parts()).isEqualTo(Map.of("warehouse-updater", 8 * MS));
    }

    @Test
    void shouldNotTellThreadsOfAPoolApart() {
        partnerName = "pool-2-thread-17";

        assertThat(parts()).isEqualTo(Map.of("pool-2-thread-*", 8 * MS));
    }

    @Test
    void shouldAddUpWhateverIsRecorded() {
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            uses.clear();
            blocked.clear();
            listened.clear();
            for (long atNs = 8 * MS; atNs < 20 * MS; atNs += 1 + random.nextLong(4 * MS)) {
                Evidence one = io(atNs, atNs + random.nextLong(4 * MS), Place.NONE);
                (random.nextBoolean() ? blocked : listened).add(one);
                uses.add(new CoreUse(
                        atNs - MS, atNs + MS, PARTNER, "echo-peer", random.nextLong(2 * MS), random.nextLong(9 * MS)));
            }
            IntervalSet taken = IntervalSet.of(FROM_NS, 12 * MS).or(IntervalSet.of(13 * MS, TO_NS));

            assertThat(parts(Role.PEER, taken)).as("seed " + seed).isNotEmpty();
        }
    }
}
