package io.straggler.benchmarks.agent;

import io.straggler.benchmarks.support.Figures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Like {@link ServedPages}, but some requests are made slow from when it is asked for {@code /begin}, for {@link AgentFaultsBenchmark}; ends when it is asked for {@code
 * /end}.
 *
 * <p>Arguments: the folder for what it writes, {@code injected} among it; how many threads answer; 1 if each request is answered on a virtual thread; 1 if it is handed on
 * to two other threads, one after the other.
 */
public final class SlowPages extends ServedPages {
    static final String BEGIN = "/begin";
    static final String END = "/end";

    private final InjectedSlowness slowness;
    private final CountDownLatch end = new CountDownLatch(1);

    /** Null where the thread that takes a request answers it. */
    private final @Nullable ExecutorService workers;

    private SlowPages(InjectedSlowness slowness, @Nullable ExecutorService workers) {
        this.slowness = slowness;
        this.workers = workers;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        switch (Request.getPathInContext(request)) {
            case BEGIN -> slowness.begin();
            case END -> end.countDown();
            default -> {
                if (workers == null) {
                    return slow(request, response, callback);
                }
                slowLater(request, response, callback, workers);
                return true;
            }
        }
        callback.succeeded();
        return true;
    }

    /** A request: a call is an iteration. */
    private boolean slow(Request request, Response response, Callback callback) throws Exception {
        slowness.perhaps();
        return super.handle(request, response, callback);
    }

    /** Serves a request that is made slow by one other thread and answered by another. */
    private CompletableFuture<Void> slowLater(
            Request request, Response response, Callback callback, ExecutorService pool) {
        return CompletableFuture.runAsync(() -> unchecked(slowness::perhaps), pool)
                .thenRunAsync(() -> unchecked(() -> super.handle(request, response, callback)), pool)
                .whenComplete((nothing, thrown) -> {
                    if (thrown != null) {
                        callback.failed(thrown);
                    }
                });
    }

    /** Something that may fail. */
    private interface Step {
        void run() throws Exception;
    }

    private static ExecutorService workers(String threads, boolean virtual) {
        return virtual
                ? (ExecutorService) VirtualThreads.getDefaultVirtualThreadsExecutor()
                : Executors.newFixedThreadPool(Integer.parseInt(threads), task -> new Thread(task, "worker"));
    }

    private static void unchecked(Step step) {
        try {
            step.run();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        OrdersTable.fill();
        QueuedThreadPool threads = new QueuedThreadPool(Integer.parseInt(arguments[1]));
        boolean virtual = arguments[2].equals("1");
        if (virtual) {
            threads.setVirtualThreadsExecutor(Objects.requireNonNull(
                    VirtualThreads.getDefaultVirtualThreadsExecutor(), "this JDK has no virtual threads"));
        }
        try (InjectedSlowness slowness = new InjectedSlowness(folder)) {
            SlowPages pages = new SlowPages(slowness, arguments[3].equals("1") ? workers(arguments[1], virtual) : null);
            Server server = pages.serve(new Server(threads));
            pages.end.await();
            Files.write(
                    folder.resolve("injected"),
                    slowness.injected().stream()
                            .map(InjectedSlowness.Injected::toString)
                            .toList());
            Figures.print("injected", slowness.injected().size());
            server.stop();
        }
        System.exit(0);
    }
}
