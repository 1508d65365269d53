package io.straggler.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.cli.attach.AttachSocket.Reply;
import io.straggler.cli.option.UsageException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AttachSocketTest {
    @TempDir
    private Path folder;

    private Process jvm;
    private AttachSocket socket;
    private Path file;

    @BeforeEach
    void start() throws Exception {
        jvm = AttachCommandTest.sleepingJvm("-Dits.name=a\\b\u00e9");
        socket = new AttachSocket(jvm.pid());
        file = Path.of(socket.path());
    }

    @AfterEach
    void end() throws Exception {
        jvm.destroyForcibly().waitFor();
        Files.deleteIfExists(file);
    }

    private void bindAndLeave(Path path) throws Exception {
        try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(path));
        }
    }

    @Test
    void shouldAskAJvm() throws Exception {
        assertThat(file).doesNotExist();
        SocketConnection connection = new SocketConnection(socket);
        assertThat(connection.properties().getProperty("its.name")).isEqualTo("a\\b\u00e9");
        assertThat(Files.exists(Path.of("/tmp/.attach_pid" + jvm.pid()), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
        // With a socket, nothing has to be asked for.
        assertThat(connection.properties()).containsKey("java.specification.version");
        assertThat(connection.load(folder + "/no.jar", "x")).contains("it cannot read the agent's jar");
        assertThat(socket.execute("nonsense").code()).isNotZero();
    }

    /** Dead sockets are left when somebody cleans /tmp, or when a JVM was killed whose number the next one got. */
    @Test
    void shouldHaveAMissingOrDeadSocketMadeAgain() throws Exception {
        bindAndLeave(file);
        assertThat(socket.execute("properties").code()).isZero();
        Files.delete(file);
        assertThat(socket.execute("properties").code()).isZero();
    }

    @Test
    void shouldFollowNoLinkToASocket() throws Exception {
        Path other = folder.resolve("socket");
        try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listening.bind(UnixDomainSocketAddress.of(other));
            Files.createSymbolicLink(file, other);
            assertThatThrownBy(() -> socket.execute("properties"))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("Process " + jvm.pid() + " does not listen at its " + file
                            + ", which is no socket of its user: delete that file, and attach again.");
            listening.configureBlocking(false);
            assertThat(listening.accept()).isNull();
        }
        assertThat(file).isSymbolicLink();
    }

    /** A process without a handler would be ended by the signal. */
    @Test
    void shouldNotEndAProcessThatDoesNotListen() throws Exception {
        Process shell = new ProcessBuilder("sleep", "600").start();
        try {
            assertThatThrownBy(() -> new AttachSocket(shell.pid()).execute("properties"))
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith(
                            "Process " + shell.pid() + " does not let anybody attach: it is still starting");
            assertThat(shell.isAlive()).isTrue();
        } finally {
            shell.destroyForcibly().waitFor();
        }
    }

    @Test
    void shouldSayWhatAJvmRefuses() {
        assertThat(SocketConnection.refusal(new Reply(0, "return code: 0\n"))).isEmpty();
        assertThat(SocketConnection.refusal(new Reply(0, "0\n"))).isEmpty();
        assertThat(SocketConnection.refusal(new Reply(0, "return code: 102\n"))).contains("the agent failed to start");
        assertThat(SocketConnection.refusal(new Reply(0, "return code: -4"))).contains("error -4");
        assertThat(SocketConnection.refusal(new Reply(0, "libinstrument was not loaded.\nmore")))
                .contains("libinstrument was not loaded.");
        assertThat(SocketConnection.refusal(new Reply(0, ""))).contains("error 0");
        assertThat(SocketConnection.refusal(new Reply(1, "Dynamic agent loading is not enabled.\n")))
                .contains("Dynamic agent loading is not enabled.");
    }
}
