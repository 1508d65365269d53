package io.straggler.jfr.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.jfr.anyrecording.OutlierTally.Named;
import io.straggler.model.WatchedThread;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OutlierTallyTest {
    private final OutlierTally tally = new OutlierTally(10, 10);

    private void add(long startNs, String name, long javaThreadId, long thread) {
        tally.add(startNs, startNs + 10, thread, () -> new Named(name, javaThreadId), () -> "");
    }

    private void assertThreads(Tuple... threads) {
        assertThat(tally.outliers(ThreadChanges.NONE).threads())
                .extracting(WatchedThread::name, WatchedThread::javaThreadId, WatchedThread::osThreadId)
                .containsExactly(threads);
    }

    @Test
    void shouldKnowAllThreadsThatHadOneNumberOfTheSystems() {
        add(100, "first", 1, 17);
        add(200, "later", 2, 17);
        add(300, "later", 2, 17);

        assertThreads(tuple("first", 1L, 17L), tuple("later", 2L, 17L));
    }

    @Test
    void shouldKnowARenamedThreadOnce() {
        add(100, "first", 1, 17);
        add(200, "renamed", 1, 17);

        assertThreads(tuple("first", 1L, 17L));
    }
}
