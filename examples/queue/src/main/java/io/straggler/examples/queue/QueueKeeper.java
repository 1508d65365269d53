package io.straggler.examples.queue;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Keeps a queue from filling its disk, on a thread of its own: deletes the files that have been read, and warns when there is little
 * room left, before there is none. Memory that is mapped to a file on a full disk cannot be written, and the JVM may not survive
 * the attempt.
 */
final class QueueKeeper implements Closeable {
    /**
     * Reserve in bytes: a queue writes a tenth of it between two looks; the rest is for what a run writes at its end.
     */
    static final long RESERVE_BYTES = 256L << 20;

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final QueueFolder folder;
    private final LongSupplier usableBytes;
    private final Thread thread = new Thread(this::keep, "queue-keeper");
    private File dropped;
    private volatile File reading;
    private volatile IOException problem;
    private volatile boolean over;

    private QueueKeeper(QueueFolder folder, LongSupplier usableBytes) {
        this.folder = folder;
        this.usableBytes = usableBytes;
        thread.setDaemon(true);
    }

    /**
     * Looks once, and then goes on.
     *
     * @param usableBytes of the folder's disk; zero if that is not known
     */
    static QueueKeeper start(QueueFolder folder, LongSupplier usableBytes) throws IOException {
        QueueKeeper keeper = new QueueKeeper(folder, usableBytes);
        keeper.look();
        keeper.check();
        keeper.thread.start();
        return keeper;
    }

    /** Throws if there is too little room, or files could not be deleted. From any thread; a volatile read. */
    void check() throws IOException {
        IOException found = problem;
        if (found != null) {
            throw new IOException(found.getMessage(), found);
        }
    }

    /** Notes which file is being read: those before it can go. From the thread that reads. */
    void reading(File file) {
        reading = file;
    }

    private void keep() {
        while (!over && problem == null) {
            look();
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private void look() {
        try {
            File current = reading;
            if (current != null && !current.equals(dropped)) {
                folder.dropBefore(current);
                dropped = current;
            }
            long bytes = usableBytes.getAsLong();
            if (bytes > 0 && bytes < RESERVE_BYTES) {
                problem = noRoom(bytes);
            }
        } catch (IOException e) {
            problem = new IOException("files that were read must be deleted: folder=" + folder.path(), e);
        }
    }

    private IOException noRoom(long bytes) {
        return new IOException("queue's disk must have " + (RESERVE_BYTES >> 20) + " MB left: folder=" + folder.path()
                + " leftMB=" + (bytes >> 20) + "; " + QueueFolder.ELSEWHERE);
    }

    @Override
    public void close() {
        over = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
