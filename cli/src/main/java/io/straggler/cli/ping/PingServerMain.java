package io.straggler.cli.ping;

import io.straggler.cli.fork.ForkMain;
import io.straggler.cli.option.ExitCode;
import io.straggler.ping.PingServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.OptionalInt;

/**
 * The main class of a ping server that {@code straggler ping} starts for itself: it listens on the loopback address, says on which port, and
 * ends when its standard input does, as it will however its parent ends.
 */
public final class PingServerMain {
    /** Line that the parent waits for; the port follows. */
    static final String LISTENING = "listening on port ";

    private PingServerMain() {}

    public static void main(String[] args) throws IOException {
        // The terminal sends Ctrl-C to all; the pings shall end first.
        ForkMain.ignoreInterrupts();
        OptionalInt cpu = args.length > 0 ? OptionalInt.of(Integer.parseInt(args[0])) : OptionalInt.empty();
        PingServer server =
                PingServer.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), cpu, line -> {});
        System.out.println(LISTENING + server.address().getPort());
        System.out.flush();
        while (System.in.read() >= 0) {
            // Nothing is ever sent.
        }
        Runtime.getRuntime().halt(ExitCode.OK);
    }
}
