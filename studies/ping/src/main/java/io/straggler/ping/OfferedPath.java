package io.straggler.ping;

import io.straggler.model.text.TerminalText;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.regex.Pattern;

/**
 * File by which a client is to meet its server, as the server names it. The server may be anybody: accepted are only names that a server gives to the files that it
 * makes, of this user, and only from this machine. So nothing else of this machine is opened, let alone written.
 */
final class OfferedPath {
    /** Begin of the names of what a server makes. */
    static final String PREFIX = "straggler-ping-";

    /** End of the name of a file to be mapped. */
    static final String CELL = ".cell";

    /** Name of a socket in a separate folder. */
    static final String SOCKET = "socket";

    /** Folder of files that are never written to a disk, where there is one. */
    static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** Folder whose paths are short enough for sockets. */
    static final Path SHORT_FOLDER = Path.of("/tmp");

    private static final Pattern CELL_NAME = Pattern.compile(Pattern.quote(PREFIX) + "\\d+" + Pattern.quote(CELL));
    private static final Pattern FOLDER_NAME = Pattern.compile(Pattern.quote(PREFIX) + "\\d+");

    /** Columns of a name in a message. */
    private static final int MAX_NAME = 120;

    private final String offered;
    private final String server;

    private OfferedPath(String offered, String server) {
        this.offered = offered;
        this.server = server;
    }

    /**
     * Checks that a server is reached without leaving this machine, before anything is asked of it.
     *
     * @throws PingException if it does
     */
    static void requireLoopback(InetAddress address, String server) throws PingException {
        if (!address.isLoopbackAddress()) {
            throw new PingException(server
                    + " must be on this machine for this transport, and have a loopback address such as 127.0.0.1");
        }
    }

    /**
     * The file to be mapped.
     *
     * @throws PingException if it is not what a server of this user makes
     */
    static Path cell(String offered, String server) throws IOException {
        OfferedPath checked = new OfferedPath(offered, server);
        Path file = checked.path();
        Path place = file.getParent();
        if (place == null
                || !isOwnPlace(place)
                || !isNamed(file, CELL_NAME)
                || !checked.attributes(file).isRegularFile()
                || !isOwn(file, place)) {
            throw checked.refusal();
        }
        return file;
    }

    /**
     * The socket to connect to.
     *
     * @throws PingException if it is not what a server of this user makes
     */
    static Path socket(String offered, String server) throws IOException {
        OfferedPath checked = new OfferedPath(offered, server);
        Path file = checked.path();
        Path folder = file.getParent();
        Path place = folder == null ? null : folder.getParent();
        if (folder == null
                || place == null
                || !isOwnPlace(place)
                || !isNamed(folder, FOLDER_NAME)
                || !file.endsWith(SOCKET)
                || !checked.attributes(folder).isDirectory()
                || !isOwn(folder, place)
                || !checked.attributes(file).isOther()) {
            throw checked.refusal();
        }
        return file;
    }

    private Path path() throws PingException {
        try {
            return Path.of(offered);
        } catch (InvalidPathException e) {
            throw refusal();
        }
    }

    private PingException refusal() {
        return new PingException(
                server + " must name a file that a straggler ping server of this user has made, and named \""
                        + TerminalText.fit(offered, MAX_NAME) + "\"");
    }

    private BasicFileAttributes attributes(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            throw new PingException(
                    server + " must be on this machine for this transport: there is no "
                            + TerminalText.fit(offered, MAX_NAME),
                    e);
        }
    }

    private static boolean isNamed(Path file, Pattern form) {
        return form.matcher(file.getFileName().toString()).matches();
    }

    /** Whether it is one of the folders in which servers make their files. */
    private static boolean isOwnPlace(Path folder) {
        return List.of(SHARED_MEMORY, SHORT_FOLDER, Path.of(System.getProperty("java.io.tmpdir")))
                .contains(folder);
    }

    /** Whether its owner is that of what this process makes beside it. */
    static boolean isOwn(Path file, Path folder) throws IOException {
        Path made = Files.createTempFile(folder, PREFIX, null);
        try {
            UserPrincipal owner = Files.getOwner(made, LinkOption.NOFOLLOW_LINKS);
            return owner.equals(Files.getOwner(file, LinkOption.NOFOLLOW_LINKS));
        } finally {
            Files.delete(made);
        }
    }
}
