package io.straggler.selftest.task;

import io.straggler.harness.Harness;
import io.straggler.selftest.task.PipelineTask.Work;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Route with a thread for each stage, both working at the same time; the one that is done last completes the iteration.
 */
final class ForkRoute implements PipelineTask.Route {
    private final List<BlockingQueue<Fork>> queues = List.of(new LinkedBlockingQueue<>(), new LinkedBlockingQueue<>());
    private final List<RouteThread> threads;

    private record Fork(Work work, AtomicInteger left) {}

    ForkRoute(Harness harness) {
        threads = IntStream.range(0, queues.size())
                .mapToObj(stage -> new RouteThread("fork-" + (stage + 1), harness, orders -> {
                    Fork fork = queues.get(stage).take();
                    fork.work.stage(stage, orders);
                    if (fork.left.decrementAndGet() == 0) {
                        harness.complete(fork.work.intendedNs());
                    }
                }))
                .toList();
    }

    @Override
    public void begin(Work work) {
        threads.forEach(RouteThread::check);
        Fork fork = new Fork(work, new AtomicInteger(queues.size()));
        queues.forEach(queue -> queue.add(fork));
    }

    @Override
    public void close() {
        threads.forEach(RouteThread::close);
    }
}
