package io.straggler.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.straggler.harness.HarnessResult;
import io.straggler.harness.Task;
import io.straggler.model.RunStatus;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Every transport against a real server on the loopback address. No figure is asserted: the machine may be busy. */
@Timeout(120)
class TransportTest {
    private static final int COUNT = 200;
    private static final long LOST_AFTER_MS = 3_000;

    @ParameterizedTest
    @EnumSource
    void shouldBringBackEveryPing(Transport transport) throws IOException {
        AtomicLong echoed = new AtomicLong();
        try (PingServer server = Pings.server(channel -> new Pings.Faulty(channel) {
            @Override
            public void send(long number) throws IOException {
                echoed.set(number);
                super.send(number);
            }
        })) {
            HarnessResult result = Pings.run(Pings.task(transport, Pings.to(server, 64)), COUNT);

            assertThat(result.status()).as(result.reason()).isNotEqualTo(RunStatus.FAILED);
            assertThat(result.runs().get(0).iterations()).isEqualTo(COUNT);
            assertThat(result.runs().get(0).uncompleted()).isZero();
            assertThat(result.runs().get(0).strayCompletions()).isZero();
            assertThat(echoed).hasValue(transport.reach() == Transport.Reach.PROCESS ? 0 : COUNT);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"EMPTY", "THREAD"})
    void shouldCarryTheShortestMessageAndALongOne(Transport transport) throws IOException {
        for (int bytes : new int[] {8, 50_000}) {
            try (PingServer server = Pings.server()) {
                PingOptions options = Pings.to(server, bytes);
                // Long datagrams fill a socket's buffer soon, and what does not fit is lost for good.
                boolean lossy = transport == Transport.UDP && bytes > 8;
                Task task = lossy ? Pings.udp(options, LOST_AFTER_MS) : Pings.task(transport, options);
                HarnessResult result = Pings.run(task, 20);

                assertThat(result.status()).as(result.reason()).isNotEqualTo(RunStatus.FAILED);
                assertThat(result.runs().get(0).iterations()).isBetween(lossy ? 1L : 20L, 20L);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"EMPTY", "THREAD", "UDP"})
    void shouldFailOnAnEchoOfSomethingElse(Transport transport) throws IOException {
        try (PingServer server = Pings.server(channel -> new Pings.Faulty(channel) {
            @Override
            public void send(long number) throws IOException {
                super.send(number == 7 ? 77 : number);
            }
        })) {
            HarnessResult result = Pings.run(Pings.task(transport, Pings.to(server, 64)), COUNT);

            assertThat(result.status()).isEqualTo(RunStatus.FAILED);
            assertThat(result.reason())
                    .startsWith(
                            "iteration 7 threw io.straggler.ping.PingException: the echo must carry the number that was"
                                    + " sent: sent=7 echo=77 (at ");
            assertThat(result.runs().get(0).iterations()).isEqualTo(6);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"EMPTY", "THREAD"})
    void shouldKeepWhatWasMeasuredWhenTheServerGoesAway(Transport transport) throws IOException {
        try (PingServer server = Pings.server(channel -> new Pings.Faulty(channel) {
            @Override
            public void send(long number) throws IOException {
                if (number == 50) {
                    throw new EOFException("test");
                }
                super.send(number);
            }
        })) {
            HarnessResult result = Pings.run(Pings.task(transport, Pings.to(server, 64)), COUNT);

            assertThat(result.status()).isEqualTo(RunStatus.FAILED);
            assertThat(result.reason()).contains("threw java.io.");
            // The refusal of a datagram overtakes the echoes that nobody has read yet.
            assertThat(result.runs().get(0).iterations()).isBetween(transport == Transport.UDP ? 1L : 49L, 49L);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MAPPED", "UNIX"})
    void shouldLeaveNothingOnDiskWhileItRuns(Transport transport) throws IOException {
        try (PingServer server = Pings.server();
                SocketChannel control = SocketChannel.open(server.address())) {
            Handshake.ask(control, new Handshake.Request(transport, 64, 0));
            Path path = Path.of(Handshake.readAnswer(control, "the server"));
            assertThat(path).exists();
            try (MessageChannel channel = transport == Transport.MAPPED
                    ? MappedCell.client(path, control, 64)
                    : new StreamChannel(
                            SocketChannel.open(java.net.UnixDomainSocketAddress.of(path)),
                            64,
                            StreamChannel.Waiting.SPIN)) {
                if (transport == Transport.MAPPED) {
                    control.configureBlocking(true);
                    Handshake.ready(control);
                    control.configureBlocking(false);
                }
                channel.send(1);
                assertThat(channel.receive()).isEqualTo(1);
                assertThat(path).doesNotExist();
                assertThat(Files.exists(path.getParent())).isEqualTo(transport == Transport.MAPPED);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 65_508})
    void shouldRefuseMessagesThatItCannotCarry(int bytes) throws IOException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Transport.UDP.requireSize(bytes))
                .withMessage("message size must be from 8 to 65507 bytes over udp: size=" + bytes);
        try (PingServer server = Pings.server()) {
            HarnessResult result = Pings.run(Pings.task(Transport.UDP, Pings.to(server, bytes)), 1);

            assertThat(result.reason())
                    .contains("127.0.0.1:" + server.address().getPort()
                            + " refused: message size must be from 8 to 65507 bytes over udp: size=" + bytes);
        }
    }

    @Test
    void shouldServeTheNextClientWhenOneBreaksTheRules() throws IOException {
        try (PingServer server = Pings.server()) {
            try (SocketChannel rude = SocketChannel.open(
                    new InetSocketAddress("127.0.0.1", server.address().getPort()))) {
                rude.write(ByteBuffer.wrap("GET / HTTP/1.1\r\n\r\n".getBytes()));
                assertThat(rude.read(ByteBuffer.allocate(10))).as("it hangs up").isLessThanOrEqualTo(0);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("reset");
            }
            assertThat(Pings.run(Pings.task(Transport.TCP_BLOCK, Pings.to(server, 64)), 5)
                            .runs()
                            .get(0)
                            .iterations())
                    .isEqualTo(5);
        }
    }
}
