package io.straggler.cli.attach;

import io.straggler.model.text.FileErrors;
import io.straggler.sampler.linux.OpenedFolder;
import io.straggler.sampler.linux.OtherProcess;
import io.straggler.sampler.linux.ProcessRights;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The file at which a JVM listens for whoever attaches, in {@code /tmp} as the JVM sees that, whatever its {@code java.io.tmpdir} is.
 *
 * <p>Every method has to be called with the rights of the JVM's user.
 *
 * @param processId of the JVM
 */
record AttachSocket(long processId) {
    private static final String FOLDER = "/tmp";
    private static final int TYPE = 0170000;
    private static final int SOCKET = 0140000;

    /** Path as the JVM sees it. */
    String path() {
        return FOLDER + "/" + name();
    }

    private String name() {
        return ".java_pid" + new OtherProcess(processId).innermostId();
    }

    private OpenedFolder folder() throws IOException {
        try (OpenedFolder root = OpenedFolder.open(Path.of("/proc/" + processId + "/root"))) {
            return root.lookUp(FOLDER);
        }
    }

    /**
     * Deletes the file, at which nobody listens, so that the JVM makes it again.
     *
     * @return whether it was a socket of that JVM's user, and is gone
     */
    boolean deleted() {
        Optional<ProcessRights> owner = ProcessRights.of(processId);
        try (OpenedFolder folder = folder()) {
            Map<String, Object> file = Files.readAttributes(folder.file(name()), "unix:mode,uid", LinkOption.NOFOLLOW_LINKS);
            boolean its = ((Integer) file.get("mode") & TYPE) == SOCKET
                    && owner.filter(rights -> rights.user() == Integer.toUnsignedLong((Integer) file.get("uid")))
                            .isPresent();
            if (its) {
                Files.delete(folder.file(name()));
            }
            return its;
        } catch (IOException e) {
            return false;
        }
    }

    /** Why the JVM cannot make it; empty if it can, or nobody knows. */
    Optional<String> unmakeable() {
        try (OpenedFolder folder = folder()) {
            Path probe = folder.file(
                    ".straggler-" + Long.toHexString(ThreadLocalRandom.current().nextLong()));
            try {
                Files.createFile(probe);
            } catch (FileSystemException e) {
                return Optional.of(FileErrors.reason(e));
            }
            Files.delete(probe);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
