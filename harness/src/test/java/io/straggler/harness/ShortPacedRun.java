package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.schedule.Schedule;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.ThreadRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A paced run with the real clock, and what it reported to its listener. */
abstract class ShortPacedRun {
    final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    final List<Outlier> outliers = Collections.synchronizedList(new ArrayList<>());
    final List<BusyPeriod> periods = Collections.synchronizedList(new ArrayList<>());
    final AtomicInteger iterations = new AtomicInteger();

    final RunListener listener = new RunListener() {
        private void onPacingThread(String call) {
            assertThat(Thread.currentThread().getName()).isEqualTo("straggler-pacer");
            calls.add(call);
        }

        @Override
        public void pacingThreadStarted(ThreadRole role) {
            onPacingThread("pacingThreadStarted");
        }

        @Override
        public void runStarting(RunId runId, Phase phase) {
            onPacingThread("starting " + phase + " " + runId);
        }

        @Override
        public void thresholdSet(long thresholdNs, long armDelayNs) {
            onPacingThread("threshold " + thresholdNs + " armed " + armDelayNs);
        }

        @Override
        public void outlier(Outlier outlier) {
            outliers.add(outlier);
        }

        @Override
        public void busyPeriod(BusyPeriod period) {
            periods.add(period);
        }

        @Override
        public void threadWatched(Thread thread) {
            calls.add("watched " + thread.getName());
        }

        @Override
        public void jitterThreadStarted(int cpu) {
            calls.add(Thread.currentThread().getName() + " watches " + cpu);
        }

        @Override
        public void runFinished(RunId runId, Phase phase) {
            onPacingThread("finished " + phase + " " + runId);
        }
    };

    /** A task that tells what is called, and of which any step may be made to do something. */
    class Scripted implements Task {
        void step(String name) throws Exception {}

        @Override
        public void setUp(Harness harness) throws Exception {
            calls.add("setUp");
            step("setUp");
        }

        @Override
        public void run(long intendedNs) throws Exception {
            iterations.incrementAndGet();
            step("run");
        }

        @Override
        public void warmedUp() throws Exception {
            calls.add("warmedUp");
            step("warmedUp");
        }

        @Override
        public void runComplete() throws Exception {
            calls.add("runComplete");
            step("runComplete");
        }

        @Override
        public void tearDown() throws Exception {
            calls.add("tearDown");
            step("tearDown");
        }
    }

    /** An asynchronous task that completes its iterations itself. */
    abstract static class Asynchronous implements AsyncTask {
        protected Harness harness;

        @Override
        public void setUp(Harness given) throws Exception {
            harness = given;
        }
    }

    static TestOptions options(long count) {
        return new TestOptions()
                .schedule(Schedule.uniform(10_000))
                .warmUp(Duration.ZERO)
                .count(count)
                .threshold("1h");
    }

    HarnessResult execute(Task task, TestOptions options) {
        return new PacedRun(task, options.build(), listener).execute();
    }
}
