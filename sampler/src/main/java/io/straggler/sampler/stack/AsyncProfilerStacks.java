package io.straggler.sampler.stack;

import io.straggler.sampler.linux.NativeThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import one.profiler.AsyncProfiler;

/**
 * Stacks by async-profiler, into a separate recording file: on request, by a signal to the thread, or periodically.
 *
 * <p>On request. async-profiler is started in wall-clock mode with a period that never elapses and an empty thread filter, so
 * that its own timer takes nothing; what remains is its signal handler, and that takes one stack of the thread which receives the
 * signal, whoever sent it. This is not documented, so {@link #onRequest} sends a signal to its own thread and fails unless a
 * sample comes of it. A signal that is pending already is not queued again, which is right for a thread that has no core.
 */
public final class AsyncProfilerStacks implements AutoCloseable {
    private static final String CHUNKS = ",chunktime=10s";
    private static final int SELF_CHECKS = 3;
    private static final long SELF_CHECK_NS = 200_000_000;

    private final AsyncProfiler profiler;
    private final int signal;
    private boolean closed;

    private AsyncProfilerStacks(AsyncProfiler profiler, int signal) {
        this.profiler = profiler;
        this.signal = signal;
    }

    /**
     * Starts it for stacks on request.
     *
     * @throws SamplerException saying what failed
     */
    public static AsyncProfilerStacks onRequest(Path recording) {
        return onRequest(recording, "");
    }

    /**
     * Starts it on request, with chunks that are complete after ten seconds, so that most of them can be read should
     * the process be killed.
     */
    public static AsyncProfilerStacks onRequestInChunks(Path recording) {
        return onRequest(recording, CHUNKS);
    }

    private static AsyncProfilerStacks onRequest(Path recording, String chunks) {
        if (!NativeThread.available()) {
            throw new SamplerException(NativeThread.whyUnavailable());
        }
        AsyncProfiler profiler = load();
        int signal = Signals.choose();
        execute(profiler, command(signal, chunks, recording));
        AsyncProfilerStacks stacks = new AsyncProfilerStacks(profiler, signal);
        if (!stacks.answersSignals()) {
            stacks.close();
            throw new SamplerException(
                    "async-profiler " + profiler.getVersion() + " took no sample when it was signalled");
        }
        return stacks;
    }

    /**
     * Completes its file and goes on in another. For stacks on request in chunks; for some milliseconds none are taken.
     *
     * @throws SamplerException if it does not go on
     */
    public void continueIn(Path recording) {
        profiler.stop();
        execute(profiler, command(signal, CHUNKS, recording));
    }

    private static String command(int signal, String chunks, Path recording) {
        return "start,event=wall,nobatch,interval=1000s,filter=,signal=" + signal + ",jfr" + chunks + ",file="
                + usable(recording);
    }

    /** Starts it for stacks of the filtered threads every {@code periodNs}; add threads with {@link #add}. */
    public static AsyncProfilerStacks periodic(Path recording, long periodNs) {
        AsyncProfiler profiler = load();
        int signal = Signals.choose();
        execute(
                profiler,
                "start,event=wall,nobatch,interval=" + periodNs + ",filter=,signal=" + signal + ",jfr,file="
                        + usable(recording));
        return new AsyncProfilerStacks(profiler, signal);
    }

    /** Version of the profiler that loads here, or why none does. */
    public static String examine() {
        return load().getVersion();
    }

    private static AsyncProfiler load() {
        try {
            return AsyncProfiler.getInstance();
        } catch (UnsatisfiedLinkError | IllegalStateException | SecurityException e) {
            throw new SamplerException("async-profiler cannot be loaded" + why(String.valueOf(e.getMessage())));
        }
    }

    /** Reason of a failed load, with advice where the folder for temporary files is mounted {@code noexec}. */
    static String why(String message) {
        return message.contains("failed to map segment") || message.endsWith("Operation not permitted")
                ? " from where it is unpacked: name a folder from which libraries may be loaded, as with"
                        + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR"
                : ": " + message;
    }

    private static void execute(AsyncProfiler profiler, String command) {
        try {
            profiler.execute(command);
        } catch (IllegalStateException | IllegalArgumentException | IOException e) {
            throw new SamplerException("async-profiler cannot be started: " + e.getMessage());
        }
    }

    /** async-profiler splits its command at commas. */
    private static Path usable(Path recording) {
        if (recording.toString().contains(",")) {
            throw new SamplerException("async-profiler's file must not have a comma in its path: file=" + recording);
        }
        return recording;
    }

    private boolean answersSignals() {
        long processId = ProcessHandle.current().pid();
        long ownId = NativeThread.currentId();
        for (int check = 0; check < SELF_CHECKS; check++) {
            long before = taken();
            NativeThread.signal(processId, ownId, signal);
            long untilNs = System.nanoTime() + SELF_CHECK_NS;
            while (taken() == before) {
                if (untilNs - System.nanoTime() < 0) {
                    return false;
                }
                LockSupport.parkNanos(this, 10_000);
            }
        }
        return true;
    }

    /** The signal on which a thread's stack is taken. */
    public int signal() {
        return signal;
    }

    /** Adds a thread to those that are sampled periodically. From any thread. */
    public void add(Thread thread) {
        profiler.addThread(thread);
    }

    /** How many stacks were taken so far. A signal has been served when this has grown. */
    public long taken() {
        return profiler.getSamples();
    }

    /** Completes the recording; stacks taken until now are kept. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                profiler.stop();
            } catch (IllegalStateException e) {
                // Somebody else stopped it: the recording is complete either way.
            }
        }
    }
}
