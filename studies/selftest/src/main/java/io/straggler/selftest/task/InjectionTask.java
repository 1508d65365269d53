package io.straggler.selftest.task;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import io.straggler.selftest.fault.Regime;

/**
 * A task whose iterations take a few microseconds each, but for those that suffer an injection. At the end it writes {@code truth.json}.
 *
 * <p>Its orders are system properties, see {@link InjectionConfig}: a task is made without arguments.
 */
public final class InjectionTask implements Task {
    private final InjectionConfig config = InjectionConfig.ofProperties();
    private Injections injections;
    private Workload workload;

    @Override
    public void setUp(Harness harness) throws Exception {
        workload = config.regime() == Regime.LABORATORY ? new LaboratoryWorkload() : new ApplicationWorkload();
        injections = new Injections(config);
    }

    @Override
    public void warmedUp() {
        injections.warmedUp();
    }

    @Override
    public void run(long intendedNs) throws Exception {
        long startNs = System.nanoTime();
        workload.work();
        Injections.Due due = injections.due(intendedNs);
        if (due != null) {
            due.perform(startNs);
        }
    }

    @Override
    public void tearDown() throws Exception {
        try {
            injections.end();
        } finally {
            workload.close();
        }
    }
}
