package io.straggler.selftest.task;

import io.straggler.harness.Harness;
import io.straggler.model.VirtualThreads;
import io.straggler.selftest.task.ApplicationWorkload.Orders;
import io.straggler.selftest.task.PipelineTask.Work;
import org.jspecify.annotations.Nullable;

/** A virtual thread for each iteration: it does both stages itself, or starts another virtual thread for the second. */
final class VirtualRoute implements PipelineTask.Route {
    private final Harness harness;
    private final boolean handsOver;
    private volatile @Nullable Exception failure;

    /** @param handsOver whether another thread does the second stage */
    VirtualRoute(Harness harness, boolean handsOver) {
        this.harness = harness;
        this.handsOver = handsOver;
    }

    @Override
    public void begin(Work work) {
        if (failure != null) {
            throw new IllegalStateException("virtual threads must go on", failure);
        }
        start(() -> {
            work.stage(0, new Orders());
            if (handsOver) {
                start(() -> end(work));
            } else {
                end(work);
            }
        });
    }

    private void end(Work work) throws Exception {
        work.stage(1, new Orders());
        harness.complete(work.intendedNs());
    }

    /** Code of a virtual thread. */
    @FunctionalInterface
    private interface Code {
        void run() throws Exception;
    }

    private void start(Code code) {
        VirtualThreads.start(() -> {
            try {
                code.run();
            } catch (Exception e) {
                failure = e;
            }
        });
    }

    @Override
    public void close() {
        // Its threads end with their iterations.
    }
}
