package io.straggler.model.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InFlightCellTest {
    private static final long SCRAMBLE = 0x5bd1e995cafeL;
    private static final int BUSY_READS = 200_000;
    private static final long MAX_ROUNDS = 2_000_000_000L;

    private final InFlightView view = new InFlightView();

    private InFlightView read(InFlightCell cell) {
        cell.read(view);
        return view;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 1_000, -1_000_000_000_000L, Long.MAX_VALUE - 1_000, Long.MIN_VALUE + 10})
    void shouldShowWhatWasPublishedWhereverTheClockStarts(long nowNs) {
        InFlightCell cell = new InFlightCell(nowNs);
        assertThat(read(cell).busy()).isFalse();
        assertThat(view.nextIntendedNs()).isEqualTo(Long.MAX_VALUE);

        cell.begin(nowNs - 5, nowNs);
        assertThat(read(cell).busy()).isTrue();
        assertThat(view.intendedNs()).isEqualTo(nowNs - 5);
        assertThat(view.startNs()).isEqualTo(nowNs);

        cell.end(nowNs + 500);
        assertThat(read(cell).busy()).isFalse();
        assertThat(view.nextIntendedNs()).isEqualTo(nowNs + 500);

        cell.rest();
        assertThat(read(cell).busy()).isFalse();
        assertThat(view.nextIntendedNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldBeIdleEvenIfTheNextIterationWasDueBeforeTheCellWasMade() {
        InFlightCell cell = new InFlightCell(1_000);
        cell.begin(10, 1_000);
        cell.end(20);

        assertThat(read(cell).busy()).isFalse();
        assertThat(view.nextIntendedNs()).isLessThanOrEqualTo(1_000);
    }

    @Test
    void shouldNeverShowATagWithTheStartOfAnotherIteration() throws InterruptedException {
        InFlightCell cell = new InFlightCell(0);
        AtomicBoolean enough = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            for (long i = 0; i < MAX_ROUNDS && !enough.get(); i++) {
                long startNs = 1_000 + i * 16;
                cell.begin(startNs ^ SCRAMBLE, startNs);
                cell.end(startNs + 7);
            }
        });
        writer.start();
        long busy = 0;
        long wrong = 0;
        long lastStartNs = 0;
        for (long i = 0; i < MAX_ROUNDS && busy < BUSY_READS; i++) {
            cell.read(view);
            if (view.busy()) {
                busy++;
                wrong += view.intendedNs() != (view.startNs() ^ SCRAMBLE) ? 1 : 0;
                wrong += view.startNs() < lastStartNs ? 1 : 0;
                lastStartNs = view.startNs();
            } else if (view.nextIntendedNs() != Long.MAX_VALUE) {
                wrong += (view.nextIntendedNs() - 1_000) % 16 != 7 ? 1 : 0;
            }
        }
        enough.set(true);
        writer.join();

        assertThat(wrong).isZero();
        assertThat(busy).isEqualTo(BUSY_READS);
    }
}
