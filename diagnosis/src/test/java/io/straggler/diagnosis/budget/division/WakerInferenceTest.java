package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.Rules;
import io.straggler.model.CoreUser;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.Partner;
import io.straggler.model.Partner.Role;
import io.straggler.model.Place;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WaitedFor;
import io.straggler.model.WakeUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A thread that is parked from 100 to 200. */
class WakerInferenceTest {
    private static final long OWN = 1;
    private static final long WAKER = 11;

    private final List<OffCoreInterval> waits = new ArrayList<>();

    private static OffCoreInterval wait(long fromNs, long toNs, CoreUser by) {
        return new OffCoreInterval(fromNs, toNs, false, Optional.of(new WakeUp(toNs - 1, by)), List.of());
    }

    private static CoreUser user(CoreUser.Kind kind, long osThreadId, String name) {
        return new CoreUser(kind, osThreadId, name);
    }

    private static Evidence evidence(Kind kind, long osThreadId) {
        return new Evidence(kind, 100, 200, osThreadId, Place.of("where"));
    }

    private Evidence named(Evidence one) {
        ThreadUsage usage = ThreadUsage.of(0, OWN)
                .between(0, 300)
                .offCore(Optional.of(new OffCoreTimes(0, waits)))
                .build();
        SwitchTimes switches =
                SwitchTimes.of(usage, 0, List.of(), Rules.STANDARD).orElseThrow();
        return WakerInference.named(List.of(one), Set.of(OWN), switches).get(0);
    }

    @Test
    void shouldNameWhoEndedTheLastWaitOfAPark() {
        waits.add(wait(90, 99, user(CoreUser.Kind.OWN_THREAD, 9, "before")));
        waits.add(wait(101, 150, user(CoreUser.Kind.OWN_THREAD, 10, "in vain")));
        waits.add(wait(151, 199, user(CoreUser.Kind.OWN_THREAD, WAKER, "waker")));
        waits.add(wait(210, 220, user(CoreUser.Kind.OWN_THREAD, 12, "later")));

        assertThat(named(evidence(Kind.PARK, OWN)).partner())
                .hasValue(new Partner("waker", WAKER, Role.RECORDED_WAKER, List.of(), List.of()));
    }

    @Test
    void shouldNameNobodyWhereTheEndOfTheWaitWasNotRecorded() {
        waits.add(wait(101, 150, user(CoreUser.Kind.OWN_THREAD, WAKER, "in vain")));
        waits.add(new OffCoreInterval(151, 199, false));

        assertThat(named(evidence(Kind.PARK, OWN)).partner()).isEmpty();
    }

    @Test
    void shouldNameNeitherTimersNorOtherProcessesForAPark() {
        waits.add(wait(101, 199, CoreUser.INTERRUPT));
        assertThat(named(evidence(Kind.PARK, OWN)).partner()).isEmpty();

        waits.set(0, wait(101, 199, user(CoreUser.Kind.OTHER_PROCESS, 99, "postgres")));
        assertThat(named(evidence(Kind.PARK, OWN)).partner()).isEmpty();
    }

    @Test
    void shouldLeaveOtherEvidenceAsItIs() {
        waits.add(wait(101, 199, user(CoreUser.Kind.OWN_THREAD, WAKER, "waker")));

        assertThat(named(evidence(Kind.MONITOR_ENTER, OWN)).partner()).isEmpty();
        assertThat(named(evidence(Kind.PARK, 2)).partner()).isEmpty();
    }

    @Test
    void shouldKeepWhomTheJvmNamed() {
        waits.add(wait(101, 199, user(CoreUser.Kind.OWN_THREAD, WAKER, "waker")));
        Evidence lock = evidence(Kind.PARK, OWN).waitingFor(new Partner("owner", 12, Role.OWNER, List.of(), List.of()));

        assertThat(named(lock)).isEqualTo(lock);
    }

    @Test
    void shouldKnowBetterThanWhatWasInferred() {
        waits.add(wait(101, 199, user(CoreUser.Kind.OWN_THREAD, WAKER, "waker")));
        List<Evidence> blocked = List.of(evidence(Kind.FILE_IO, WAKER));
        Evidence inferredRightly =
                evidence(Kind.PARK, OWN).waitingFor(new Partner("waker", WAKER, Role.WAKER, blocked, List.of()));
        Evidence inferredWrongly =
                evidence(Kind.PARK, OWN).waitingFor(new Partner("other", 12, Role.WAKER, blocked, List.of()));

        assertThat(named(inferredRightly).partner())
                .hasValue(new Partner("waker", WAKER, Role.RECORDED_WAKER, blocked, List.of()));
        assertThat(named(inferredWrongly).partner())
                .hasValue(new Partner("waker", WAKER, Role.RECORDED_WAKER, List.of(), List.of()));
    }

    @Test
    void shouldSayWhoEndedAWait() {
        assertThat(WakerInference.of(wait(101, 199, user(CoreUser.Kind.OWN_THREAD, WAKER, "worker-3"))))
                .map(WaitedFor::words)
                .hasValue("woken by worker-*");
        assertThat(WakerInference.of(wait(101, 199, user(CoreUser.Kind.OWN_THREAD, WAKER, "C1 CompilerThre"))))
                .map(WaitedFor::words)
                .hasValue("woken by C1 compiler");
        assertThat(WakerInference.of(wait(101, 199, user(CoreUser.Kind.OTHER_PROCESS, 99, "postgres"))))
                .map(WaitedFor::words)
                .hasValue("woken by process postgres");
        assertThat(WakerInference.of(wait(101, 199, user(CoreUser.Kind.OTHER_PROCESS, 99, ""))))
                .map(WaitedFor::words)
                .hasValue("woken by a process that has ended");
        assertThat(WakerInference.of(wait(101, 199, CoreUser.INTERRUPT))).isEmpty();
        assertThat(WakerInference.of(new OffCoreInterval(101, 199, false))).isEmpty();
    }
}
