package io.straggler.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ExecutionPublisherTest {
    private static final ExecutionReport REPORT =
            new ExecutionReport(7, "O7", ExecutionReport.Status.FILLED, 100, 10_050, 0, "");

    @Test
    void shouldReturnWhenTheEchoIsBack() throws IOException {
        EchoPeer peer = EchoPeer.listen();
        try (peer;
                ExecutionPublisher publisher = ExecutionPublisher.connect(peer.address())) {
            for (int i = 0; i < 500; i++) {
                publisher.publish(List.of(REPORT));
            }
        }
        assertThat(peer.thread().isAlive()).isFalse();
    }

    @Test
    void shouldSendMoreThanOneBatchHolds() throws IOException {
        try (EchoPeer peer = EchoPeer.listen();
                ExecutionPublisher publisher = ExecutionPublisher.connect(peer.address())) {
            publisher.publish(Collections.nCopies(5_000, REPORT));
            publisher.publish(List.of(REPORT));
        }
    }

    @Test
    void shouldEndThePeerThatNobodyConnectedTo() throws IOException {
        EchoPeer peer = EchoPeer.listen();

        peer.close();

        assertThat(peer.thread().isAlive()).isFalse();
    }

    @Test
    void shouldSayThatThePeerClosed() throws Exception {
        try (ServerSocketChannel server = loopback();
                ExecutionPublisher publisher = ExecutionPublisher.connect(server.getLocalAddress());
                SocketChannel connection = server.accept()) {
            // Half closed: the peer will read, and never answer.
            connection.shutdownOutput();

            assertThatThrownBy(() -> publisher.publish(List.of(REPORT)))
                    .isInstanceOf(EOFException.class)
                    .hasMessage("the peer closed the connection before it had echoed everything: missingBytes=25");
        }
    }

    @Test
    void shouldRefuseAnEchoOfSomethingElse() throws Exception {
        try (ServerSocketChannel server = loopback();
                ExecutionPublisher publisher = ExecutionPublisher.connect(server.getLocalAddress());
                SocketChannel connection = server.accept()) {
            connection.write(ByteBuffer.allocate(25));

            assertThatThrownBy(() -> publisher.publish(List.of(REPORT)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the echo must be what was sent: differs at offset=1");
        }
    }

    @Test
    void shouldFrameAReportByItsLength() {
        ByteBuffer frames = ByteBuffer.allocate(2 * ReportWriter.LONGEST_FRAME);
        ReportWriter writer = new ReportWriter();

        writer.append(REPORT, frames);
        writer.append(ExecutionReport.rejected("O8", RejectReason.UNREADABLE, "x".repeat(1_000)), frames);

        frames.flip();
        assertThat(payload(frames)).isEqualTo("8|1|7|O7|2|100|10050|0|");
        assertThat(payload(frames))
                .startsWith("8|2|0|O8|8|0|0|0|UNREADABLE (xxx")
                .hasSize(400);
        assertThat(frames.hasRemaining()).isFalse();
    }

    private static String payload(ByteBuffer frames) {
        byte[] payload = new byte[frames.getShort()];
        frames.get(payload);
        return new String(payload, StandardCharsets.US_ASCII);
    }

    private static ServerSocketChannel loopback() throws IOException {
        return ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }
}
