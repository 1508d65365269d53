package io.straggler.cli.fork;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says in a folder that a process is filling it: a lock on a file, which the system takes back when the process ends, by whatever means.
 *
 * <p>Where a file system has no locks, nobody is kept out.
 */
final class FolderLock implements Closeable {
    static final String FILE = ".filling";

    private final Path file;
    private final @Nullable FileChannel channel;

    private FolderLock(Path file, @Nullable FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Takes the lock of a folder; empty if somebody has it. */
    static Optional<FolderLock> take(Path folder) {
        Path file = folder.resolve(FILE);
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return Optional.of(new FolderLock(file, null));
        }
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(new FolderLock(file, channel));
            }
        } catch (OverlappingFileLockException e) {
            // A thread of this process has the lock.
        } catch (IOException e) {
            return Optional.of(new FolderLock(file, channel));
        }
        closed(channel);
        return Optional.empty();
    }

    /** Whether somebody has the lock of a folder. */
    static boolean taken(Path folder) {
        if (!Files.exists(folder.resolve(FILE))) {
            return false;
        }
        Optional<FolderLock> lock = take(folder);
        lock.ifPresent(FolderLock::close);
        return lock.isEmpty();
    }

    /** Gives the lock back. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // An empty file without a lock keeps nobody out.
        }
        if (channel != null) {
            closed(channel);
        }
    }

    private static void closed(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // The system takes the lock back when the process ends.
        }
    }
}
