package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.OverheadCheck;
import io.straggler.sampler.usage.SamplerCounters;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Runs the loop in simulated time. */
class PeriodicSamplingTest {
    private static final long BLOCK_NS = 50_000_000;
    private static final OverheadCheck CHECK = new OverheadCheck(BLOCK_NS, 5);

    private final Set<Thread> sampled = new LinkedHashSet<>();
    private long nowNs = 1_000_000_000;

    private PeriodicSampling sampling(OverheadCheck check) {
        return new PeriodicSampling(
                thread -> assertThat(sampled.add(thread)).isTrue(),
                thread -> assertThat(sampled.remove(thread)).isTrue(),
                check,
                () -> nowNs,
                ns -> {
                    assertThat(ns).isPositive();
                    nowNs += ns;
                },
                new SamplerCounters());
    }

    @Test
    void shouldSampleNobodyInTheBlocksOfAnOverheadCheckAndNowhereElse() {
        Thread first = new Thread();
        Thread second = new Thread();
        PeriodicSampling sampling = sampling(CHECK);
        sampling.watch(first);
        int off = 0;
        for (int block = 0; block < 400; block++) {
            if (block == 200) {
                sampling.watch(second);
            }
            long atNs = nowNs;
            sampling.turn();
            off += CHECK.off(atNs) ? 1 : 0;
            assertThat(sampled).as("block %d", block).hasSize(CHECK.off(atNs) ? 0 : block < 200 ? 1 : 2);
            assertThat(nowNs).isEqualTo(CHECK.blockEndNs(atNs));
        }

        assertThat(off).isEqualTo(100);
    }

    @Test
    void shouldBeginWithAThreadThatComesWhileItIsOffWhenThatIsOver() {
        while (!CHECK.off(nowNs)) {
            nowNs = CHECK.blockEndNs(nowNs);
        }
        PeriodicSampling sampling = sampling(CHECK);
        sampling.turn();
        Thread thread = new Thread();
        sampling.watch(thread);
        assertThat(sampled).isEmpty();
        while (CHECK.off(nowNs)) {
            nowNs = CHECK.blockEndNs(nowNs);
        }
        sampling.turn();

        assertThat(sampled).containsExactly(thread);
    }

    @Test
    void shouldHaveNoThreadWithoutACheck() {
        try (PeriodicSampling sampling = sampling(OverheadCheck.NONE)) {
            sampling.start();
            sampling.watch(Thread.currentThread());
        }

        assertThat(sampled).containsExactly(Thread.currentThread());
    }
}
