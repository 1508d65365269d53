package io.straggler.jfr.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.jfr.foreign.OutlierTally.Named;
import io.straggler.model.WatchedThread;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OutlierTallyTest {
    private static final Tuple[] BOTH = {tuple("first", 1L, 17L), tuple("later", 2L, 17L)};

    private final OutlierTally tally = new OutlierTally(10, 10);

    private static void add(OutlierTally tally, long startNs, String name, long javaThreadId, long thread) {
        tally.add(startNs, startNs + 10, thread, () -> new Named(name, javaThreadId), () -> "");
    }

    private void assertThreads(Tuple... threads) {
        assertThat(tally.outliers().threads())
                .extracting(WatchedThread::name, WatchedThread::javaThreadId, WatchedThread::osThreadId)
                .containsExactly(threads);
    }

    @Test
    void shouldKnowAllThreadsThatHadOneNumberOfTheSystems() {
        add(tally, 100, "first", 1, 17);
        add(tally, 200, "later", 2, 17);
        add(tally, 300, "later", 2, 17);

        assertThreads(BOTH);
    }

    @Test
    void shouldKnowThemFromSeveralRanges() {
        add(tally, 100, "first", 1, 17);
        OutlierTally next = new OutlierTally(10, 10);
        add(next, 200, "first", 1, 17);
        add(next, 300, "later", 2, 17);
        tally.add(next);

        assertThreads(BOTH);
    }

    @Test
    void shouldKnowARenamedThreadOnce() {
        add(tally, 100, "first", 1, 17);
        add(tally, 200, "renamed", 1, 17);

        assertThreads(tuple("first", 1L, 17L));
    }
}
