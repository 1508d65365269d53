package io.straggler.examples.servers.quotes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class QuoteServerTest {
    @TempDir
    private Path folder;

    @Test
    void shouldAnswerInOrderAndRefuseWhatIsNoRequest() throws Exception {
        Market market = new Market();
        try (QuoteServer server = QuoteServer.start(folder);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                BufferedReader answers =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            socket.getOutputStream()
                    .write("1 quote 3 10\n2 sell 3 10\n3 trade 3 10\n4 quote 100 1\n-5 quote 3 10001\n"
                            .getBytes(StandardCharsets.US_ASCII));

            assertThat(answers.readLine()).isEqualTo("1 " + market.costCents(3, 10));
            assertThat(answers.readLine())
                    .isEqualTo("refused: request must be ID quote|trade SYMBOL QUANTITY: line=2 sell 3 10");
            assertThat(answers.readLine()).isEqualTo("3 " + market.costCents(3, 10));
            assertThat(answers.readLine()).startsWith("refused: symbol must be below 100 ");
            assertThat(answers.readLine()).endsWith(": symbol=3 quantity=10001");
            assertThat(server.sold(3)).isEqualTo(10);
        }
    }

    @Test
    void shouldTakeTheCheapestFirst() {
        Market market = new Market();
        for (int symbol = 0; symbol < 3; symbol++) {
            long before = market.costCents(symbol, 1);
            for (int quantity = 2; quantity <= Market.MOST; quantity++) {
                long next = market.costCents(symbol, quantity) - market.costCents(symbol, quantity - 1);
                assertThat(next).isGreaterThanOrEqualTo(before);
                before = next;
            }
        }
    }

    /** Of independent losses with a standard deviation each, 1% are above 2.326 standard deviations of their sum. */
    @Test
    void shouldComeNearToWhatTheNormalDistributionSays() {
        Positions positions = new Positions();
        double variance = 0;
        for (int symbol = 0; symbol < Market.SYMBOLS; symbol++) {
            positions.add(symbol, 1, 1_000L * (symbol + 1));
            variance += Math.pow(0.02 * 1_000 * (symbol + 1), 2);
        }
        double expected = 2.326 * Math.sqrt(variance);

        assertThat((double) positions.valueAtRisk(new Random(1))).isBetween(0.93 * expected, 1.07 * expected);
    }
}
