package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Place;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndingPlaceTest {
    private static final Place BORROW =
            Place.of("java.util.concurrent.LinkedBlockingQueue.take").calledBy("com.acme.Pool.borrow");

    private static String ending(Place waiting, String... outermostFirst) {
        return EndingPlace.of(List.of(outermostFirst), waiting).words();
    }

    @Test
    void shouldNameTheProgramsMethodThatCalledThePool() {
        Place hikari = Place.of("java.util.concurrent.SynchronousQueue.poll")
                .calledBy("com.zaxxer.hikari.pool.HikariPool.getConnection");
        assertThat(ending(
                        hikari,
                        "java.lang.Thread.run",
                        "com.acme.Report.render",
                        "com.zaxxer.hikari.pool.ProxyConnection.close",
                        "com.zaxxer.hikari.util.ConcurrentBag.requite",
                        "java.util.concurrent.SynchronousQueue.offer",
                        "java.util.concurrent.locks.LockSupport.unpark"))
                .isEqualTo("com.acme.Report.render");
    }

    @Test
    void shouldPassOverAPoolOfTheProgramsOwn() {
        assertThat(ending(BORROW, "com.acme.Report.render", "com.acme.Pool.giveBack", "java.util.Queue.add"))
                .isEqualTo("com.acme.Report.render");
    }

    @Test
    void shouldNameTheSameMethodOfAnotherThread() {
        Place query = Place.of("java.util.concurrent.Semaphore.acquire").calledBy("com.acme.Dao.query");
        assertThat(ending(query, "com.acme.Web.handle", "com.acme.Dao.query", "java.util.concurrent.Semaphore.release"))
                .isEqualTo("com.acme.Dao.query");
    }

    @Test
    void shouldNameAMethodOfAClassThatIsPoolAndProgramAtOnce() {
        assertThat(ending(
                        BORROW,
                        "java.lang.Thread.run",
                        "com.acme.Pool.lambda$main$0",
                        "com.acme.Pool.render",
                        "java.util.Queue.add"))
                .isEqualTo("com.acme.Pool.render");
    }

    @Test
    void shouldNameALibraryWhereTheProgramHasNoMethodAndNobodyWhereOnlyTheJdkHas() {
        assertThat(ending(BORROW, "java.lang.Thread.run", "org.apache.Evictor.run", "java.util.Queue.add"))
                .isEqualTo("org.apache.Evictor.run");
        assertThat(ending(BORROW, "java.lang.Thread.run", "java.util.Queue.add"))
                .isEmpty();
    }
}
