package io.straggler.model.file;

import java.io.File;
import java.nio.file.Path;

/** Space on the disk that a folder is on. */
public final class DiskSpace {
    private DiskSpace() {}

    /** Bytes that are free for a folder, by one system call; {@link Long#MAX_VALUE} where the file system does not say. */
    public static long usableBytes(Path folder) {
        File file = folder.toFile();
        return file.getTotalSpace() == 0 ? Long.MAX_VALUE : file.getUsableSpace();
    }
}
