package io.straggler.examples.servers.load;

import io.straggler.examples.servers.quotes.Market;
import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Requests to a quote server, one in nine a trade, over eight connections in turn. One that fails ends the run. */
public final class QuoteLoad implements AsyncTask {
    private static final int CONNECTIONS = 8;
    private static final int REQUESTS_PER_TRADE = 9;

    private final int port;
    private final Market market = new Market();
    private final Random random = new Random(1);
    private final List<QuoteConnection> connections = new ArrayList<>();
    private final long[] bought = new long[Market.SYMBOLS];
    private long requests;

    /** For the server whose port is the property {@code server}. */
    public QuoteLoad() {
        this(Integer.parseInt(Target.given()));
    }

    public QuoteLoad(int port) {
        this.port = port;
    }

    @Override
    public void setUp(Harness harness) throws IOException {
        for (int i = 0; i < CONNECTIONS; i++) {
            connections.add(QuoteConnection.open(port, harness));
        }
    }

    @Override
    public void run(long intendedNs) throws IOException {
        int symbol = random.nextInt(Market.SYMBOLS);
        int quantity = 1 + random.nextInt(Market.MOST);
        boolean trade = requests % REQUESTS_PER_TRADE == 0;
        if (trade) {
            bought[symbol] += quantity;
        }
        connections
                .get((int) (requests++ % CONNECTIONS))
                .send(
                        intendedNs,
                        (trade ? "trade " : "quote ") + symbol + " " + quantity,
                        market.costCents(symbol, quantity));
    }

    /** How much was ordered of a symbol. */
    long bought(int symbol) {
        return bought[symbol];
    }

    @Override
    public void tearDown() throws IOException {
        for (QuoteConnection connection : connections) {
            connection.close();
        }
    }
}
