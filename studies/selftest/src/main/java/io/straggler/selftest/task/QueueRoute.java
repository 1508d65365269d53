package io.straggler.selftest.task;

import io.straggler.harness.Harness;
import io.straggler.selftest.task.PipelineTask.Work;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Two workers behind a queue do the first stage, and hand over to one finisher behind another queue. */
final class QueueRoute implements PipelineTask.Route {
    private static final int CAPACITY = 1 << 14;

    private final BlockingQueue<Work> begun = new ArrayBlockingQueue<>(CAPACITY);
    private final BlockingQueue<Work> halfDone = new ArrayBlockingQueue<>(CAPACITY);
    private final List<RouteThread> threads;

    /** @param virtual whether the threads are virtual */
    QueueRoute(Harness harness, boolean virtual) {
        RouteThread.Step first = orders -> {
            Work work = begun.take();
            work.stage(0, orders);
            halfDone.put(work);
        };
        RouteThread.Step second = orders -> {
            Work work = halfDone.take();
            work.stage(1, orders);
            harness.complete(work.intendedNs());
        };
        threads = virtual
                ? List.of(new RouteThread(first), new RouteThread(first), new RouteThread(second))
                : List.of(
                        new RouteThread("queue-worker-1", harness, first),
                        new RouteThread("queue-worker-2", harness, first),
                        new RouteThread("queue-finisher", harness, second));
    }

    @Override
    public void begin(Work work) throws InterruptedException {
        threads.forEach(RouteThread::check);
        begun.put(work);
    }

    @Override
    public void close() {
        threads.forEach(RouteThread::close);
    }
}
