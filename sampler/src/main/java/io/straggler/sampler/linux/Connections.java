package io.straggler.sampler.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * TCP connections whose ends are both in this process, by proc(5): {@code net/tcp} lists the sockets of a network with
 * the numbers of their inodes, and {@code fd} says which of these the process has open.
 */
public final class Connections {
    private static final Path PROCESS = Path.of("/proc/self");
    private static final String ESTABLISHED = "01";
    private static final String SOCKET = "socket:[";

    /** Columns of the table: the line's number, own and other address, state, and the inode behind five more. */
    private static final int OWN = 1;

    private static final int OTHER = 2;
    private static final int STATE = 3;
    private static final int INODE = 9;

    /** A word of an address, as the processor has it in memory, in hexadecimal digits. */
    private static final int WORD = 8;

    private Connections() {}

    /** Each end with its other end, {@code address:port} each; none where the system does not say. A server's end is that of all its clients. */
    public static Set<Map.Entry<String, String>> withinProcess() {
        return of(PROCESS);
    }

    /** Returns the connections of a process whose files are in a folder. */
    static Set<Map.Entry<String, String>> of(Path process) {
        Set<String> open = openSockets(process.resolve("fd"));
        Set<Map.Entry<String, String>> ends = new HashSet<>();
        for (String table : new String[] {"net/tcp", "net/tcp6"}) {
            try (Stream<String> lines = Files.lines(process.resolve(table))) {
                lines.skip(1).forEach(line -> add(line.trim().split("\\s+"), open, ends));
            } catch (IOException | UncheckedIOException e) {
                // The system has no such table.
            }
        }
        Set<Map.Entry<String, String>> both = new HashSet<>(ends);
        both.removeIf(one -> !ends.contains(Map.entry(one.getValue(), one.getKey())));
        return both;
    }

    private static void add(String[] columns, Set<String> open, Set<Map.Entry<String, String>> ends) {
        if (columns.length > INODE && columns[STATE].equals(ESTABLISHED) && open.contains(columns[INODE])) {
            ends.add(Map.entry(end(columns[OWN]), end(columns[OTHER])));
        }
    }

    /** Returns an address as Java writes it: {@code 127.0.0.1:80} for {@code 0100007F:0050}. */
    static String end(String hexadecimal) {
        int colon = hexadecimal.indexOf(':');
        byte[] address = new byte[colon / 2];
        for (int word = 0; word < colon; word += WORD) {
            byte[] bytes = HexFormat.of().parseHex(hexadecimal, word, word + WORD);
            for (int i = 0; i < bytes.length; i++) {
                address[word / 2 + i] = bytes[bytes.length - 1 - i];
            }
        }
        try {
            return InetAddress.getByAddress(address).getHostAddress() + ":"
                    + Integer.parseInt(hexadecimal.substring(colon + 1), 16);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("address must have 4 or 16 bytes: address=" + hexadecimal, e);
        }
    }

    private static Set<String> openSockets(Path folder) {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(file -> addInode(file, inodes));
        } catch (IOException | UncheckedIOException e) {
            // Then it is not known which are its own.
        }
        return inodes;
    }

    private static void addInode(Path file, Set<String> inodes) {
        try {
            String target = Files.readSymbolicLink(file).toString();
            if (target.startsWith(SOCKET)) {
                inodes.add(target.substring(SOCKET.length(), target.length() - 1));
            }
        } catch (IOException e) {
            // Closed meanwhile.
        }
    }
}
