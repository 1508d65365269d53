package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.linux.NativeThread;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which cores threads may use while another one paces. */
@Timeout(120)
class PacingCoreTest {
    private final BitSet all = NativeThread.allowedCpus(0);
    private volatile long nowNs;
    private final CountDownLatch end = new CountDownLatch(1);
    private final PacingCore pacingCore = PacingCore.open(() -> nowNs);

    @BeforeEach
    void thisThreadStaysWhereItIs() {
        NativeThread.pinCurrent(all.nextSetBit(0));
    }

    @AfterEach
    void restore() {
        end.countDown();
        pacingCore.close();
        NativeThread.allowCpus(0, all);
    }

    private long idOfNew(String name) throws Exception {
        FutureTask<Long> id = new FutureTask<>(NativeThread::currentId);
        Thread thread = new Thread(
                () -> {
                    // It inherited the one core.
                    NativeThread.allowCpus(0, all);
                    id.run();
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return id.get();
    }

    private BitSet without(int core) {
        BitSet others = (BitSet) all.clone();
        if (all.cardinality() > 1) {
            others.clear(core);
        }
        return others;
    }

    @Test
    void shouldKeepOnlyWhatMeasuresOffTheCore() throws Exception {
        long recorder = idOfNew("straggler-recorder");
        long flightRecorder = idOfNew("JFR Periodic Tasks");
        long programs = idOfNew("orders");

        pacingCore.settle(true);

        assertThat(NativeThread.allowedCpus(recorder)).isEqualTo(without(all.nextSetBit(0)));
        assertThat(NativeThread.allowedCpus(flightRecorder)).isEqualTo(without(all.nextSetBit(0)));
        assertThat(NativeThread.allowedCpus(programs)).isEqualTo(all);
    }

    @Test
    void shouldLetThemRunEverywhereAgain() throws Exception {
        long recorder = idOfNew("straggler-recorder");
        pacingCore.settle(true);

        pacingCore.close();

        assertThat(NativeThread.allowedCpus(recorder)).isEqualTo(all);
    }

    @Test
    void shouldFollowFromAnotherCoreThanThatOfAPinnedThread() {
        pacingCore.settle(true);

        if (all.cardinality() > 1) {
            BitSet others = without(all.nextSetBit(0));
            Predicate<Long> follows = id -> PacingCore.isNamed(id, List.of("straggler-cores"));
            long process = ProcessHandle.current().pid();
            while (NativeThread.idsOf(process).stream()
                    .noneMatch(id ->
                            follows.test(id) && NativeThread.allowedCpus(id).equals(others))) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldLeaveAThreadThatIsBound() throws Exception {
        long watching = idOfNew("straggler-jitter-cpu0");
        pacingCore.leave(watching);

        pacingCore.settle(true);

        assertThat(NativeThread.allowedCpus(watching)).isEqualTo(all);
    }

    @Test
    void shouldKeepCompilersAwayForASecond() throws Exception {
        long compiler = idOfNew("C2 CompilerThread7");

        pacingCore.settle(false);
        assertThat(NativeThread.allowedCpus(compiler)).isEqualTo(all);

        pacingCore.settle(true);
        nowNs = 999_999_999;
        pacingCore.follow();
        assertThat(NativeThread.allowedCpus(compiler)).isEqualTo(without(all.nextSetBit(0)));

        nowNs = 1_000_000_000;
        pacingCore.follow();
        assertThat(NativeThread.allowedCpus(compiler)).isEqualTo(all);
    }

    @Test
    void shouldFollowThePacingThreadWhereItStays() throws Exception {
        long recorder = idOfNew("straggler-recorder");
        pacingCore.settle(true);
        int other = all.length() - 1;
        NativeThread.pinCurrent(other);

        pacingCore.follow();
        pacingCore.follow();
        assertThat(NativeThread.allowedCpus(recorder)).isEqualTo(without(other));
    }

    @Test
    void shouldFollowNobodyBeforeAThreadPaces() {
        pacingCore.follow();

        assertThat(NativeThread.allowedCpus(0).cardinality()).isOne();
    }
}
