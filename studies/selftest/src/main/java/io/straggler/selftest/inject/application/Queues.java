package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.lang.ref.ReferenceQueue;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Queues that are empty or full, and other ways of handing something over. */
public final class Queues extends Fixture {
    private final Partner other = closing(new Partner("app-queue-user"));
    private final BlockingQueue<String> empty = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> full = new ArrayBlockingQueue<>(1);
    private final SynchronousQueue<String> handOff = new SynchronousQueue<>();
    private final LinkedTransferQueue<String> transfers = new LinkedTransferQueue<>();
    private final Exchanger<String> exchanger = new Exchanger<>();
    private final ReferenceQueue<Object> references = new ReferenceQueue<>();

    public Queues(InjectionSite site) {
        super(site);
    }

    public void take(long ns) throws InterruptedException {
        other.later(ns, () -> empty.add("element"));
        empty.take();
    }

    public void put(long ns) throws InterruptedException {
        full.put("first");
        other.later(ns, full::take);
        full.put("second");
        full.take();
    }

    public void takeHandedOff(long ns) throws InterruptedException {
        other.later(ns, () -> handOff.offer("element", 1, TimeUnit.SECONDS));
        handOff.take();
    }

    public void transfer(long ns) throws InterruptedException {
        other.later(ns, transfers::take);
        transfers.transfer("");
    }

    public void exchange(long ns) throws InterruptedException {
        other.later(ns, () -> exchanger.exchange("given"));
        result += exchanger.exchange("taken").length();
    }

    public void takeDelayed(long ns) throws InterruptedException {
        DelayQueue<Later> queue = new DelayQueue<>(List.of(new Later(System.nanoTime() + ns)));
        result += queue.take().atNs();
    }

    /** An element whose delay ends at an instant. */
    private record Later(long atNs) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(atNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    /** Waits for whole milliseconds; there never is a reference. */
    public void awaitReference(long ns) throws InterruptedException {
        result += references.remove(Math.max(1, ns / 1_000_000)) == null ? 1 : 0;
    }
}
