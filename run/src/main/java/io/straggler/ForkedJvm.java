package io.straggler;

import io.straggler.harness.Task;
import io.straggler.model.RunListener;
import java.nio.file.Path;
import java.util.Map;

/** One measured JVM that a parent process started: it fills a folder that exists already, and leaves the analysis to the parent. */
public final class ForkedJvm {
    private final MeasuredJvm jvm;

    /**
     * @param options how to run
     * @param fork number of this JVM
     * @param given the options as the user wrote them
     * @param taskName how to call the task in files
     */
    public ForkedJvm(StragglerOptions options, int fork, Map<String, String> given, Task task, String taskName) {
        this.jvm = new MeasuredJvm(options.fork(fork).given(given), task, taskName);
    }

    /** Adds a listener, before {@link #measure}. */
    public void observe(RunListener observer) {
        jvm.observe(observer);
    }

    /** Ends the run early; what was measured is kept. From any thread. */
    public void stop(String reason) {
        jvm.stop(reason);
    }

    /** Measures and writes {@code run.json}, {@code latency.hlog} and {@code recording.jfr} into the folder. */
    public StragglerResult measure(Path folder) {
        return jvm.measure(new RunFolder(folder));
    }
}
