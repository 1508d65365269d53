package io.straggler.harness.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class YoungGenerationTest {
    private static final long MAX_BYTES = 128L << 20;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void shouldCollectWhatWasJustLeftBehindOrGiveUpAfterItsMost() {
        WeakReference<Object> left = new WeakReference<>(new byte[1_000]);
        long before = threads.getCurrentThreadAllocatedBytes();

        boolean collected = YoungGeneration.collect();

        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(left.get() == null).isEqualTo(collected);
        if (collected) {
            assertThat(bytes).isLessThan(MAX_BYTES + (1 << 20));
        } else {
            assertThat(bytes).isBetween(MAX_BYTES, MAX_BYTES + (8 << 20));
        }
    }

    @Test
    void shouldCollectSoonWhenTheYoungGenerationIsNearlyFull() {
        // Where what is free is more than the most, repeating fills it.
        int times = 0;
        while (!YoungGeneration.collect() && times < 1_000) {
            times++;
        }

        assertThat(times).isLessThan(1_000);
    }
}
