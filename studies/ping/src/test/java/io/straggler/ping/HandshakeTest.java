package io.straggler.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Somebody else on the port, or a server of another version: one line that says what is wrong. */
@Timeout(60)
class HandshakeTest {
    /** Answers each client with these bytes as soon as something has come. */
    private static ServerSocket stranger(byte[] answer) throws IOException {
        ServerSocket listening = new ServerSocket(0, 10, Pings.loopback().getAddress());
        Thread thread = new Thread(() -> {
            while (!listening.isClosed()) {
                try (Socket socket = listening.accept()) {
                    socket.getInputStream().read();
                    socket.getOutputStream().write(answer);
                    // Closed with bytes unread, the answer would be lost in a reset.
                    socket.shutdownOutput();
                    socket.getInputStream().readAllBytes();
                } catch (IOException e) {
                    // The client hung up, or the test is over.
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        return listening;
    }

    private static void shouldRefuse(byte[] answer, String message) throws IOException {
        try (ServerSocket stranger = stranger(answer)) {
            String server = "127.0.0.1:" + stranger.getLocalPort();
            for (Transport transport : Transport.values()) {
                if (transport.reach() != Transport.Reach.PROCESS) {
                    assertThatExceptionOfType(PingException.class)
                            .isThrownBy(
                                    () -> TransportConnector.client(transport, Pings.to(stranger.getLocalPort(), 64)))
                            .withMessage(server + message);
                }
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void shouldSayThatSomebodyElseIsThere() throws IOException {
        shouldRefuse(
                bytes("HTTP/1.1 400 Bad Request\r\n"),
                " must be a straggler ping server, but it answered \"HTTP/1.1\"");
        shouldRefuse(bytes("\u0001\u00ff\n"), " must be a straggler ping server, but it answered \"???\"");
        shouldRefuse(bytes(""), " must be a straggler ping server, but it closed the connection");
        shouldRefuse(bytes("STRGPING\0\0"), " must be a straggler ping server, but it broke off its answer");
    }

    @Test
    void shouldSayThatTheServerHasAnotherVersion() throws IOException {
        shouldRefuse(bytes("STRGPING\0\0\0\2\0\0\0\0\0\0"), " speaks version 2 of the ping protocol, and not 1");
    }

    @Test
    void shouldSayThatNobodyAnswers() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 10, Pings.loopback().getAddress())) {
            assertThatExceptionOfType(PingException.class)
                    .isThrownBy(
                            () -> TransportConnector.client(Transport.TCP_SPIN, Pings.to(silent.getLocalPort(), 64)))
                    .withMessage("127.0.0.1:" + silent.getLocalPort()
                            + " must be a straggler ping server, but it did not answer in 10 s");
        }
    }

    @Test
    void shouldSayThatNobodyIsThere() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, Pings.loopback().getAddress())) {
            free = socket.getLocalPort();
        }
        assertThatExceptionOfType(PingException.class)
                .isThrownBy(() -> TransportConnector.client(Transport.UDP, Pings.to(free, 64)))
                .withMessage("no ping server at 127.0.0.1:" + free + ": Connection refused");
        assertThatExceptionOfType(PingException.class)
                .isThrownBy(() -> TransportConnector.client(
                        Transport.UDP, new PingOptions("no such host", 1, 64, 1_000, OptionalInt.empty())))
                .withMessage("no ping server at no such host:1: the host is not known");
    }

    @Test
    void shouldTellAClientOfAnotherVersionWhichOneItSpeaks() throws IOException {
        try (PingServer server = Pings.server();
                SocketChannel channel = SocketChannel.open(server.address())) {
            Handshake.ask(channel, 2, new Handshake.Request(Transport.TCP_SPIN, 64, 0));

            assertThatExceptionOfType(PingException.class)
                    .isThrownBy(() -> Handshake.readAnswer(channel, "it"))
                    .withMessage("it refused: the server speaks version 1 of the ping protocol, and not 2");
        }
    }

    @Test
    void shouldRefuseATransportThatNeedsNoServer() throws IOException {
        try (PingServer server = Pings.server();
                SocketChannel channel = SocketChannel.open(server.address())) {
            Handshake.ask(channel, new Handshake.Request(Transport.THREAD, 64, 0));

            assertThatExceptionOfType(PingException.class)
                    .isThrownBy(() -> Handshake.readAnswer(channel, "it"))
                    .withMessage("it refused: the server does not know this transport: transport=thread");
        }
    }

    @Test
    void shouldSayThatThePortIsInUse() throws IOException {
        try (PingServer server = Pings.server()) {
            InetSocketAddress taken = server.address();
            assertThatExceptionOfType(PingException.class)
                    .isThrownBy(() -> PingServer.listen(taken, OptionalInt.empty(), line -> {}))
                    .withMessage("cannot listen on " + taken.getHostString() + ":" + taken.getPort()
                            + ": Address already in use");
        }
    }

    @Test
    void shouldTravelToTheMeasuredJvmAsProperties() {
        PingOptions options = new PingOptions("10.0.0.1", 1234, 99, 777, OptionalInt.of(3));
        for (String argument : options.jvmArguments()) {
            System.setProperty(
                    argument.substring(2, argument.indexOf('=')), argument.substring(argument.indexOf('=') + 1));
        }
        try {
            assertThat(PingOptions.ofThisJvm()).isEqualTo(options);
        } finally {
            options.jvmArguments().forEach(one -> System.clearProperty(one.substring(2, one.indexOf('='))));
        }
        assertThat(PingOptions.ofThisJvm().partnerCpu()).isEmpty();
    }
}
