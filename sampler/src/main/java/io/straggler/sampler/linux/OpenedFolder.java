package io.straggler.sampler.linux;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * A folder that stays the same folder, whatever is renamed or replaced by links meanwhile.
 *
 * <p>Folders below it are opened name by name, without following links. A path of another process is looked up as that process would: from its root,
 * with links as they are meant there, so that none leads out of what it sees.
 *
 * <p>Safe from any thread. Whoever has the rights to open a folder need not be whoever uses it.
 */
public final class OpenedFolder implements Closeable {
    /** Largest number of links on a path, equal to the kernel's. */
    private static final int MAX_LINKS = 40;

    private static final Path OWN_FILES = Path.of("/proc/self/fd");

    private final long file;
    private final AtomicBoolean closed = new AtomicBoolean();

    private OpenedFolder(long file) {
        this.file = file;
    }

    /** @throws IOException if it cannot be opened, or is no folder */
    public static OpenedFolder open(Path folder) throws IOException {
        return opened(NativeThread.openFolder(folder.toString(), true), folder.toString());
    }

    private static OpenedFolder opened(long file, String name) throws IOException {
        if (file < 0) {
            throw new FileSystemException(name, null, "it is no folder, or must not be opened");
        }
        return new OpenedFolder(file);
    }

    /** Path for the methods of {@link Files}; valid in this process, until the folder is closed. */
    public Path path() {
        return OWN_FILES.resolve(Long.toString(file));
    }

    /** Path of a file of this folder. Callers must not follow it if it is a link. */
    public Path file(String name) {
        return path().resolve(requireName(name));
    }

    /**
     * Opens a folder of this folder.
     *
     * @throws IOException if it cannot be opened, or is a link
     */
    public OpenedFolder folder(String name) throws IOException {
        return opened(NativeThread.openFolder(file(name).toString(), false), name);
    }

    /**
     * Opens a folder by its path as a process sees it whose root this folder is.
     *
     * @throws IOException if there is none, or it must not be opened
     */
    public OpenedFolder lookUp(String absolute) throws IOException {
        Deque<String> left = new ArrayDeque<>(names(absolute));
        List<String> reached = new ArrayList<>();
        int links = 0;
        OpenedFolder folder = walked(reached);
        try {
            while (!left.isEmpty()) {
                String name = left.removeFirst();
                Path next = folder.path().resolve(name);
                if (name.equals("..")) {
                    reached = new ArrayList<>(reached.subList(0, Math.max(0, reached.size() - 1)));
                } else if (Files.isSymbolicLink(next)) {
                    String target = Files.readSymbolicLink(next).toString();
                    if (++links > MAX_LINKS) {
                        throw new FileSystemException(absolute, null, "it leads through too many links");
                    }
                    List<String> names = names(target);
                    for (int i = names.size() - 1; i >= 0; i--) {
                        left.addFirst(names.get(i));
                    }
                    reached = target.startsWith("/") ? new ArrayList<>() : reached;
                } else if (Files.isDirectory(next, LinkOption.NOFOLLOW_LINKS)) {
                    reached.add(name);
                } else if (Files.exists(next, LinkOption.NOFOLLOW_LINKS)) {
                    throw new NotDirectoryException(absolute);
                } else {
                    throw new NoSuchFileException(absolute);
                }
                folder.close();
                folder = walked(reached);
            }
            return folder;
        } catch (IOException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    private OpenedFolder walked(List<String> names) throws IOException {
        OpenedFolder folder = open(path());
        for (String name : names) {
            OpenedFolder before = folder;
            try (before) {
                folder = before.folder(name);
            }
        }
        return folder;
    }

    /** The regular files in it, by name. Links and folders are left out. */
    public Map<String, BasicFileAttributes> files() throws IOException {
        Map<String, BasicFileAttributes> files = new TreeMap<>();
        for (Path each : entries()) {
            BasicFileAttributes attributes =
                    Files.readAttributes(each, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isRegularFile()) {
                files.put(each.getFileName().toString(), attributes);
            }
        }
        return files;
    }

    /**
     * Reads a regular file of it.
     *
     * @throws IOException if it is a link, or something else that is no regular file
     */
    public InputStream read(String name) throws IOException {
        if (!Files.isRegularFile(file(name), LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(name, null, "it must be a regular file");
        }
        return Files.newInputStream(file(name), LinkOption.NOFOLLOW_LINKS);
    }

    /** Action on a file. */
    public interface Use {
        void with(Path file) throws IOException;
    }

    /**
     * Opens a file of it as a place, not to be read, and does something with a path that leads to that file, whatever is put in its place meanwhile. A link is
     * not followed.
     */
    public void withFile(String name, Use use) throws IOException {
        long opened = NativeThread.openPlace(file(name).toString());
        if (opened < 0) {
            throw new NoSuchFileException(name);
        }
        try {
            use.with(OWN_FILES.resolve(Long.toString(opened)));
        } finally {
            NativeThread.close(opened);
        }
    }

    /** Deletes all that is in it. A link goes, and what it leads to stays. */
    public void clear() throws IOException {
        for (Path each : entries()) {
            if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
                try (OpenedFolder folder = folder(each.getFileName().toString())) {
                    folder.clear();
                }
            }
            Files.delete(each);
        }
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> all = Files.list(path())) {
            return all.toList();
        }
    }

    private static List<String> names(String path) {
        return List.of(path.split("/")).stream()
                .filter(name -> !name.isEmpty() && !name.equals("."))
                .toList();
    }

    private static String requireName(String name) {
        if (name.isEmpty() || name.contains("/") || name.equals(".") || name.equals("..")) {
            throw new IllegalArgumentException("name must be that of one file: name=" + name);
        }
        return name;
    }

    @Override
    public void close() {
        // Its number may be another file's after that.
        if (closed.compareAndSet(false, true)) {
            NativeThread.close(file);
        }
    }
}
