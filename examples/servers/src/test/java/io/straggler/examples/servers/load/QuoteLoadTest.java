package io.straggler.examples.servers.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.examples.RecordedHarness;
import io.straggler.examples.servers.quotes.Market;
import io.straggler.examples.servers.quotes.QuoteServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class QuoteLoadTest {
    private static final int REQUESTS = 2_000;

    private final RecordedHarness harness = new RecordedHarness();

    @TempDir
    private Path folder;

    @Test
    void shouldGetTheRightPricesAndSellWhatWasOrdered() throws Exception {
        try (QuoteServer server = QuoteServer.start(folder)) {
            QuoteLoad load = new QuoteLoad(server.port());
            load.setUp(harness);
            for (int tag = 0; tag < REQUESTS; tag++) {
                load.run(tag);
            }
            for (int request = 0; request < REQUESTS; request++) {
                assertThat(harness.completed().poll(30, TimeUnit.SECONDS)).isBetween(0L, REQUESTS - 1L);
            }
            load.tearDown();

            for (int symbol = 0; symbol < Market.SYMBOLS; symbol++) {
                assertThat(server.sold(symbol)).as("symbol %d", symbol).isEqualTo(load.bought(symbol));
            }
            assertThat(Files.readAllLines(folder.resolve("trades.log"))).hasSize((REQUESTS + 8) / 9);
        }
    }
}
