package io.straggler.jfr.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.read.Pin;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TakenCarriersTest {
    private static final long MS = 1_000_000;
    private static final long THREAD = -9;
    private static final Place PLACE =
            Place.of("all carriers pinned", "com.acme.Slow.<clinit>").calledBy("com.acme.Slow.init");

    private static Pin pin(long fromMs, long toMs, long thread) {
        return new Pin(
                fromMs * MS,
                toMs * MS,
                thread,
                Place.of("carrier pinned", "com.acme.Slow.<clinit>").calledBy("com.acme.Slow.init"));
    }

    private static Outlier outlier(long fromMs, long toMs, long thread) {
        return new Outlier(
                new Iteration(AnyRecording.RUN, fromMs * MS, fromMs * MS, toMs * MS, 0, 0), MS, List.of(), thread, "");
    }

    private static Evidence waited(long fromMs, long toMs) {
        return new Evidence(Kind.CARRIER_WAIT, fromMs * MS, toMs * MS, THREAD, PLACE);
    }

    private static List<Evidence> waits(List<Pin> pins, List<Evidence> evidence, Outlier... outliers) {
        return new TakenCarriers(pins, 2, evidence).waits(List.of(outliers), Set.of(THREAD));
    }

    @Test
    void shouldFindWhenAllCarriersWerePinned() {
        List<Pin> pins = List.of(pin(10, 50, 1), pin(30, 80, 2), pin(60, 70, 3));

        assertThat(waits(pins, List.of(), outlier(0, 100, THREAD))).containsExactly(waited(30, 50), waited(60, 70));
    }

    @Test
    void shouldGoOnWhileMorePinsComeAndGo() {
        List<Pin> pins = List.of(pin(10, 90, 1), pin(20, 80, 2), pin(30, 40, 3));

        assertThat(waits(pins, List.of(), outlier(0, 100, THREAD))).containsExactly(waited(20, 80));
    }

    @Test
    void shouldFindNothingWhereACarrierWasLeft() {
        assertThat(waits(List.of(pin(10, 50, 1), pin(50, 80, 2)), List.of(), outlier(0, 100, THREAD)))
                .isEmpty();
    }

    @Test
    void shouldLeaveThreadsOfTheSystemAndPinningOnesAlone() {
        List<Pin> pins = List.of(pin(10, 50, 9), pin(10, 50, 2));

        assertThat(waits(pins, List.of(), outlier(0, 100, 7), outlier(0, 100, THREAD)))
                .isEmpty();
    }

    @Test
    void shouldLeaveOutWhatIsKnownOfTheThread() {
        List<Evidence> known = List.of(
                new Evidence(Kind.SLEEP, 5 * MS, 20 * MS, THREAD, Place.NONE),
                new Evidence(Kind.SOCKET_IO, 30 * MS, 35 * MS, THREAD, Place.NONE),
                new Evidence(Kind.SOCKET_IO, 12 * MS, 14 * MS, THREAD, Place.NONE),
                new Evidence(Kind.SOCKET_IO, 0, 100 * MS, -8, Place.NONE));

        assertThat(waits(List.of(pin(10, 50, 1), pin(10, 50, 2)), known, outlier(0, 100, THREAD)))
                .containsExactly(waited(20, 30), waited(35, 50));
    }

    /** Against counting each millisecond. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldFindWhatCountingFinds(long seed) {
        Random random = new Random(seed);
        int end = 400;
        int carriers = 1 + random.nextInt(3);
        List<Pin> pins = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int from = random.nextInt(end);
            pins.add(pin(from, Math.min(end, from + 1 + random.nextInt(40)), 100 + i));
        }
        List<Evidence> known = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int from = random.nextInt(end);
            known.add(new Evidence(Kind.SLEEP, from * MS, (from + random.nextInt(30)) * MS, THREAD, Place.NONE));
        }
        boolean[] expected = new boolean[end];
        for (int at = 0; at < end; at++) {
            long ns = at * MS;
            long open = pins.stream()
                    .filter(one -> one.fromNs() <= ns && ns < one.toNs())
                    .count();
            expected[at] = open >= carriers && known.stream().noneMatch(one -> one.startNs() <= ns && ns < one.endNs());
        }

        boolean[] found = new boolean[end];
        new TakenCarriers(pins, carriers, known)
                .waits(List.of(outlier(0, end, THREAD)), Set.of(THREAD))
                .forEach(wait -> {
                    for (long ns = wait.startNs(); ns < wait.endNs(); ns += MS) {
                        assertThat(found[(int) (ns / MS)]).isFalse();
                        found[(int) (ns / MS)] = true;
                    }
                });

        assertThat(found).isEqualTo(expected);
    }
}
