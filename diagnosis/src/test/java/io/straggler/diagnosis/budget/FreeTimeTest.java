package io.straggler.diagnosis.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with sets of single nanoseconds. */
class FreeTimeTest {
    private static final int SPAN_NS = 3_000;

    private static BitSet bits(IntervalSet intervals) {
        BitSet bits = new BitSet();
        for (int i = 0; i < intervals.count(); i++) {
            assertThat(intervals.fromNs(i)).isLessThan(intervals.toNs(i));
            assertThat(i == 0 || intervals.toNs(i - 1) < intervals.fromNs(i)).isTrue();
            bits.set((int) intervals.fromNs(i), (int) intervals.toNs(i));
        }
        return bits;
    }

    private static BitSet both(BitSet one, BitSet other) {
        BitSet both = (BitSet) one.clone();
        both.and(other);
        return both;
    }

    /** In order of time and in none, with looks at parts and at all in between. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldHoldWhatNothingHasTaken(int seed) {
        Random random = new Random(seed);
        FreeTime free = new FreeTime(IntervalSet.of(0, SPAN_NS));
        BitSet expected = new BitSet();
        expected.set(0, SPAN_NS);
        boolean inOrder = false;
        int atNs = 0;
        for (int step = 0; step < 600; step++) {
            if (step % 40 == 0) {
                inOrder = random.nextBoolean();
                atNs = 0;
            }
            atNs = inOrder ? Math.min(SPAN_NS, atNs + random.nextInt(150)) : random.nextInt(SPAN_NS);
            int endNs = Math.min(SPAN_NS, atNs + random.nextInt(6));
            BitSet asked = new BitSet();
            asked.set(atNs, endNs);
            switch (random.nextInt(5)) {
                case 0 -> assertThat(bits(free.within(atNs, endNs))).isEqualTo(both(expected, asked));
                case 1 -> {
                    List<IntervalSet> parts = new ArrayList<>();
                    BitSet ofParts = new BitSet();
                    for (int i = random.nextInt(5); i > 0; i--) {
                        int fromNs = random.nextInt(SPAN_NS);
                        int toNs = Math.min(SPAN_NS, fromNs + random.nextInt(6));
                        parts.add(IntervalSet.of(fromNs, toNs));
                        ofParts.set(fromNs, toNs);
                    }
                    IntervalSet time = IntervalSet.unionOf(parts);
                    assertThat(bits(time)).isEqualTo(ofParts);
                    assertThat(bits(free.within(time))).isEqualTo(both(expected, ofParts));
                    if (random.nextBoolean()) {
                        free.take(time);
                        expected.andNot(ofParts);
                    }
                }
                case 2 -> {
                    free.take(IntervalSet.of(atNs, endNs));
                    expected.clear(atNs, Math.max(atNs, endNs));
                }
                case 3 -> {
                    assertThat(bits(free.take(atNs, endNs))).isEqualTo(both(expected, asked));
                    expected.clear(atNs, Math.max(atNs, endNs));
                }
                default -> {
                    if (random.nextInt(10) == 0) {
                        assertThat(bits(free.all())).isEqualTo(expected);
                    }
                }
            }
        }
        assertThat(bits(free.all())).isEqualTo(expected);
    }
}
