package io.straggler.benchmarks.agent;

import io.straggler.benchmarks.support.Figures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Like {@link ServedPages}, but some requests are made slow from when it is asked for {@code /begin}, for {@link AgentFaultsBenchmark}; ends when it is asked for {@code
 * /end}.
 *
 * <p>Arguments: the folder for what it writes, {@code injected} among it; how many threads answer; 1 if each request is answered on a virtual thread.
 */
public final class SlowPages extends ServedPages {
    static final String BEGIN = "/begin";
    static final String END = "/end";

    private final InjectedSlowness slowness;
    private final CountDownLatch end = new CountDownLatch(1);

    private SlowPages(InjectedSlowness slowness) {
        this.slowness = slowness;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        switch (Request.getPathInContext(request)) {
            case BEGIN -> slowness.begin();
            case END -> end.countDown();
            default -> {
                return slow(request, response, callback);
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
            SlowPages pages = new SlowPages(slowness);
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
