package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Monitors that another thread is in, a library's own among them, and waits for a notification. */
public final class Monitors extends Fixture {
    private static final String KEY = "key";

    private final Partner holder = closing(new Partner("app-monitor-holder"));
    private final Object monitor = new Object();
    private final Map<String, String> synchronizedMap =
            Collections.synchronizedMap(new HashMap<>(Map.of(KEY, "value")));
    private final ConcurrentHashMap<String, String> concurrentMap = new ConcurrentHashMap<>();
    private boolean notified;

    public Monitors(InjectionSite site) {
        super(site);
    }

    public long enter(long ns) {
        long waitNs = holder.holdMonitor(monitor, ns);
        synchronized (monitor) {
            return waitNs;
        }
    }

    public long readSynchronizedMap(long ns) {
        long waitNs = holder.holdMonitor(synchronizedMap, ns);
        result += Objects.requireNonNull(synchronizedMap.get(KEY)).length();
        return waitNs;
    }

    public long computeInMap(long ns) {
        long waitNs = holder.hold(() -> concurrentMap.computeIfAbsent(KEY, key -> {
            holder.keep(ns);
            return "value";
        }));
        result += concurrentMap.computeIfAbsent(KEY, key -> "another").length();
        concurrentMap.clear();
        return waitNs;
    }

    public void awaitNotification(long ns) throws InterruptedException {
        notified = false;
        holder.later(ns, () -> {
            synchronized (monitor) {
                notified = true;
                monitor.notifyAll();
            }
        });
        synchronized (monitor) {
            while (!notified) {
                monitor.wait();
            }
        }
    }

    /** Waits for whole milliseconds; nobody notifies. */
    public void waitInVain(long ns) throws InterruptedException {
        synchronized (monitor) {
            monitor.wait(Math.max(1, ns / 1_000_000));
        }
    }
}
