package io.straggler.agent.inside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PoolTasksTest {
    @Test
    void shouldKnowThePoolsOfThisJdk() {
        assertThatCode(PoolTasks::requireKnown).doesNotThrowAnyException();
    }

    @Test
    void shouldCountForkedTasksOnThreadsOfAPoolUntilTheyAreDone() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        ForkJoinTask<?> done = pool.submit(() -> {});
        done.get();
        ForkJoinTask<?> waiting = ForkJoinTask.adapt(() -> {});

        assertThat(pool.submit(() -> PoolTasks.countsHere(waiting)).get()).isTrue();
        assertThat(pool.submit(() -> PoolTasks.countsHere(done)).get()).isFalse();
        // A thread that helps a pool, and a future that is no thread's own.
        assertThat(PoolTasks.countsHere(waiting)).isFalse();
        assertThat(PoolTasks.countsHere(new FutureTask<>(() -> ""))).isFalse();
        pool.shutdown();
    }
}
