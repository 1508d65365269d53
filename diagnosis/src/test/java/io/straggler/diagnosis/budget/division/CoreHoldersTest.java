package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.model.CoreHold;
import io.straggler.model.CoreUse;
import io.straggler.model.CoreUser;
import io.straggler.model.CoreUser.Kind;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CoreHoldersTest {
    private static final long MS = 1_000_000;
    private static final long OWN = 1;

    private final List<CoreUse> uses = new ArrayList<>();
    private final List<CoreHold> recorded = new ArrayList<>();

    private void held(long fromNs, long toNs, Kind kind, String name) {
        recorded.add(new CoreHold(fromNs, toNs, new CoreUser(kind, 99, name)));
    }

    private void used(long fromNs, String thread, long cpuNs) {
        uses.add(new CoreUse(fromNs, fromNs + 5 * MS, thread.isEmpty() ? OWN : thread.hashCode(), thread, cpuNs, 0));
    }

    private List<PartnerTime.Part> parts(int cores) {
        return new CoreHolders(uses, cores, Set.of(OWN), recorded).parts(IntervalSet.of(6 * MS, 8 * MS));
    }

    @Test
    void shouldDivideTheWaitByTheOthersSharesOfTheCores() {
        used(5 * MS, "", 2 * MS);
        used(5 * MS, "C2 CompilerThre", 4 * MS);
        used(5 * MS, "GC Thread#0", MS / 2);
        used(5 * MS, "G1 Conc#0", MS / 2);
        used(5 * MS, "worker-3", MS);
        used(10 * MS, "later", 5 * MS);

        // Two cores for 5 ms, less the 2 ms that it had itself.
        assertThat(parts(2))
                .containsExactlyInAnyOrder(
                        new PartnerTime.Part(Place.of("C2 compiler"), MS),
                        new PartnerTime.Part(Place.of("GC"), MS / 4),
                        new PartnerTime.Part(Place.of("worker-*"), MS / 4),
                        new PartnerTime.Part(Place.of("no thread of this process"), MS / 2));
    }

    @Test
    void shouldNeverGiveMoreThanTheWait() {
        used(5 * MS, "", 4 * MS);
        used(5 * MS, "late count", 9 * MS);

        assertThat(parts(2).stream().mapToLong(PartnerTime.Part::ns).sum()).isEqualTo(2 * MS);
    }

    @Test
    void shouldNameNobodyWhereNobodyLookedOrTheCoresAreNotKnown() {
        assertThat(parts(2)).isEmpty();

        used(5 * MS, "C2 CompilerThre", 4 * MS);
        assertThat(parts(0)).isEmpty();
    }

    @Test
    void shouldNameWhoIsRecorded() {
        used(5 * MS, "late count", 5 * MS);
        held(5 * MS, 6 * MS + 200_000, Kind.OWN_THREAD, "C2 CompilerThread0");
        held(6 * MS + 200_000, 6 * MS + 500_000, Kind.OTHER_PROCESS, "postgres");
        held(6 * MS + 500_000, 6 * MS + 900_000, Kind.OTHER_PROCESS, "");
        held(6 * MS + 900_000, 7 * MS, Kind.OWN_THREAD, "worker-3");
        held(7 * MS, 7 * MS + 300_000, Kind.IDLE, "");
        held(7 * MS + 300_000, 7 * MS + 400_000, Kind.OTHER_PROCESS, "postgres");
        held(7 * MS + 400_000, 9 * MS, Kind.OWN_THREAD, "worker-4");

        assertThat(parts(2))
                .containsExactlyInAnyOrder(
                        new PartnerTime.Part(Place.of("C2 compiler"), 200_000),
                        new PartnerTime.Part(Place.of("process postgres"), 300_000 + 100_000),
                        new PartnerTime.Part(Place.of("a process that has ended"), 400_000),
                        new PartnerTime.Part(Place.of("worker-*"), 100_000 + 600_000),
                        new PartnerTime.Part(Place.of("nobody, the core was idle"), 300_000));
    }

    @Test
    void shouldCountWorkersOfTheKernelAsOne() {
        held(6 * MS, 7 * MS, Kind.OTHER_PROCESS, "kworker/0:1-events");
        held(7 * MS, 8 * MS, Kind.OTHER_PROCESS, "kworker/u8:1-events_unbound");

        assertThat(parts(2)).containsExactly(new PartnerTime.Part(Place.of("process kworker/*"), 2 * MS));
    }

    @Test
    void shouldDivideByTheLooksWhatIsNotRecorded() {
        used(5 * MS, "C2 CompilerThre", 5 * MS);
        used(5 * MS, "worker-3", 5 * MS);
        held(6 * MS, 7 * MS, Kind.OTHER_PROCESS, "postgres");

        assertThat(parts(2))
                .containsExactlyInAnyOrder(
                        new PartnerTime.Part(Place.of("process postgres"), MS),
                        new PartnerTime.Part(Place.of("C2 compiler"), MS / 2),
                        new PartnerTime.Part(Place.of("worker-*"), MS / 2),
                        new PartnerTime.Part(Place.of("no thread of this process"), 0));
    }

    @Test
    void shouldCountNoTimeTwice() {
        held(6 * MS, 7 * MS, Kind.OTHER_PROCESS, "postgres");
        held(6 * MS, 8 * MS, Kind.OTHER_PROCESS, "nginx");

        assertThat(parts(2))
                .containsExactlyInAnyOrder(
                        new PartnerTime.Part(Place.of("process postgres"), MS),
                        new PartnerTime.Part(Place.of("process nginx"), MS));
    }
}
