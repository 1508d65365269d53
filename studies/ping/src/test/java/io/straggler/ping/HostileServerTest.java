package io.straggler.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that names files which it has not made: none of them is opened for writing, and the client says why in a line. */
@Timeout(60)
class HostileServerTest {
    private static final int BYTES = 64;

    /** Length of the file that both ends of {@value #BYTES} bytes map. */
    private static final int CELL_BYTES = 8192;

    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    @TempDir
    private Path scratch;

    /** Files outside of the test's folder, to be deleted in this order. */
    private final List<Path> made = new ArrayList<>();

    @AfterEach
    void delete() throws IOException {
        for (Path file : made) {
            Files.deleteIfExists(file);
        }
    }

    private Path made(Path file) {
        made.add(0, file);
        return file;
    }

    /** A name of the form that servers give, in a folder for temporary files. */
    private Path named(String end) {
        return made(TEMPORARY.resolve("straggler-ping-" + System.nanoTime() + end));
    }

    private static ServerSocket naming(String path, InetAddress address) throws IOException {
        ServerSocket listening = new ServerSocket(0, 10, address);
        Thread thread = new Thread(() -> {
            try (Socket socket = listening.accept()) {
                socket.getInputStream().read();
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                out.writeBytes("STRGPING");
                out.writeInt(Handshake.VERSION);
                out.writeInt(0);
                out.writeUTF(path);
                // Until the client hangs up.
                socket.getInputStream().readAllBytes();
            } catch (IOException e) {
                // The client hung up, or the test is over.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return listening;
    }

    private static String refusal(Transport transport, String path) throws IOException {
        try (ServerSocket server = naming(path, Pings.loopback().getAddress())) {
            PingOptions options = Pings.to(server.getLocalPort(), BYTES);
            return assertThatExceptionOfType(PingException.class)
                    .isThrownBy(
                            () -> TransportConnector.client(transport, options).close())
                    .actual()
                    .getMessage()
                    .replace("127.0.0.1:" + server.getLocalPort(), "SERVER");
        }
    }

    private static void shouldNotAccept(Transport transport, String path, String shown) throws IOException {
        assertThat(refusal(transport, path))
                .isEqualTo("SERVER must name a file that a straggler ping server of this user has made, and named \""
                        + shown + "\"");
    }

    private static void shouldNotAccept(Transport transport, Path path) throws IOException {
        shouldNotAccept(transport, path.toString(), path.toString());
    }

    @Test
    void shouldLeaveAFileOfAnotherName() throws IOException {
        Path precious = Files.writeString(scratch.resolve("precious.txt"), "precious");
        Path elsewhere = Files.write(scratch.resolve("straggler-ping-1.cell"), new byte[CELL_BYTES]);
        Path almost = Files.write(named("x.cell"), new byte[CELL_BYTES]);

        for (Transport transport : List.of(Transport.MAPPED, Transport.UNIX)) {
            for (Path file : List.of(precious, elsewhere, almost, scratch, Path.of("/"), Path.of("/dev/zero"))) {
                shouldNotAccept(transport, file);
            }
            shouldNotAccept(transport, "straggler-ping-1.cell", "straggler-ping-1.cell");
            shouldNotAccept(transport, "", "");
            shouldNotAccept(transport, "a\0b\u001b[31m", "a\u27e80000\u27e9b\u27e8001B\u27e9[31m");
            assertThat(refusal(transport, "n".repeat(60_000))).hasSizeLessThan(300);
        }

        assertThat(precious).hasContent("precious");
        assertThat(elsewhere).hasBinaryContent(new byte[CELL_BYTES]);
        assertThat(almost).hasBinaryContent(new byte[CELL_BYTES]);
    }

    @Test
    void shouldLeaveWhatALinkOfARightNameLeadsTo() throws IOException {
        Path precious = Files.write(scratch.resolve("precious"), new byte[CELL_BYTES]);
        for (Path end : List.of(precious, scratch.resolve("missing"), scratch)) {
            Path link = Files.createSymbolicLink(named(".cell"), end);

            shouldNotAccept(Transport.MAPPED, link);
        }
        assertThat(precious).hasBinaryContent(new byte[CELL_BYTES]);
        assertThat(scratch.resolve("missing")).doesNotExist();
    }

    @Test
    void shouldLeaveAFileThatIsNotAsAServerLeavesIt() throws IOException {
        byte[] used = new byte[CELL_BYTES];
        used[CELL_BYTES - 1] = 1;
        for (byte[] content : List.of(new byte[36], new byte[CELL_BYTES + 1], used)) {
            Path file = Files.write(named(".cell"), content);

            assertThat(refusal(Transport.MAPPED, file.toString()))
                    .isEqualTo("file to be mapped must be of 8192 bytes that nobody has written to: file=" + file);

            assertThat(file).hasBinaryContent(content);
        }
    }

    /** Root owns what is in /etc; whoever else runs this test does not, and root can give a file away. */
    @Test
    void shouldKnowTheFileOfAnotherUser() throws IOException {
        Path own = Files.write(named(".cell"), new byte[CELL_BYTES]);
        Path theirs = Path.of("/etc/passwd");
        if (OfferedPath.isOwn(theirs, TEMPORARY)) {
            theirs = Files.write(named(".cell"), new byte[CELL_BYTES]);
            Files.setAttribute(theirs, "unix:uid", 65_534);
            shouldNotAccept(Transport.MAPPED, theirs);
        }

        assertThat(OfferedPath.isOwn(own, TEMPORARY)).isTrue();
        assertThat(OfferedPath.isOwn(theirs, TEMPORARY)).isFalse();
    }

    @Test
    void shouldSayThatThereIsNoSuchFile() throws IOException {
        Path missing = named(".cell");
        assertThat(refusal(Transport.MAPPED, missing.toString()))
                .isEqualTo("SERVER must be on this machine for this transport: there is no " + missing);
        Path socket = named("").resolve("socket");
        assertThat(refusal(Transport.UNIX, socket.toString()))
                .isEqualTo("SERVER must be on this machine for this transport: there is no " + socket);
    }

    @Test
    void shouldNotConnectToASocketOfAnybodyElse() throws IOException {
        Path other = made(Files.createTempDirectory(Path.of("/tmp"), "other-"));
        Path socket = made(other.resolve("socket"));
        try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listening.bind(UnixDomainSocketAddress.of(socket));
            Path folder = Files.createDirectory(named(""));
            Path link = Files.createSymbolicLink(made(folder.resolve("socket")), socket);
            Path linked = Files.createSymbolicLink(named(""), other);

            shouldNotAccept(Transport.UNIX, socket);
            shouldNotAccept(Transport.UNIX, link);
            shouldNotAccept(Transport.UNIX, linked.resolve("socket"));

            listening.configureBlocking(false);
            assertThat(listening.accept()).as("nobody has connected").isNull();
        }
    }

    @Test
    void shouldAskOnlyThisMachineForAFile() throws IOException {
        OfferedPath.requireLoopback(InetAddress.getByAddress(new byte[] {127, 0, 1, 1}), "here:7365");
        OfferedPath.requireLoopback(InetAddress.getByName("::1"), "here:7365");
        for (String address : List.of("192.0.2.1", "10.0.0.1", "0.0.0.0", "fe80::1", "2001:db8::1")) {
            assertThatExceptionOfType(PingException.class)
                    .isThrownBy(() -> OfferedPath.requireLoopback(InetAddress.getByName(address), "there:7365"))
                    .withMessage("there:7365 must be on this machine for this transport, and have a loopback address"
                            + " such as 127.0.0.1");
        }
    }
}
