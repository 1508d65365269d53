package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Locks of {@code java.util.concurrent} that another thread holds, and a condition that it signals. */
public final class Locks extends Fixture {
    private final Partner holder = closing(new Partner("app-lock-holder"));
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock fairLock = new ReentrantLock(true);
    private final ReentrantReadWriteLock readWriteLock = new ReentrantReadWriteLock();
    private final StampedLock stampedLock = new StampedLock();
    private final Condition changed = lock.newCondition();
    private boolean signalled;

    public Locks(InjectionSite site) {
        super(site);
    }

    public long lock(long ns) {
        long waitNs = holder.hold(lock, ns);
        lock.lock();
        lock.unlock();
        return waitNs;
    }

    public long lockFairly(long ns) {
        long waitNs = holder.hold(fairLock, ns);
        fairLock.lock();
        fairLock.unlock();
        return waitNs;
    }

    public long lockInTime(long ns) throws InterruptedException {
        long waitNs = holder.hold(lock, ns);
        if (lock.tryLock(1, TimeUnit.SECONDS)) {
            lock.unlock();
        }
        return waitNs;
    }

    public long lockForReading(long ns) {
        long waitNs = holder.hold(readWriteLock.writeLock(), ns);
        readWriteLock.readLock().lock();
        readWriteLock.readLock().unlock();
        return waitNs;
    }

    public long lockStamped(long ns) {
        long waitNs = holder.hold(stampedLock.asWriteLock(), ns);
        stampedLock.unlockRead(stampedLock.readLock());
        return waitNs;
    }

    public void awaitSignal(long ns) throws InterruptedException {
        signalled = false;
        holder.later(ns, () -> {
            lock.lock();
            signalled = true;
            changed.signal();
            lock.unlock();
        });
        lock.lock();
        try {
            while (!signalled) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }
}
