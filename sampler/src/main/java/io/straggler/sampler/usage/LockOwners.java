package io.straggler.sampler.usage;

import io.straggler.model.hook.CaptureListener;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Owners of the monitor, or the lock of {@code java.util.concurrent}, that a thread waits for. No thread is stopped:
 * the JVM tells owners without a stack. Threads: any.
 */
public final class LockOwners {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final CaptureListener listener;

    public LockOwners(CaptureListener listener) {
        this.listener = listener;
    }

    /**
     * Reports who has it, if the thread waits for one now.
     *
     * @param javaThreadId the one that may wait
     * @param osThreadId the same one's
     */
    public void ask(long nowNs, long javaThreadId, long osThreadId) {
        ThreadInfo waiter = threads.getThreadInfo(javaThreadId);
        if (waiter != null && waiter.getLockOwnerId() != -1) {
            listener.lockOwned(nowNs, osThreadId, waiter.getLockOwnerId(), waiter.getLockOwnerName());
        }
    }
}
