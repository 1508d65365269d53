package io.straggler.examples.queue;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * A Chronicle Queue in a folder of its own, with one thread that appends and one that reads, which may be the same. Files that were
 * read are deleted, and the folder is when the queue is closed. Appending and reading allocate nothing but when a file begins.
 */
public final class PersistedQueue implements Closeable {
    private final QueueFolder folder;
    private final QueueKeeper keeper;
    private final ChronicleQueue queue;
    private final ExcerptAppender appender;
    private final ExcerptTailer tailer;
    private int cycle;
    private boolean anyRead;

    private PersistedQueue(QueueFolder folder, QueueKeeper keeper, RollCycle rollCycle) {
        this.folder = folder;
        this.keeper = keeper;
        this.queue = SingleChronicleQueueBuilder.binary(folder.path())
                .rollCycle(rollCycle)
                .build();
        this.appender = queue.createAppender();
        this.tailer = queue.createTailer();
        // Made here, and then used by one thread each.
        appender.singleThreadedCheckDisabled(true);
        tailer.singleThreadedCheckDisabled(true);
    }

    /** Opens an empty one, among the system's temporary files unless the property {@code queue.folder} says otherwise. */
    public static PersistedQueue open() throws IOException {
        QueueFolder folder = QueueFolder.create(QueueFolder.parent());
        return open(folder, EveryMinute.INSTANCE, folder::usableBytes);
    }

    /** Takes the folder: it is deleted also if the queue cannot be opened. */
    static PersistedQueue open(QueueFolder folder, RollCycle rollCycle, LongSupplier usableBytes) throws IOException {
        QueueKeeper keeper = null;
        try {
            keeper = QueueKeeper.start(folder, usableBytes);
            return new PersistedQueue(folder, keeper, rollCycle);
        } catch (IOException | RuntimeException | Error e) {
            if (keeper != null) {
                keeper.close();
            }
            folder.close();
            throw e;
        }
    }

    /**
     * Appends a message.
     *
     * @param length a multiple of four, for the queue rounds it up
     */
    public void append(byte[] from, int length) throws IOException {
        keeper.check();
        try (DocumentContext document = appender.writingDocument()) {
            bytes(document).write(from, 0, length);
        } catch (InternalError e) {
            throw noRoom(e);
        }
    }

    /**
     * Reads the next message.
     *
     * @param into must be large enough
     * @return its bytes; 0 if there is none
     */
    public int poll(byte[] into) throws IOException {
        try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent()) {
                return 0;
            }
            Bytes<?> bytes = bytes(document);
            int length = (int) bytes.readRemaining();
            if (length > into.length) {
                throw new IOException("message must have at most " + into.length + " bytes: bytes=" + length);
            }
            bytes.read(into, 0, length);
            reportCycle();
            return length;
        } catch (InternalError e) {
            throw noRoom(e);
        }
    }

    private void reportCycle() {
        if (!anyRead || tailer.cycle() != cycle) {
            anyRead = true;
            cycle = tailer.cycle();
            File file = tailer.currentFile();
            if (file != null) {
                keeper.reading(file);
            }
        }
    }

    private static Bytes<?> bytes(DocumentContext document) {
        return document.wire().bytes();
    }

    /** Returns the error of an access to mapped memory without a disk behind it, if the JVM survives. */
    private IOException noRoom(InternalError thrown) {
        return new IOException(
                "queue's disk must have room: folder=" + folder.path() + " leftMB=" + (folder.usableBytes() >> 20),
                thrown);
    }

    /** Where the files are. */
    public Path folder() {
        return folder.path();
    }

    @Override
    public void close() throws IOException {
        keeper.close();
        queue.close();
        folder.close();
    }
}
