package io.straggler.selftest.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.selftest.inject.Cores;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.TruthLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FaultTest {
    private static final long SIZE_NS = 1_500_000;

    @TempDir
    private Path folder;

    private InjectionSite site() {
        return new InjectionSite(new Cores(OptionalInt.empty(), List.of()), folder);
    }

    @Test
    void shouldLeaveOutOnlyTheFaultsThatNeedWhatIsLacking() throws Exception {
        Files.createDirectory(folder.resolve("mapped"));

        try (InjectionSite site = site()) {
            assertThatThrownBy(() -> Fault.MAPPED_IN_MEMORY.injector(site))
                    .isInstanceOf(ImpossibleException.class)
                    .hasMessage("needs 128 MB of disk: " + folder.resolve("mapped"));
            assertThatThrownBy(() -> Fault.MAPPED_FROM_DISK.injector(site)).isInstanceOf(ImpossibleException.class);
            assertThat(Fault.SOCKET_CHANNEL.injector(site)).isNotNull();
            assertThat(Fault.FILE_LENGTH.injector(site)).isNotNull();
        }
    }

    /** Each on this thread, and none in vain: what may be the answer is known, and it really takes time. */
    @Test
    void shouldInjectEveryFaultThatCanBeAskedFor() throws Exception {
        List<Fault> all = new ArrayList<>(Fault.of(Regime.APPLICATION));
        all.remove(Fault.PLACEBO);
        TruthLog truth = new TruthLog(all.size());
        try (InjectionSite site = site()) {
            for (int i = 0; i < all.size(); i++) {
                Injector injector = all.get(i).injector(site);
                injector.prepare(SIZE_NS, 0);
                truth.begin(i, 0, 0);
                injector.inject(SIZE_NS, truth);
                injector.clearUp();
            }
        }

        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).expected().named()).as(all.get(i).title()).isNotEmpty();
            assertThat(truth.done(i)).as(all.get(i).title()).isTrue();
            assertThat(truth.endNs(i) - truth.startNs(i)).as(all.get(i).title()).isGreaterThan(100_000);
        }
        assertThat(folder).as("no file is left behind").isEmptyDirectory();
    }

    @Test
    void shouldNameTheMethodThatStacksMustShow() throws Exception {
        try (InjectionSite site = site()) {
            assertThat(Fault.PHASER.injector(site).place())
                    .isEqualTo("io.straggler.selftest.inject.application.Synchronizers.awaitPhaser");
            assertThat(Fault.LOCK.injector(site).place())
                    .isEqualTo("io.straggler.selftest.inject.application.Locks.lock");
            assertThat(Fault.SORTING.injector(site).place())
                    .isEqualTo("io.straggler.selftest.inject.application.DataStructures.sort");
            assertThat(Fault.GC_ELSEWHERE.injector(site).place())
                    .as("all threads stop, wherever they are")
                    .isEmpty();
        }
    }

    @Test
    void shouldRefuseToInjectABurst() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fault.BURST.injector(site()))
                .withMessage("fault must be one that is injected: fault=burst");
    }

    @Test
    void shouldKeepCausesThatMayAnswerForAPartApart() {
        ExpectedCauses expected = Fault.FILE_READ.expected();

        assertThat(expected.named()).containsExactly(Cause.FILE_IO);
        assertThat(expected.attendant())
                .containsExactlyInAnyOrder(
                        Cause.CODE,
                        Cause.ALLOCATION,
                        Cause.PAGE_FAULT,
                        Cause.USUAL_WORK,
                        Cause.DEOPTIMIZATION,
                        Cause.CAPTURE,
                        Cause.ENTRY_BARRIER);
        assertThat(expected.allow(Cause.FILE_IO)).isTrue();
        assertThat(expected.allow(Cause.CODE)).isTrue();
        assertThat(expected.allow(Cause.PARK)).isFalse();
    }
}
