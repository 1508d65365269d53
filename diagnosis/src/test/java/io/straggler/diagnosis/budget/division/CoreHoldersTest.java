package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.model.CoreUse;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CoreHoldersTest {
    private static final long MS = 1_000_000;
    private static final long OWN = 1;

    private final List<CoreUse> uses = new ArrayList<>();

    private void used(long fromNs, String thread, long cpuNs) {
        uses.add(new CoreUse(fromNs, fromNs + 5 * MS, thread.isEmpty() ? OWN : thread.hashCode(), thread, cpuNs, 0));
    }

    private List<PartnerTime.Part> parts(int cores) {
        return new CoreHolders(uses, cores, Set.of(OWN), List.of()).parts(IntervalSet.of(6 * MS, 8 * MS));
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
}
