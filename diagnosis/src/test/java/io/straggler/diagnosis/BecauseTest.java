package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Partner.Role;
import io.straggler.model.Place;
import io.straggler.model.WaitedFor;
import io.straggler.model.WaitedFor.Blocked;
import io.straggler.model.WaitedFor.Running;
import io.straggler.model.WaitedFor.Within;
import java.util.List;
import org.junit.jupiter.api.Test;

class BecauseTest {
    private static final Place LOCK =
            Place.of("java.util.concurrent.locks.ReentrantLock.lock").calledBy("com.acme.PriceCache.run");

    private static Place ofDriver(String call) {
        return Place.of(call, "db:5432").calledBy("com.acme.Orders.find");
    }

    @Test
    void shouldNameWhatHeldALockAndWhatThatDid() {
        Place force = Place.of("force", "/tmp/quotes*.log").calledBy("com.acme.PriceCache.flush");
        WaitedFor flusher = new WaitedFor("flusher", Role.OWNER, new Blocked(Kind.FILE_IO, force));

        assertThat(Because.of(Cause.PARK, LOCK)).isEqualTo("waited for the lock in PriceCache.run");
        assertThat(Because.of(Cause.PARK, LOCK.waitingFor(flusher)))
                .isEqualTo(
                        "waited for the lock in PriceCache.run, which thread flusher held while it forced /tmp/quotes*.log to disk in PriceCache.flush");
    }

    @Test
    void shouldFollowAChainToItsEnd() {
        Place held = Place.of("com.acme.Book").calledBy("com.acme.Book.add");
        WaitedFor last = new WaitedFor("exec-7", Role.OWNER, Running.WAITED_FOR_CORE);
        WaitedFor first = new WaitedFor("exec-3", Role.OWNER, new Blocked(Kind.MONITOR_ENTER, held.waitingFor(last)));

        assertThat(Because.of(Cause.PARK, LOCK.waitingFor(first)))
                .isEqualTo(
                        "waited for the lock in PriceCache.run, which thread exec-3 held while it waited for the monitor in Book.add, which thread exec-7 held while it had no core");
    }

    @Test
    void shouldSayWhoEndedOtherWaits() {
        Place queue = Place.of("java.util.concurrent.ArrayBlockingQueue.take").calledBy("com.acme.Pipeline.work");
        Within put = new Within(Place.of("com.acme.Feed.publish"));

        assertThat(Because.of(Cause.PARK, queue.waitingFor(new WaitedFor("feed", Role.RECORDED_WAKER, put))))
                .isEqualTo(
                        "waited for an entry of a queue in Pipeline.work for thread feed, which was in Feed.publish");
        assertThat(Because.of(Cause.PARK, queue.waitingFor(new WaitedFor("feed", Role.WAKER))))
                .isEqualTo("waited for an entry of a queue in Pipeline.work, probably for thread feed");
        assertThat(Because.of(
                        Cause.WAIT,
                        Place.of("org.h2.mvstore.tx.Transaction")
                                .calledBy("org.h2.mvstore.tx.Transaction.waitForThisToEnd")
                                .waitingFor(new WaitedFor(
                                        "tcp-*",
                                        Role.NOTIFIER,
                                        new Blocked(Kind.SOCKET_IO, Place.of("read", "localhost:*"))))))
                .isEqualTo(
                        "waited to be notified in Transaction.waitForThisToEnd by thread tcp-*, which waited for data from localhost:*");
    }

    @Test
    void shouldSayWhoFilledTheHeapIfOneMethodDid() {
        Allocations.Part bytes = new Allocations.Part("byte[]", "com.acme.Book.enrich", 40, 8);
        Allocations.Part quotes = new Allocations.Part("com.acme.Quote", "com.acme.Book.enrich", 10, 2);
        Allocations.Part own = new Allocations.Part("byte[]", "Straggler itself", 50, 10);

        assertThat(Because.after(new Allocations(20, 100, List.of(bytes, quotes, own), List.of())))
                .isEqualTo(", after allocations mostly in Book.enrich");
        assertThat(Because.after(new Allocations(20, 101, List.of(bytes, quotes, own), List.of())))
                .isEmpty();
        assertThat(Because.after(new Allocations(20, 50, List.of(own), List.of())))
                .isEmpty();
        assertThat(Because.after(Allocations.NONE)).isEmpty();
    }

    @Test
    void shouldSayWhoInitialisedAClass() {
        WaitedFor loader = new WaitedFor(
                "config-loader", Role.NOTIFIER, new Blocked(Kind.SLEEP, Place.of("com.acme.Config.<clinit>")));

        assertThat(Because.of(
                        Cause.CLASS_LOADING,
                        Place.of("java.lang.Class.forName")
                                .calledBy("com.acme.Desk.price")
                                .waitingFor(loader)))
                .isEqualTo(
                        "loaded classes in Desk.price, waiting for thread config-loader, which slept in Config.<clinit>");
    }

    @Test
    void shouldNameWhoHasWhatAPoolLends() {
        Place queue = Place.of("java.util.concurrent.SynchronousQueue.poll").calledBy("com.acme.Orders.find");
        WaitedFor report =
                new WaitedFor("report-*", Role.OWNER, new Blocked(Kind.SLEEP, Place.of("com.acme.Report.layOut")));

        assertThat(Because.of(Cause.PARK, queue.waitingFor(report)))
                .isEqualTo(
                        "waited for an object of a pool in Orders.find, which thread report-* held while it slept in Report.layOut");
    }

    @Test
    void shouldNameWhatAThreadIsParkedFor() {
        assertThat(Because.of(
                        Cause.PARK,
                        Place.of("java.util.concurrent.locks.ReentrantLock$NonfairSync")
                                .calledBy("a.B.c")))
                .isEqualTo("waited for the lock in B.c");
        assertThat(Because.of(
                        Cause.PARK,
                        Place.of("java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock.lock")
                                .calledBy("a.B.c")))
                .isEqualTo("waited for the lock in B.c");
        assertThat(Because.of(
                        Cause.PARK,
                        Place.of("java.util.concurrent.Semaphore.acquire").calledBy("a.B.c")))
                .isEqualTo("waited for a permit in B.c");
        assertThat(Because.of(
                        Cause.PARK,
                        Place.of("java.util.concurrent.CompletableFuture.join").calledBy("a.B.c")))
                .isEqualTo("waited for a future in B.c");
        assertThat(Because.of(
                        Cause.PARK,
                        Place.of("java.util.concurrent.LinkedBlockingQueue.put").calledBy("a.B.c")))
                .isEqualTo("waited for room in a queue in B.c");
        assertThat(Because.of(Cause.PARK, Place.of("a.Blocked.c"))).isEqualTo("waited in Blocked.c");
        assertThat(Because.of(Cause.PARK, Place.NONE)).isEqualTo("waited");
    }

    @Test
    void shouldSayWhatIterationsDidThatWereNotParked() {
        assertThat(Because.of(Cause.SOCKET_IO, ofDriver("read")))
                .isEqualTo("waited for data from db:5432 in Orders.find");
        assertThat(Because.of(
                        Cause.SOCKET_IO,
                        ofDriver("read").waitingFor(new WaitedFor("echo", Role.PEER, Running.WAITED_FOR_CORE))))
                .isEqualTo("waited for data from db:5432 in Orders.find for thread echo, which had no core");
        assertThat(Because.of(Cause.SLEEP, Place.of("com.acme." + "Long".repeat(40) + ".run")))
                .hasSizeLessThan(80)
                .endsWith("…");
        assertThat(Because.of(Cause.SOCKET_IO, ofDriver("write"))).isEqualTo("wrote to db:5432 in Orders.find");
        assertThat(Because.of(Cause.FILE_IO, Place.of("read", "/data/" + "long/".repeat(20) + "prices.csv")))
                .isEqualTo("read …/long/long/long/long/long/long/long/long/long/prices.csv");
        assertThat(Because.of(Cause.SOCKET_IO, Place.of("com.acme.Publisher.roundTrip")))
                .isEqualTo("waited in Publisher.roundTrip");
        assertThat(Because.of(Cause.FILE_IO, Place.of("/data/prices.csv"))).isEqualTo("waited for /data/prices.csv");
        assertThat(Because.of(Cause.SLEEP, Place.of("com.acme.Shop.audit"))).isEqualTo("slept in Shop.audit");
        assertThat(Because.of(Cause.CODE, Place.of("java.util.TreeMap.put").calledBy("com.acme.MyTask.run")))
                .isEqualTo("used more CPU time than usual in MyTask.run");
        assertThat(Because.of(Cause.GC_PAUSE, Place.of("GC Pause (G1New, G1 Evacuation Pause)")))
                .isEqualTo("waited for a GC pause (G1New, G1 Evacuation Pause)");
        assertThat(Because.of(Cause.CLASS_LOADING, Place.of("com.acme.Report").calledBy("com.acme.Shop.report")))
                .isEqualTo("loaded class Report in Shop.report");
        assertThat(Because.of(
                        Cause.CLASS_LOADING,
                        Place.of("java.lang.ClassLoader.loadClass").calledBy("com.acme.Shop.report")))
                .isEqualTo("loaded classes in Shop.report");
        assertThat(Because.of(Cause.CLASS_LOADING, Place.of("com.acme.Shop.report")))
                .isEqualTo("loaded classes in Shop.report");
        assertThat(Because.of(Cause.RUN_QUEUE, Place.of("no thread of this process")))
                .isEqualTo("had no core while other processes had it");
        assertThat(Because.of(Cause.RUN_QUEUE, Place.NONE)).isEqualTo("had no core");
        assertThat(Because.of(Cause.BLOCKED, Place.NONE)).isEqualTo("were late because of blocked, unknown on what");
    }

    @Test
    void shouldSpeakOfOneIteration() {
        assertThat(Because.ofOne(Cause.OTHER_WORK, Place.of("Desk.price"))).startsWith("was queued behind other work");
        assertThat(Because.ofOne(Cause.SLEEP, Place.of("Desk.price"))).isEqualTo("slept in Desk.price");
    }
}
