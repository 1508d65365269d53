package io.straggler.examples.servers.load;

import io.straggler.examples.servers.shop.Catalogue;
import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Requests to a shop over connections that are kept: half of them place orders, half look one up, and once in a while somebody wants
 * to see the stock. One that fails ends the run.
 */
public final class ShopLoad implements AsyncTask {
    private static final int REQUESTS_PER_STOCK_REPORT = 100;

    private final URI server;
    private final Catalogue catalogue;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Random random = new Random(1);
    private final AtomicLong placed = new AtomicLong();
    private Harness harness;
    private long requests;
    private volatile Throwable failed;

    /** Creates the load for the shop that the property {@code server} names. */
    public ShopLoad() {
        this(URI.create(Target.given()), Catalogue.WHOLE);
    }

    public ShopLoad(URI server, Catalogue catalogue) {
        this.server = server;
        this.catalogue = catalogue;
    }

    @Override
    public void setUp(Harness given) {
        harness = given;
    }

    @Override
    public void run(long intendedNs) throws IOException {
        check();
        long request = requests++;
        if (request % REQUESTS_PER_STOCK_REPORT == 0) {
            send(get("/stock/" + random.nextInt(catalogue.categories())), 200, intendedNs);
        } else if (request % 2 == 0) {
            send(get("/orders/" + (1 + random.nextInt(catalogue.pastOrders()))), 200, intendedNs);
        } else {
            send(order(), 201, intendedNs);
        }
    }

    private HttpRequest get(String path) {
        return HttpRequest.newBuilder(server.resolve(path)).build();
    }

    private HttpRequest order() {
        String query = "product=" + random.nextInt(catalogue.products()) + "&group="
                + random.nextInt(catalogue.groups()) + "&quantity=" + (1 + random.nextInt(3));
        return HttpRequest.newBuilder(server.resolve("/orders?" + query))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
    }

    private void send(HttpRequest request, int expectedStatus, long intendedNs) {
        client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).whenComplete((response, thrown) -> {
            if (thrown != null) {
                failed = thrown;
            } else if (response.statusCode() != expectedStatus) {
                failed = new IOException(request.method() + " " + request.uri() + " was answered with "
                        + response.statusCode() + ": " + response.body());
            } else {
                placed.addAndGet(expectedStatus == 201 ? 1 : 0);
                harness.complete(intendedNs);
            }
        });
    }

    /** Throws what has made a request fail. */
    private void check() throws IOException {
        Throwable thrown = failed;
        if (thrown != null) {
            throw new IOException("every request must be answered: " + thrown.getMessage(), thrown);
        }
    }

    /** Orders that were answered. */
    long placed() {
        return placed.get();
    }
}
