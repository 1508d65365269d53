package io.straggler.ping;

import io.straggler.harness.HarnessOptions;
import io.straggler.harness.HarnessResult;
import io.straggler.harness.PacedRun;
import io.straggler.harness.Task;
import io.straggler.harness.Watchdog;
import io.straggler.model.OverheadCheck;
import io.straggler.model.RunListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/** Pings as tests need them. */
final class Pings {
    static final double PER_SECOND = 2_000;

    /** So that a busy machine makes no datagram count as lost that is only late. */
    private static final long PATIENT_MS = 20_000;

    private Pings() {}

    static PingServer server(UnaryOperator<MessageChannel> fault) throws IOException {
        return PingServer.listen(loopback(), OptionalInt.empty(), line -> {}, fault);
    }

    static PingServer server() throws IOException {
        return server(UnaryOperator.identity());
    }

    static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    static PingOptions to(int port, int bytes) {
        return new PingOptions("127.0.0.1", port, bytes, (long) (1e9 / PER_SECOND), OptionalInt.empty());
    }

    static PingOptions to(PingServer server, int bytes) throws IOException {
        return to(server.address().getPort(), bytes);
    }

    static Task task(Transport transport, PingOptions options) {
        return switch (transport) {
            case EMPTY -> new EmptyPing();
            case THREAD -> new ThreadPing(options);
            case UDP -> udp(options, PATIENT_MS);
            default -> new ServerPing(transport, options);
        };
    }

    /** One that does not lose hope while a busy machine lets it wait. */
    static UdpPing udp(PingOptions options, long lostAfterMs) {
        return new UdpPing(options, lostAfterMs, 3 * PATIENT_MS, System::nanoTime);
    }

    /** So many pings under the harness, without a warm-up. */
    static HarnessResult run(Task task, long count) {
        return run(task, count, PER_SECOND);
    }

    /** The same at another rate. */
    static HarnessResult run(Task task, long count, double perSecond) {
        HarnessOptions options = new Unsampled()
                .rate(perSecond)
                .warmUp(Duration.ZERO)
                .count(count)
                .threshold("1h")
                .timeout(Duration.ofSeconds(60))
                .build();
        return new PacedRun(task, options, new RunListener() {}).execute();
    }

    private static final class Unsampled extends HarnessOptions.Builder<Unsampled> {
        HarnessOptions build() {
            return build(Watchdog.ON, OverheadCheck.NONE, 0);
        }
    }

    /** A channel that does something else with what is to be sent. */
    abstract static class Faulty implements MessageChannel {
        private final MessageChannel channel;

        Faulty(MessageChannel channel) {
            this.channel = channel;
        }

        @Override
        public void send(long number) throws IOException {
            channel.send(number);
        }

        @Override
        public final long receive() throws IOException {
            return channel.receive();
        }

        @Override
        public final void close() throws IOException {
            channel.close();
        }
    }
}
