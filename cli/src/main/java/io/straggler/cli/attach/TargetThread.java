package io.straggler.cli.attach;

import io.straggler.cli.option.UsageException;
import io.straggler.sampler.linux.ProcessRights;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A thread with the rights of the user whose program is attached to, so that the system itself keeps what it does within what that user may do. This
 * process's own user has its rights on all other threads.
 */
final class TargetThread implements Closeable {
    /** A piece of work. */
    interface Work<T> {
        T done() throws IOException;
    }

    private final LinkedBlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final Optional<ProcessRights> rights;
    private final Thread thread = new Thread(this::run, "straggler-target");
    private boolean assumed;
    private volatile boolean closed;

    /** @param rights empty for those of this process */
    TargetThread(Optional<ProcessRights> rights) {
        this.rights = rights;
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Gives the calling thread these rights for good.
     *
     * @throws UsageException if the system refuses
     */
    static void assume(Optional<ProcessRights> rights) {
        if (rights.isPresent() && !rights.get().assume()) {
            throw new UsageException(
                    "This process must not act as user " + rights.get().user()
                            + ", whose program that is: run it as that user, or as root with the capabilities SETUID and SETGID.");
        }
    }

    private void run() {
        try {
            while (!closed) {
                work.take().run();
            }
        } catch (InterruptedException e) {
            // This thread is never interrupted.
        }
    }

    /** The system lets a thread give rights away once. */
    private void assumeOnce() {
        if (!assumed) {
            assume(rights);
            assumed = true;
        }
    }

    /** Does something on this thread, and waits for it. */
    <T> T call(Work<T> what) throws IOException {
        if (closed) {
            throw new IOException("closed");
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        work.add(() -> {
            try {
                assumeOnce();
                result.complete(what.done());
            } catch (IOException | RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        });
        return awaited(result);
    }

    /** The result of another thread's work, or its exception. */
    static <T> T awaited(CompletableFuture<T> result) throws IOException {
        try {
            return result.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw thrown(e);
        }
    }

    /** Throws what was thrown on another thread. */
    static IOException thrown(ExecutionException e) {
        if (e.getCause() instanceof IOException broken) {
            return broken;
        }
        if (e.getCause() instanceof RuntimeException refused) {
            throw refused;
        }
        throw (Error) e.getCause();
    }

    @Override
    public void close() {
        work.add(() -> closed = true);
    }
}
