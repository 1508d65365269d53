package io.straggler.model;

import java.util.List;

/**
 * Places where threads wait for work: for the next task of a pool, the next element of the queue that their loop reads, the next connection, or the next request of one. A wait there is
 * a part of no work, however long it is.
 */
public final class IdlePlaces {
    /** Methods of the JDK in which nothing but work is waited for, by their beginnings. */
    private static final List<String> OF_THE_JDK = List.of(
            "java.lang.ref.ReferenceQueue.remove",
            "java.net.ServerSocket.accept",
            "java.util.TimerThread.mainLoop",
            "java.util.concurrent.ForkJoinPool.awaitWork",
            "java.util.concurrent.ForkJoinPool.runWorker",
            "java.util.concurrent.ThreadPoolExecutor.getTask",
            "sun.nio.ch.SelectorImpl.",
            "sun.nio.ch.ServerSocketChannelImpl.accept");

    /** Methods of libraries in which nothing but work is waited for, by their beginnings. */
    private static final List<String> OF_LIBRARIES = List.of(
            "com.lmax.disruptor.BatchEventProcessor.",
            "io.netty.util.HashedWheelTimer$Worker.",
            "io.netty.util.concurrent.GlobalEventExecutor.takeTask",
            "io.netty.util.concurrent.SingleThreadEventExecutor.takeTask",
            "kafka.network.RequestChannel.receiveRequest",
            "kafka.utils.timer.SystemTimer.advanceClock",
            "kotlinx.coroutines.DefaultExecutor.",
            "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.",
            "org.apache.kafka.server.util.timer.SystemTimer.advanceClock",
            "org.apache.tomcat.util.threads.TaskQueue.",
            "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask",
            "org.eclipse.jetty.util.thread.QueuedThreadPool.",
            "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.",
            "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.",
            "org.h2.mvstore.MVStore$BackgroundWriterThread.",
            "org.h2.server.TcpServerThread.process",
            "org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode.",
            "org.quartz.core.QuartzSchedulerThread.",
            "org.quartz.simpl.SimpleThreadPool$WorkerThread.",
            "org.xnio.nio.WorkerThread.");

    /** Methods by which those libraries wait and read: whoever calls them says what for. By their beginnings. */
    private static final List<String> OF_WAYS = List.of(
            "com.lmax.disruptor.",
            "org.apache.coyote.",
            "org.apache.tomcat.util.net.",
            "org.apache.tomcat.util.threads.TaskThread",
            "org.eclipse.jetty.util.BlockingArrayQueue.",
            "org.h2.value.Transfer.");

    /** Pools, whose tasks may wait for a queue as a part of their work. By their beginnings. */
    private static final List<String> POOLS =
            List.of("java.util.concurrent.ThreadPoolExecutor", "java.util.concurrent.ForkJoin");

    private IdlePlaces() {}

    /**
     * Whether a thread that waits with such a stack waits for work.
     *
     * @param methods of the stack with their classes, the outermost first
     */
    public static boolean contain(List<String> methods) {
        for (int i = methods.size() - 1; i >= 0; i--) {
            String method = methods.get(i);
            if (begins(method, OF_THE_JDK) || begins(method, OF_LIBRARIES)) {
                return true;
            }
            if (!PlatformMethods.contain(method) && !begins(method, OF_WAYS)) {
                return isLoop(methods, i);
            }
        }
        // Threads of the JDK, or of these libraries, alone.
        return !methods.isEmpty();
    }

    /** Whether the loop of a thread of the program waits for its queue: no method of the program but that of the loop is called. */
    private static boolean isLoop(List<String> methods, int innermost) {
        boolean loopAlone = methods.subList(0, innermost + 1).stream()
                .allMatch(method -> PlatformMethods.contain(method) ? !begins(method, POOLS) : runs(method));
        return loopAlone && waitsForQueue(methods.subList(innermost + 1, methods.size()));
    }

    private static boolean runs(String method) {
        String name = method.substring(method.lastIndexOf('.') + 1);
        return name.equals("run") || name.startsWith("lambda$");
    }

    /** @param called by the loop, the outermost first */
    private static boolean waitsForQueue(List<String> called) {
        return !called.isEmpty()
                && called.get(0).matches("java\\.util\\.concurrent\\.\\w*(?:Queue|Deque)\\.(?:take|poll)\\w*");
    }

    private static boolean begins(String method, List<String> beginnings) {
        return beginnings.stream().anyMatch(method::startsWith);
    }
}
