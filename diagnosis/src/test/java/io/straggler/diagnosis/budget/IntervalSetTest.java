package io.straggler.diagnosis.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Evidence;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with sets of single nanoseconds. */
class IntervalSetTest {
    private static final int SPAN_NS = 200;

    private static List<Evidence> evidence(Random random) {
        List<Evidence> evidence = new ArrayList<>();
        for (int i = random.nextInt(10); i > 0; i--) {
            int startNs = random.nextInt(SPAN_NS);
            int endNs = Math.min(SPAN_NS, startNs + random.nextInt(30));
            evidence.add(new Evidence(Evidence.Kind.PARK, startNs, endNs, 1, Place.NONE));
        }
        return evidence;
    }

    private static BitSet bits(List<Evidence> evidence) {
        BitSet bits = new BitSet();
        evidence.forEach(one -> bits.set((int) one.startNs(), (int) one.endNs()));
        return bits;
    }

    private static BitSet bits(IntervalSet intervals) {
        BitSet bits = new BitSet();
        for (int ns = 0; ns < SPAN_NS; ns++) {
            bits.set(ns, intervals.contains(ns));
        }
        assertThat(intervals.lengthNs()).isEqualTo(bits.cardinality());
        return bits;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void shouldBehaveAsSetsOfNanoseconds(int seed) {
        Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            List<Evidence> a = evidence(random);
            List<Evidence> b = evidence(random);
            IntervalSet one = IntervalSet.union(a);
            IntervalSet other = IntervalSet.union(b);

            assertThat(bits(one)).isEqualTo(bits(a));
            BitSet expected = bits(a);
            expected.and(bits(b));
            assertThat(bits(one.and(other))).isEqualTo(expected);
            expected = bits(a);
            expected.andNot(bits(b));
            assertThat(bits(one.minus(other))).isEqualTo(expected);

            int fromNs = random.nextInt(SPAN_NS);
            int toNs = random.nextInt(SPAN_NS);
            expected = bits(a);
            expected.clear(0, fromNs);
            expected.clear(Math.max(fromNs, toNs), SPAN_NS);
            assertThat(bits(one.within(fromNs, toNs))).isEqualTo(expected);
            assertThat(one.touches(fromNs, toNs)).isEqualTo(!expected.isEmpty());
            assertThat(one.and(IntervalSet.of(fromNs, toNs)).lengthNs()).isEqualTo(expected.cardinality());

            int slackNs = random.nextInt(4);
            expected = new BitSet();
            for (int i = 0; i < one.count(); i++) {
                if (Math.abs(one.fromNs(i) - fromNs) <= slackNs || Math.abs(one.toNs(i) - toNs) <= slackNs) {
                    expected.set((int) one.fromNs(i), (int) one.toNs(i));
                }
            }
            assertThat(bits(one.adjoining(fromNs, toNs, slackNs))).isEqualTo(expected);

            expected = bits(a);
            expected.or(bits(b));
            assertThat(bits(IntervalSet.unionOf(List.of(one, IntervalSet.NONE, other))))
                    .isEqualTo(expected);

            int amountNs = random.nextInt(60);
            expected = bits(a);
            while (expected.cardinality() > amountNs) {
                expected.clear(expected.nextSetBit(0));
            }
            assertThat(bits(one.last(amountNs))).isEqualTo(expected);
        }
    }
}
