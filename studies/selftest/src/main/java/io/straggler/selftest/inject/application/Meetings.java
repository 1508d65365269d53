package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import java.io.IOException;
import java.nio.channels.Selector;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** More ways to wait for another thread, as services do. */
final class Meetings implements AutoCloseable {
    private final Opened opened = new Opened();
    private final Partner worker = opened.add(new Partner("app-meeting"));
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "app-scheduler");
        thread.setDaemon(true);
        return thread;
    });
    private final LinkedTransferQueue<String> transfers = new LinkedTransferQueue<>();
    private final Map<String, String> map = Collections.synchronizedMap(new HashMap<>(Map.of("key", "value")));
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong count = new AtomicLong();
    private final Selector selector;
    private long result;

    Meetings() throws ImpossibleException {
        try {
            selector = opened.add(Selector.open());
        } catch (IOException e) {
            close();
            throw new ImpossibleException("needs a selector: " + e.getMessage());
        }
    }

    List<Injector> injectors() {
        return List.of(
                TimedCall.waiting(Fault.SCHEDULED_TASK, this::schedule),
                TimedCall.waiting(Fault.COMPLETION, this::joinAll),
                TimedCall.waiting(Fault.TRANSFER, this::transfer),
                TimedCall.waitingOnceHeld(Fault.SYNCHRONIZED_MAP, this::get),
                TimedCall.waitingOnceHeld(Fault.TIMED_LOCK, this::tryLock),
                TimedCall.waiting(Fault.WAKE_UP, this::select),
                TimedCall.repeating(Fault.SHARED_COUNTER, this::count));
    }

    private void schedule(long ns) throws Exception {
        result += scheduler.schedule(() -> 1, ns, TimeUnit.NANOSECONDS).get();
    }

    private void joinAll(long ns) {
        CompletableFuture<String> one = new CompletableFuture<>();
        CompletableFuture<String> other = new CompletableFuture<>();
        worker.later(ns, () -> {
            one.complete("");
            other.complete("");
        });
        CompletableFuture.allOf(one, other.thenApply(String::length)).join();
    }

    private void transfer(long ns) throws InterruptedException {
        worker.later(ns, transfers::take);
        transfers.transfer("");
    }

    private long get(long ns) {
        worker.hold(() -> {
            synchronized (map) {
                worker.keep(ns);
            }
        });
        long waitNs = System.nanoTime();
        result += map.get("key").length();
        return waitNs;
    }

    private long tryLock(long ns) throws InterruptedException {
        worker.hold(() -> {
            lock.lock();
            try {
                worker.keep(ns);
            } finally {
                lock.unlock();
            }
        });
        long waitNs = System.nanoTime();
        if (lock.tryLock(1, TimeUnit.SECONDS)) {
            lock.unlock();
        }
        return waitNs;
    }

    private void select(long ns) throws IOException {
        worker.later(ns, selector::wakeup);
        result += selector.select();
    }

    private void count() {
        for (int i = 0; i < 1_000; i++) {
            result += count.updateAndGet(value -> value ^ value << 13 | 1);
        }
    }

    @Override
    public void close() {
        opened.close();
        scheduler.shutdownNow();
    }
}
