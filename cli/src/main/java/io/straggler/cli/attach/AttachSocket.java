package io.straggler.cli.attach;

import io.straggler.cli.option.UsageException;
import io.straggler.model.text.FileErrors;
import io.straggler.sampler.linux.OpenedFolder;
import io.straggler.sampler.linux.OtherProcess;
import io.straggler.sampler.linux.ProcessRights;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The socket at which a HotSpot JVM listens for whoever attaches: {@code /tmp/.java_pidN} as the JVM sees that, whatever its {@code java.io.tmpdir} is. It is
 * made when a file {@code .attach_pidN} is found after a signal.
 *
 * <p>The JDK's own client looks for it in {@code /tmp} of this process, unless the JVM has another number in its container. This one looks where the JVM
 * does.
 *
 * <p>Every method has to be called with the rights of the JVM's user.
 */
final class AttachSocket {
    private static final String FOLDER = "/tmp";
    private static final String VERSION = "1";

    /** Number of arguments of each request. */
    private static final int ARGUMENTS = 3;

    private static final int QUIT = 3;
    private static final long PATIENCE_NS = 10_000_000_000L;
    private static final long LOOK_MS = 20;

    private final OtherProcess jvm;
    private final Optional<OpenedFolder> root;

    /**
     * Creates the socket with the rights of the caller: users may not look at the root of a program with capabilities,
     * even if it is theirs.
     */
    AttachSocket(long processId) {
        this.jvm = new OtherProcess(processId);
        this.root = openedRoot();
    }

    /** The JVM's root, open for as long as this process lives; empty if it is for others' eyes. */
    private Optional<OpenedFolder> openedRoot() {
        try {
            return Optional.of(OpenedFolder.open(proc("root")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Answer of the JVM: zero and a text, or an error's number and its text. */
    record Reply(int code, String text) {}

    /** Path as the JVM sees it. */
    String path() {
        return FOLDER + "/" + name();
    }

    private String name() {
        return ".java_pid" + jvm.innermostId();
    }

    private Path proc(String file) {
        return Path.of("/proc", Long.toString(jvm.id()), file);
    }

    private OpenedFolder folder() throws IOException {
        if (root.isPresent()) {
            return root.get().lookUp(FOLDER);
        }
        try (OpenedFolder opened = OpenedFolder.open(proc("root"))) {
            return opened.lookUp(FOLDER);
        }
    }

    /**
     * Has the JVM do something.
     *
     * @throws UsageException saying why nobody answers
     */
    Reply execute(String command, String... arguments) throws IOException {
        try (OpenedFolder folder = folder();
                SocketChannel channel = connected(folder)) {
            StringBuilder request = new StringBuilder(VERSION + "\0" + command + "\0");
            for (int i = 0; i < ARGUMENTS; i++) {
                request.append(i < arguments.length ? arguments[i] : "").append('\0');
            }
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(request.toString());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            ByteArrayOutputStream reply = new ByteArrayOutputStream();
            Channels.newInputStream(channel).transferTo(reply);
            return reply(reply.toString(StandardCharsets.UTF_8));
        }
    }

    private Reply reply(String text) throws IOException {
        int end = text.indexOf('\n');
        try {
            return new Reply(Integer.parseInt(text.substring(0, Math.max(0, end))), text.substring(end + 1));
        } catch (NumberFormatException e) {
            throw new IOException("it said nothing that can be understood");
        }
    }

    private SocketChannel connected(OpenedFolder folder) throws IOException {
        if (!exists(folder)) {
            make(folder);
        }
        Optional<SocketChannel> channel = connect(folder);
        if (channel.isPresent()) {
            return channel.get();
        }
        if (!isOfUser(folder)) {
            throw new UsageException("Process " + jvm.id() + " does not listen at its " + path()
                    + ", which is no socket of its user: delete that file, and attach again.");
        }
        Files.deleteIfExists(folder.file(name()));
        make(folder);
        return connect(folder)
                .orElseThrow(() -> new UsageException(
                        "Process " + jvm.id() + " does not listen at its " + path() + ": attach again."));
    }

    /** A connection; empty if nobody listens. The file is opened before it is connected to, so that a link in its place leads nowhere. */
    private Optional<SocketChannel> connect(OpenedFolder folder) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            folder.withFile(name(), file -> channel.connect(UnixDomainSocketAddress.of(file)));
            return Optional.of(channel);
        } catch (ConnectException e) {
            channel.close();
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private boolean exists(OpenedFolder folder) {
        return Files.exists(folder.file(name()), LinkOption.NOFOLLOW_LINKS);
    }

    /** Whether it is a socket of the JVM's user, as one is that a killed JVM of the same number has left. */
    private boolean isOfUser(OpenedFolder folder) throws IOException {
        Path file = folder.file(name());
        Object owner = Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                        .isOther()
                && ProcessRights.of(jvm.id())
                        .filter(rights ->
                                owner instanceof Integer user && rights.user() == Integer.toUnsignedLong(user))
                        .isPresent();
    }

    /** Has the JVM make its socket. */
    private void make(OpenedFolder folder) throws IOException {
        if (!jvm.catches(QUIT)) {
            throw new UsageException(
                    "Process " + jvm.id() + " does not let anybody attach: it is still starting, or was started"
                            + " with -Xrs or " + RunningJvm.DISABLED + ". Attach again, or start it with"
                            + " -javaagent:straggler-agent.jar=... instead.");
        }
        try {
            Files.createFile(folder.file(request()));
        } catch (FileAlreadyExistsException e) {
            // Somebody else attaches, or has left it.
        } catch (IOException e) {
            throw unmakeable(e);
        }
        try {
            ask(folder);
        } finally {
            Files.deleteIfExists(folder.file(request()));
        }
    }

    private String request() {
        return ".attach_pid" + jvm.innermostId();
    }

    private void ask(OpenedFolder folder) throws IOException {
        long beganNs = System.nanoTime();
        jvm.signal(QUIT);
        while (!exists(folder)) {
            if (System.nanoTime() - beganNs > PATIENCE_NS) {
                requireMakeable(folder);
                // The JVM looks there first, and does not trust other users.
                boolean earlier = Files.exists(proc("cwd").resolve(request()), LinkOption.NOFOLLOW_LINKS);
                throw new UsageException("Process " + jvm.id() + " lets nobody attach: it did not make " + path()
                        + " within 10 s. "
                        + (earlier
                                ? "Delete " + request()
                                        + " in its working folder, which another user has left, and attach again."
                                : "Is it stopped, or started with " + RunningJvm.DISABLED + "?"));
            }
            try {
                Thread.sleep(LOOK_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
    }

    private void requireMakeable(OpenedFolder folder) {
        String probe = ".straggler-" + jvm.innermostId();
        try {
            Files.createFile(folder.file(probe));
            Files.delete(folder.file(probe));
        } catch (IOException e) {
            throw unmakeable(e);
        }
    }

    private UsageException unmakeable(IOException e) {
        return new UsageException(
                "Process " + jvm.id() + " cannot make " + path() + ", at which a JVM listens for whoever attaches: "
                        + FileErrors.reason(e) + ". Give it a " + FOLDER
                        + " that it can write, as with a volume, or start it with"
                        + " -javaagent:straggler-agent.jar=... instead.");
    }
}
