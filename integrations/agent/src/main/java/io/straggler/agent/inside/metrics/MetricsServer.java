package io.straggler.agent.inside.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Answers {@code GET /metrics} on this machine's own address only. The text is made when somebody asks for it.
 *
 * <p>The thread that accepts is one of the JDK's, and a daemon if {@link #start} is called on one: then it keeps no program from ending.
 */
final class MetricsServer implements AutoCloseable {
    private static final String PATH = "/metrics";
    private static final Duration MAX_REQUEST = Duration.ofSeconds(5);
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;

    private final HttpServer server;
    private final RequestThreads threads;
    private boolean started;

    private MetricsServer(HttpServer server, RequestThreads threads) {
        this.server = server;
        this.threads = threads;
        server.setExecutor(threads);
    }

    /**
     * Takes the port; nobody is answered yet.
     *
     * @param port 0 for any that is free
     * @throws IOException if it is taken
     */
    static MetricsServer bind(int port) throws IOException {
        return bind(port, MAX_REQUEST);
    }

    /** @param maxRequest time after which a request that is not whole, or not taken in, is given up */
    static MetricsServer bind(int port, Duration maxRequest) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        return new MetricsServer(server, new RequestThreads(maxRequest));
    }

    /** Answers from now on. */
    void start(Supplier<MetricValues> metrics) {
        server.createContext("/", exchange -> answer(exchange, metrics));
        server.start();
        started = true;
    }

    private static void answer(HttpExchange exchange, Supplier<MetricValues> metrics) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                send(exchange, NOT_FOUND, "text/plain", "Metrics are at " + PATH + ".\n");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                send(exchange, NOT_ALLOWED, "text/plain", "Metrics can only be read.\n");
            } else {
                List<String> accepted = exchange.getRequestHeaders().get("Accept");
                boolean open = accepted != null && accepted.stream().anyMatch(PrometheusText::isOpen);
                send(exchange, OK, PrometheusText.contentType(open), PrometheusText.of(metrics.get(), open));
            }
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        if (!started) {
            server.start(); // One that never ran keeps its port, even when it is stopped.
        }
        server.stop(0);
        threads.close();
    }
}
