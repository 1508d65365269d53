package io.straggler.selftest.inject.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.selftest.ExpectedCauses;
import io.straggler.selftest.Fault;
import io.straggler.selftest.Regime;
import io.straggler.selftest.Truth;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.TruthLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ApplicationFaultsTest {
    private static final long SIZE_NS = 1_500_000;

    @TempDir
    private Path folder;

    @Test
    void shouldLeaveOutOnlyTheFaultsThatNeedWhatIsLacking() throws Exception {
        Files.createDirectory(folder.resolve("many"));

        try (ApplicationFaults faults = new ApplicationFaults(folder)) {
            assertThatThrownBy(() -> faults.of(Fault.FILE_READ))
                    .isInstanceOf(ImpossibleException.class)
                    .hasMessage("needs 128 MB of disk: " + folder.resolve("many"));
            assertThatThrownBy(() -> faults.of(Fault.MAPPED_FROM_DISK)).isInstanceOf(ImpossibleException.class);
            assertThat(faults.of(Fault.SOCKET_CHANNEL).fault()).isEqualTo(Fault.SOCKET_CHANNEL);
            assertThat(faults.of(Fault.FILE_LENGTH).fault()).isEqualTo(Fault.FILE_LENGTH);
        }
    }

    @Test
    void shouldCloseWhatWasOpenedBeforeSomethingWasLacking() throws Exception {
        Files.createDirectory(folder.resolve("chores"));

        try (ApplicationFaults faults = new ApplicationFaults(folder)) {
            assertThatThrownBy(() -> faults.of(Fault.TRUNCATION)).isInstanceOf(ImpossibleException.class);
            awaitEnd("app-chores");
        }
    }

    private static void awaitEnd(String threadName) throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals(threadName)) {
                thread.join();
            }
        }
    }

    /** Each on this thread, and none in vain: what may be the answer is known, and it really takes time. */
    @Test
    void shouldInjectEveryFaultThatCanBeAskedFor() throws Exception {
        List<Fault> all = new ArrayList<>(Fault.of(Regime.APPLICATION));
        all.remove(Fault.PLACEBO);
        List<PlannedInjection> plan = new ArrayList<>();
        for (Fault fault : all) {
            plan.add(new PlannedInjection(plan.size(), plan.size(), fault, SIZE_NS, 0));
        }
        TruthLog truth = new TruthLog(plan);
        try (ApplicationFaults faults = new ApplicationFaults(folder)) {
            for (PlannedInjection injection : plan) {
                Injector injector = faults.of(injection.fault());
                assertThat(injector.fault()).isEqualTo(injection.fault());
                injector.prepare(injection, 0);
                truth.begin(injection, 0, 0);
                injector.inject(injection, truth);
                injector.clearUp();
            }
        }

        assertThat(truth.truths()).hasSize(all.size());
        for (Truth one : truth.truths()) {
            assertThat(ExpectedCauses.of(one.fault()).named())
                    .as(one.fault().title())
                    .isNotEmpty();
            assertThat(one.endNs() - one.startNs()).as(one.fault().title()).isGreaterThan(100_000);
        }
    }
}
