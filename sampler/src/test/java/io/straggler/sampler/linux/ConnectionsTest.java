package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionsTest {
    private static final String TITLE =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";

    @TempDir
    private Path process;

    private static String line(String own, String other, String state, int inode) {
        return "   0: " + own + " " + other + " " + state + " 00000000:00000000 00:00000000 00000000     0        0 "
                + inode + " 1 00000000975eed4e 20 4 30 10 -1\n";
    }

    private Set<Map.Entry<String, String>> of(String table, int... open) throws IOException {
        Files.createDirectories(process.resolve("net"));
        Files.createDirectories(process.resolve("fd"));
        Files.writeString(process.resolve("net/tcp"), TITLE + table);
        for (int inode : open) {
            Files.createSymbolicLink(process.resolve("fd/" + inode), Path.of("socket:[" + inode + "]"));
        }
        Files.createSymbolicLink(process.resolve("fd/0"), Path.of("pipe:[77]"));
        return Connections.of(process);
    }

    @Test
    void shouldFindBothEndsOfItsOwnConnectionsOnly() throws IOException {
        String table = line("0100007F:1F90", "00000000:0000", "0A", 1)
                + line("0100007F:1F90", "0100007F:C350", "01", 2)
                + line("0100007F:C350", "0100007F:1F90", "01", 3)
                + line("0100007F:1F90", "0100007F:C351", "01", 4)
                + line("0100007F:C351", "0100007F:1F90", "01", 5)
                + line("0100007F:1F90", "0100007F:C352", "06", 6)
                + line("0100007F:C352", "0100007F:1F90", "06", 7)
                + line("0100007F:C353", "08080808:01BB", "01", 8);

        // The client of 4 is another process; 6 and 7 are closing; 8 leads elsewhere.
        assertThat(of(table, 1, 2, 3, 4, 6, 7, 8))
                .containsExactlyInAnyOrder(
                        Map.entry("127.0.0.1:8080", "127.0.0.1:50000"), Map.entry("127.0.0.1:50000", "127.0.0.1:8080"));
    }

    @Test
    void shouldFindAllClientsOfItsOwnServer() throws IOException {
        String table = line("0100007F:1F90", "0100007F:C350", "01", 2)
                + line("0100007F:C350", "0100007F:1F90", "01", 3)
                + line("0100007F:1F90", "0100007F:C351", "01", 4)
                + line("0100007F:C351", "0100007F:1F90", "01", 5);

        assertThat(of(table, 2, 3, 4, 5))
                .containsExactlyInAnyOrder(
                        Map.entry("127.0.0.1:8080", "127.0.0.1:50000"),
                        Map.entry("127.0.0.1:50000", "127.0.0.1:8080"),
                        Map.entry("127.0.0.1:8080", "127.0.0.1:50001"),
                        Map.entry("127.0.0.1:50001", "127.0.0.1:8080"));
    }

    @Test
    void shouldWriteAddressesAsJavaDoes() {
        assertThat(Connections.end("0100007F:0050")).isEqualTo("127.0.0.1:80");
        assertThat(Connections.end("00000000000000000000000001000000:FFFF")).isEqualTo("0:0:0:0:0:0:0:1:65535");
        assertThat(Connections.end("0000000000000000FFFF00000100007F:0050")).isEqualTo("127.0.0.1:80");
    }

    @Test
    void shouldFindAConnectionOfThisProcess() throws IOException {
        try (ServerSocketChannel server =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel client = SocketChannel.open(server.getLocalAddress());
                SocketChannel accepted = server.accept()) {
            assertThat(Connections.withinProcess())
                    .contains(Map.entry(end(client), end(accepted)), Map.entry(end(accepted), end(client)));
        }
    }

    private static String end(SocketChannel channel) throws IOException {
        InetSocketAddress address = (InetSocketAddress) channel.getLocalAddress();
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
