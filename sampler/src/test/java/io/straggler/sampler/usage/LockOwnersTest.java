package io.straggler.sampler.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.hook.CaptureListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LockOwnersTest {
    private static final long WAITER_OS_ID = 4_242;

    private final List<String> reported = new ArrayList<>();
    private final LockOwners owners = new LockOwners(new CaptureListener() {
        @Override
        public void lockOwned(long atNs, long osThreadId, long ownerJavaId, String owner) {
            reported.add(atNs + " " + osThreadId + " " + owner);
        }
    });

    /** Asks once, as soon as the thread is in a state. */
    private void askWhen(Thread waiter, Thread.State state) {
        waiter.start();
        while (waiter.getState() != state) {
            Thread.onSpinWait();
        }
        owners.ask(77, waiter.getId(), WAITER_OS_ID);
    }

    @Test
    void shouldReportWhoHasTheMonitorThatAThreadWaitsFor() throws InterruptedException {
        Object monitor = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (monitor) {
                monitor.notifyAll();
            }
        });
        synchronized (monitor) {
            askWhen(waiter, Thread.State.BLOCKED);
        }
        waiter.join();

        assertThat(reported).containsExactly("77 4242 " + Thread.currentThread().getName());
    }

    @Test
    void shouldReportWhoHasTheLockThatAThreadWaitsFor() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Thread waiter = new Thread(() -> {
            lock.lock();
            lock.unlock();
        });
        lock.lock();
        try {
            askWhen(waiter, Thread.State.WAITING);
        } finally {
            lock.unlock();
        }
        waiter.join();

        assertThat(reported).containsExactly("77 4242 " + Thread.currentThread().getName());
    }

    @Test
    void shouldReportNothingOfAThreadThatWaitsForNobodyOrHasEnded() throws InterruptedException {
        Object signal = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (signal) {
                try {
                    signal.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        askWhen(waiter, Thread.State.WAITING);
        waiter.interrupt();
        waiter.join();
        owners.ask(78, waiter.getId(), WAITER_OS_ID);

        assertThat(reported).isEmpty();
    }
}
