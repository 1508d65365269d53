package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;

/** Semaphores, latches, barriers and phasers. */
public final class Synchronizers extends Fixture {
    private final Partner other = closing(new Partner("app-synchronizer"));
    private final Semaphore semaphore = new Semaphore(0);
    private final CyclicBarrier barrier = new CyclicBarrier(2);

    public Synchronizers(InjectionSite site) {
        super(site);
    }

    public void acquireSemaphore(long ns) throws InterruptedException {
        other.later(ns, semaphore::release);
        semaphore.acquire();
    }

    public void awaitLatch(long ns) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        other.later(ns, latch::countDown);
        latch.await();
    }

    public void awaitBarrier(long ns) throws InterruptedException, BrokenBarrierException {
        other.later(ns, barrier::await);
        barrier.await();
    }

    public void awaitPhaser(long ns) {
        Phaser phaser = new Phaser(1);
        other.later(ns, phaser::arrive);
        phaser.awaitAdvance(0);
    }
}
