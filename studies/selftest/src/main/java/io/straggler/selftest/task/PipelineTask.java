package io.straggler.selftest.task;

import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;
import io.straggler.harness.Stage;
import io.straggler.selftest.fault.Regime;
import io.straggler.selftest.task.ApplicationWorkload.Orders;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A task whose iterations are handed from thread to thread, on three routes in turn: two {@link QueueRoute queues}, a {@link ForkRoute fork and a join}, an {@link
 * EventLoopRoute event loop}; or by virtual threads, one or two of them for each iteration, or some behind {@link
 * QueueRoute queues}. Each route has two stages; a fault is injected into one of them. At the end the task writes {@code truth.json}.
 *
 * <p>Its orders are system properties, see {@link InjectionConfig}: a task is made without arguments.
 */
public final class PipelineTask implements AsyncTask {
    private static final int STAGES = 2;

    /** System property, {@code true} for a task that says which threads work on an iteration. */
    private static final String SAYS_STAGES = "straggler.selftest.stages";

    private final InjectionConfig config = InjectionConfig.ofProperties();
    private Injections injections;
    private ApplicationWorkload workload;
    private List<Route> routes;
    private LongFunction<Stage> stages;
    private int next;

    /** Threads that work on iterations one after the other. */
    interface Route extends AutoCloseable {
        /** Hands over an iteration. On the pacing thread. */
        void begin(Work work) throws Exception;

        /** Ends the threads. */
        @Override
        void close();
    }

    /**
     * One iteration.
     *
     * @param due what it is to suffer; null if nothing
     * @param stages what tells the harness which thread works on it
     */
    record Work(long intendedNs, Injections.@Nullable Due due, LongFunction<Stage> stages) {
        /**
         * Works in one stage.
         *
         * @param stage from 0
         * @param orders of the thread that works
         */
        void stage(int stage, Orders orders) throws Exception {
            Stage entered = stages.apply(intendedNs);
            long startNs = System.nanoTime();
            orders.process(ApplicationWorkload.ORDERS);
            if (due != null && Math.floorMod(Integer.hashCode(due.index() * 0x9E3779B9) >>> 16, STAGES) == stage) {
                due.perform(startNs);
            }
            entered.close();
        }
    }

    @Override
    public void setUp(Harness harness) throws Exception {
        workload = new ApplicationWorkload();
        injections = new Injections(config);
        boolean virtual = config.regime() == Regime.VIRTUAL;
        stages = virtual || Boolean.getBoolean(SAYS_STAGES) ? harness::enter : tag -> Stage.NONE;
        routes = virtual
                ? List.of(
                        new VirtualRoute(harness, false),
                        new VirtualRoute(harness, true),
                        new QueueRoute(harness, true))
                : List.of(new QueueRoute(harness, false), new ForkRoute(harness), new EventLoopRoute(harness));
    }

    @Override
    public void warmedUp() {
        injections.warmedUp();
    }

    @Override
    public void run(long intendedNs) throws Exception {
        Work work = new Work(intendedNs, injections.due(intendedNs), stages);
        routes.get(next).begin(work);
        next = (next + 1) % routes.size();
    }

    @Override
    public void tearDown() throws Exception {
        routes.forEach(Route::close);
        try {
            injections.end();
        } finally {
            workload.close();
        }
    }
}
