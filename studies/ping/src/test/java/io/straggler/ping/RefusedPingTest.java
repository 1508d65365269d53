package io.straggler.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers in processes of their own, since a JVM decides once where its temporary files are. */
@Timeout(60)
class RefusedPingTest {
    @TempDir
    private Path scratch;

    /** The process of a server, which ends when its standard input does. */
    private static final class Serving {
        public static void main(String[] args) throws IOException {
            PingServer server = PingServer.listen(Pings.loopback(), OptionalInt.empty(), line -> {});
            System.out.println(server.address().getPort());
            while (System.in.read() >= 0) {
                // Nothing is ever sent.
            }
            System.exit(0);
        }
    }

    private interface Check {
        void check(PingOptions options) throws IOException;
    }

    private static void withServer(Path temporary, Check check) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Serving.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            check.check(Pings.to(Integer.parseInt(process.inputReader().readLine()), 64));
        } finally {
            process.getOutputStream().close();
            process.waitFor();
        }
    }

    @Test
    void shouldSayWhyTheServerCannotServe() throws Exception {
        withServer(
                scratch.resolve("missing"),
                options -> assertThatExceptionOfType(PingException.class)
                        .isThrownBy(() -> PingTasks.requireServer(Transport.UNIX, options))
                        .withMessageStartingWith("127.0.0.1:" + options.port()
                                + " refused: the server cannot open its end of unix: java.nio.file.NoSuchFileException: "
                                + scratch
                                + "/missing/"));
    }

    @Test
    void shouldSayWhyTheServerCannotServeInAsManyWordsAsFit() throws Exception {
        Path missing = scratch;
        for (int i = 0; i < 10; i++) {
            missing = missing.resolve("ü".repeat(120));
        }
        withServer(
                missing,
                options -> assertThatExceptionOfType(PingException.class)
                        .isThrownBy(() -> PingTasks.requireServer(Transport.UNIX, options))
                        .withMessageContaining(" refused: the server cannot open its end of unix: "));
    }

    @Test
    void shouldServeUnixSocketsWhereThePathOfTemporaryFilesIsTooLongForThem() throws Exception {
        Path deep = Files.createDirectories(scratch.resolve("f".repeat(120)));
        withServer(deep, options -> {
            // With an answer, the server has left nothing on disk.
            try (MessageChannel channel = TransportConnector.client(Transport.UNIX, options)) {
                channel.send(1);
                assertThat(channel.receive()).isEqualTo(1);
            }
        });
        assertThat(deep).isEmptyDirectory();
    }
}
