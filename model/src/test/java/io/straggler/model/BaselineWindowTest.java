package io.straggler.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaselineWindowTest {
    private final BaselineWindow window = new BaselineWindow();

    @Test
    void shouldTouchNothingBeforeAWindowWasOpened() {
        assertThat(window.settledUntil(5)).isEqualTo(5);
        assertThat(window.touches(0, 5)).isFalse();
    }

    @Test
    void shouldSettleOnlyUpToTheStartOfAnOpenWindow() {
        window.open(10);
        assertThat(window.settledUntil(50)).isEqualTo(10);
        assertThat(window.touches(0, 9)).isFalse();

        window.close(20);
        assertThat(window.settledUntil(50)).isEqualTo(50);
        assertThat(window.touches(0, 9)).isFalse();
        assertThat(window.touches(0, 10)).isTrue();
        assertThat(window.touches(5, 100)).isTrue();
        assertThat(window.touches(12, 15)).isTrue();
        assertThat(window.touches(20, 30)).isTrue();
        assertThat(window.touches(21, 30)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000, Long.MAX_VALUE - 1_000})
    void shouldAgreeWithTheDefinitionWhileWindowsComeAndGo(long originNs) {
        Random random = new Random(originNs + 7);
        List<long[]> windows = new ArrayList<>();
        long nowNs = originNs;
        long askedNs = originNs;
        boolean open = false;
        int touched = 0;
        // Several times as many windows as are kept at once.
        for (int i = 0; i < 60_000; i++) {
            nowNs += 1 + random.nextInt(20);
            if (open) {
                window.close(nowNs);
                windows.get(windows.size() - 1)[1] = nowNs;
                open = false;
            } else if (random.nextInt(3) == 0) {
                window.open(nowNs);
                windows.add(new long[] {nowNs, nowNs});
                open = true;
            }
            long settledNs = window.settledUntil(nowNs);
            assertThat(settledNs).isEqualTo(open ? windows.get(windows.size() - 1)[0] : nowNs);
            while (askedNs - settledNs < 0) {
                long startNs = askedNs;
                long endNs = startNs + Math.min(random.nextInt(30), settledNs - startNs - 1);
                boolean touches = touches(windows, startNs, endNs);
                assertThat(window.touches(startNs, endNs)).isEqualTo(touches);
                touched += touches ? 1 : 0;
                askedNs += 1 + random.nextInt(15);
            }
        }
        assertThat(windows).hasSizeGreaterThan(3 * 4096);
        assertThat(touched).isGreaterThan(1_000);
    }

    /** By the definition, over the last windows; a start never lies before more than a few. */
    private static boolean touches(List<long[]> windows, long startNs, long endNs) {
        return windows.subList(Math.max(0, windows.size() - 20), windows.size()).stream()
                .anyMatch(one -> one[1] - startNs >= 0 && one[0] - endNs <= 0);
    }
}
