package io.straggler.selftest.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.fault.Regime;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.TruthLog;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The test is the measured thread. */
class InjectionPreparerTest {
    private static final long INTERVAL_NS = Regime.LABORATORY.intervalNs();

    private final Park park = new Park();
    private InjectionPreparer preparer;
    private long originNs;

    /** Is ready when it may be. */
    private static final class Park implements Injector {
        private final BlockingQueue<Long> preparedFor = new LinkedBlockingQueue<>();
        private final Semaphore mayBeReady = new Semaphore(0);
        private final Semaphore clearedUp = new Semaphore(0);

        @Override
        public void prepare(long sizeNs, long atNs) throws InterruptedException {
            preparedFor.add(atNs);
            mayBeReady.acquire();
        }

        @Override
        public void inject(long sizeNs, TruthLog truth) {}

        @Override
        public void clearUp() {
            clearedUp.release();
        }
    }

    private static PlannedInjection planned(int index, long iteration, Fault fault) {
        return new PlannedInjection(index, iteration, fault, 1_000, 0);
    }

    private void begin(PlannedInjection... injections) {
        preparer = new InjectionPreparer(
                Map.of(Fault.PARK, park), List.of(injections), Regime.LABORATORY, OptionalInt.empty());
        originNs = System.nanoTime();
        preparer.begin(originNs);
    }

    /** The iteration that the next injection is prepared for. */
    private long nextPrepared() throws InterruptedException {
        return (park.preparedFor.take() - originNs) / INTERVAL_NS;
    }

    /** For what {@link #nextPrepared} said: nothing else is prepared before that is over. */
    private InjectionPreparer.Turn ready() throws InterruptedException {
        InjectionPreparer.Turn turn = preparer.turn();
        park.mayBeReady.release();
        while (!turn.isReady()) {
            TimeUnit.MICROSECONDS.sleep(100);
        }
        return turn;
    }

    @AfterEach
    void close() {
        park.mayBeReady.release();
        preparer.close();
    }

    @Test
    void shouldBeDueInTheIterationThatItWasPreparedForAndOnce() throws InterruptedException {
        begin(planned(0, 7, Fault.PARK));

        long iteration = nextPrepared();
        InjectionPreparer.Turn turn = ready();

        assertThat(iteration).isGreaterThanOrEqualTo(7);
        assertThat(turn.isDue(iteration - 1)).isFalse();
        assertThat(turn.isDue(iteration)).isTrue();
        assertThat(turn.injections()).extracting(PlannedInjection::index).containsExactly(0);
        assertThat(turn.isDue(iteration + 1))
                .as("another thread still has to perform it")
                .isFalse();
        turn.performed();
        assertThat(turn.isDue(iteration)).isFalse();
        park.clearedUp.acquire();
    }

    @Test
    void shouldPutOffWhatWasNotReadyInTime() throws InterruptedException {
        begin(planned(0, 4, Fault.PARK), planned(1, 9, Fault.PARK));

        long first = nextPrepared();
        InjectionPreparer.Turn missed = preparer.turn();
        assertThat(missed.isDue(first)).isFalse();
        assertThat(ready()).isSameAs(missed);
        park.clearedUp.acquire();

        long second = nextPrepared();
        InjectionPreparer.Turn turn = ready();
        assertThat(second - first).isGreaterThan(Regime.LABORATORY.free());
        assertThat(missed.isDue(second)).isFalse();
        assertThat(turn.isDue(second)).isTrue();
        assertThat(turn.injections()).extracting(PlannedInjection::index).containsExactly(0);
        turn.performed();

        long third = nextPrepared();
        turn = ready();
        assertThat(third - second).isGreaterThan(Regime.LABORATORY.free());
        assertThat(turn.isDue(third + 1)).as("too late").isFalse();
    }

    @Test
    void shouldGoOnWithTheNextWhereOneIsNeverReady() throws InterruptedException {
        begin(planned(0, 4, Fault.PARK), planned(1, 9, Fault.PARK));

        InjectionPreparer.Turn turn;
        int tries = 0;
        do {
            long iteration = nextPrepared();
            turn = preparer.turn();
            assertThat(turn.isDue(iteration)).isFalse();
            ready();
            park.clearedUp.acquire();
            tries++;
        } while (turn.injections().get(0).index() == 0);

        assertThat(tries).isEqualTo(11);
    }

    @Test
    void shouldPrepareNothingMoreWhenClosed() throws InterruptedException {
        begin(planned(0, 4, Fault.PARK), planned(1, 1_000, Fault.PARK));
        nextPrepared();
        ready().performed();
        park.clearedUp.acquire();

        preparer.close();

        assertThat(park.preparedFor).isEmpty();
    }

    @Test
    void shouldLeaveOutWhatThisMachineCannotDo() throws InterruptedException {
        begin(planned(0, 4, Fault.HOG), planned(1, 9, Fault.PARK));

        long iteration = nextPrepared();

        assertThat(iteration).isGreaterThanOrEqualTo(9);
        assertThat(ready().injections()).extracting(PlannedInjection::fault).containsExactly(Fault.PARK);
    }
}
