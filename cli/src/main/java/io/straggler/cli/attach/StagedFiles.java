package io.straggler.cli.attach;

import io.straggler.ExitHooks;
import io.straggler.RunFolder;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.cli.option.UsageException;
import io.straggler.model.file.FolderTree;
import io.straggler.model.text.FileErrors;
import io.straggler.model.text.TerminalText;
import io.straggler.sampler.linux.Numbers;
import io.straggler.sampler.linux.OpenedFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Files of a program of another user, or in another container: in a folder that is made for it among its temporary files, and deleted in the end. The agent is
 * copied there, and the run folder from there.
 *
 * <ul>
 *   <li>All that is done there is done with the rights of the program's user.
 *   <li>Paths begin at the program's root, and lead through links as they are meant there, never to this process's files of that name.
 *   <li>Files are copied from there only if they are regular ones, and as long as there is room for them.
 * </ul>
 */
final class StagedFiles implements AgentFiles {
    private static final String PREFIX = "straggler-attach-";
    private static final String AGENT = "straggler-agent.jar";
    private static final String RUN = "run";
    private static final String CHUNKS = "chunks";

    /** Bytes that stay free on the disk: as many as a run keeps free. */
    private static final long ROOM_BYTES = 48L << 20;

    private static final int BUFFER_BYTES = 1 << 16;

    private final RunningJvm jvm;
    private final TargetThread thread;
    private final OpenedFolder root;
    private final String temporary;
    private final String name;
    private final Thread exitHook = new Thread(this::delete, "straggler-clean-up");
    private final Map<String, OpenedFolder> held = new HashMap<>();
    private Optional<OpenedFolder> folder = Optional.empty();

    /** Folder that was made for the run; empty if it was there before, or holds a run. */
    private Optional<Path> made = Optional.empty();

    /** A run folder with copies of what the program's JVM has recorded and not brought together; empty if there was nothing of that kind. */
    private Optional<RunFolder> unfinished = Optional.empty();

    /** Whether the agent still fills its run folder, as it does in a program that is stopped. */
    private boolean kept;

    private StagedFiles(RunningJvm jvm, TargetThread thread, OpenedFolder root, String temporary) {
        this.jvm = jvm;
        this.thread = thread;
        this.root = root;
        this.temporary = temporary;
        this.name = PREFIX + Long.toHexString(ThreadLocalRandom.current().nextLong());
    }

    /**
     * Makes the folder, with a copy of the agent.
     *
     * @throws UsageException if the program cannot write its folder of temporary files, or this process must not act for it
     */
    static StagedFiles create(RunningJvm jvm, Path agent) throws IOException {
        TargetThread thread = new TargetThread(jvm.assumed());
        OpenedFolder root = root(jvm, thread);
        try {
            StagedFiles staged = new StagedFiles(jvm, thread, root, jvm.property("java.io.tmpdir"));
            ExitHooks.add(staged.exitHook);
            try (InputStream jar = Files.newInputStream(agent)) {
                staged.fill(jar);
                return staged;
            } catch (IOException | RuntimeException e) {
                staged.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            root.close();
            thread.close();
            throw e;
        }
    }

    /** Root of the program. Its user may see it; if not, this process's user may. */
    private static OpenedFolder root(RunningJvm jvm, TargetThread thread) throws IOException {
        Path path = Path.of("/proc/" + jvm.processId() + "/root");
        try {
            return thread.call(() -> OpenedFolder.open(path));
        } catch (IOException notForItsUser) {
            try {
                return OpenedFolder.open(path);
            } catch (IOException e) {
                thread.close();
                throw new UsageException("The files of process " + jvm.processId() + " cannot be reached through "
                        + path + ": run straggler attach as root with the capability SYS_PTRACE, or in its container.");
            }
        }
    }

    private void fill(InputStream jar) throws IOException {
        try {
            thread.call(() -> {
                try (OpenedFolder parent = root.lookUp(temporary)) {
                    Files.createDirectory(
                            parent.file(name),
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                    OpenedFolder made = parent.folder(name);
                    folder = Optional.of(made);
                    return Files.copy(jar, made.file(AGENT));
                }
            });
        } catch (FileSystemException e) {
            throw new UsageException(
                    "Process " + jvm.processId() + " must be able to write its folder for temporary files, "
                            + TerminalText.visible(temporary) + ", for the agent: " + FileErrors.reason(e)
                            + ". In a container, mount a volume there; or start the program with -Djava.io.tmpdir=DIR.");
        }
    }

    private OpenedFolder folder() {
        return folder.orElseThrow();
    }

    /** Path as the program sees it. */
    private String there(String file) {
        return Path.of(temporary, name, file).toString();
    }

    @Override
    public String agent() {
        return there(AGENT);
    }

    @Override
    public AnswerFile newAnswer() throws IOException {
        String file = "answer-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
        thread.call(() -> Files.createFile(folder().file(file)));
        return new AnswerFile() {
            @Override
            public String there() {
                return StagedFiles.this.there(file);
            }

            @Override
            public String text() throws IOException {
                return thread.call(() -> Files.readString(folder().file(file)));
            }

            @Override
            public void close() throws IOException {
                thread.call(() -> Files.deleteIfExists(folder().file(file)));
            }
        };
    }

    @Override
    public String runFolder(Path wanted) {
        boolean before = Files.exists(wanted);
        RunFolder.create(wanted);
        made = before ? Optional.empty() : Optional.of(wanted);
        return there(RUN);
    }

    @Override
    public FilledFolder.Filling state(String there) throws IOException {
        // An interrupted command goes on until the agent has ended, and deletes the folder then.
        ExitHooks.remove(exitHook);
        return thread.call(() -> {
            RunFolder run = new RunFolder(held(there).path());
            FilledFolder.Filling state = FilledFolder.state(run);
            if (state != FilledFolder.Filling.OVER) {
                holdChunks(run);
            }
            return state;
        });
    }

    /** A folder as it was when it was first needed. When the program has ended, its root may no longer lead to it. */
    private OpenedFolder held(String there) throws IOException {
        OpenedFolder known = held.get(there);
        if (known == null) {
            known = root.lookUp(there);
            held.put(there, known);
        }
        return known;
    }

    private void holdChunks(RunFolder run) {
        try {
            held(FilledFolder.repository(run));
        } catch (IOException e) {
            // The JVM has ended, and deleted it.
        }
    }

    @Override
    public RunFolder brought(String there, Path wanted) throws IOException {
        RunFolder here = RunFolder.create(wanted);
        copy(there, wanted);
        made = Optional.empty();
        if (FilledFolder.filling(here)) {
            Path copies = Files.createDirectory(wanted.resolve(CHUNKS));
            unfinished = Optional.of(here);
            try {
                copy(FilledFolder.repository(here), copies);
            } catch (NoSuchFileException e) {
                // The JVM has ended, and deleted them.
            }
            FilledFolder.moved(here, jvm.processId(), copies);
            kept = jvm.alive() && there.equals(there(RUN));
            if (kept) {
                System.err.println("process " + jvm.processId() + " goes on with its own copy of the run folder, "
                        + TerminalText.visible(there) + ": delete " + TerminalText.visible(there(""))
                        + " when it has ended.");
            }
        }
        return here;
    }

    /** Copies regular files, those in folders not. */
    private void copy(String there, Path target) throws IOException {
        Map<String, BasicFileAttributes> files = thread.call(() -> held(there).files());
        long bytes =
                files.values().stream().mapToLong(BasicFileAttributes::size).sum();
        long room = Files.getFileStore(target).getUsableSpace() - ROOM_BYTES;
        if (bytes > room) {
            throw new UsageException(target + " must have room for " + Numbers.bytes(bytes) + " of "
                    + TerminalText.visible(there) + " in process " + jvm.processId() + ", and has "
                    + Numbers.bytes(Math.max(0, room)) + ".");
        }
        for (Map.Entry<String, BasicFileAttributes> file : files.entrySet()) {
            Path copy = target.resolve(file.getKey());
            try (InputStream in = thread.call(() -> held(there).read(file.getKey()));
                    OutputStream out = Files.newOutputStream(copy, StandardOpenOption.CREATE_NEW)) {
                // It may have grown since: the program writes it.
                copy(in, out, file.getValue().size());
            }
            // Chunks of before the run are known by it.
            Files.setLastModifiedTime(copy, file.getValue().lastModifiedTime());
        }
    }

    private static void copy(InputStream in, OutputStream out, long bytes) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        long left = bytes;
        while (left > 0) {
            int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (read < 0) {
                return;
            }
            out.write(buffer, 0, read);
            left -= read;
        }
    }

    @Override
    public void close() {
        ExitHooks.remove(exitHook);
        if (!kept) {
            delete();
        }
        held.values().forEach(OpenedFolder::close);
        root.close();
        thread.close();
    }

    /** Deletes the folder, a run folder that was made here for nothing, and copies that are in the recording by now. From any thread. */
    private void delete() {
        try {
            thread.call(this::deleteFolder);
        } catch (IOException e) {
            // A file that stays is among temporary ones.
        }
        try {
            if (made.isPresent()) {
                Files.delete(made.get());
            }
            if (unfinished.isPresent() && !FilledFolder.filling(unfinished.get())) {
                FolderTree.delete(unfinished.get().path().resolve(CHUNKS));
            }
        } catch (IOException e) {
            // A folder that stays is not empty.
        }
    }

    /** On the thread with the rights of the program's user. */
    private String deleteFolder() throws IOException {
        if (folder.isPresent()) {
            folder.get().clear();
            folder.get().close();
            folder = Optional.empty();
            try (OpenedFolder parent = root.lookUp(temporary)) {
                Files.delete(parent.file(name));
            }
        }
        return name;
    }
}
