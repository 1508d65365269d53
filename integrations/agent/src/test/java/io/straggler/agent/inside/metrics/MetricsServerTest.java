package io.straggler.agent.inside.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MetricsServerTest {
    private static HttpResponse<String> ask(int port, String path, String method)
            throws IOException, InterruptedException {
        return ask(port, path, method, "*/*");
    }

    private static HttpResponse<String> ask(int port, String path, String method, String accept)
            throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                                .header("Accept", accept)
                                .method(method, HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void shouldMakeTheTextWhenSomebodyAsks() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (MetricsServer server = MetricsServer.bind(0)) {
            server.start(() -> MetricValuesOfTests.of(asked.incrementAndGet(), Map.of()));
            assertThat(asked).hasValue(0);

            HttpResponse<String> answer = ask(server.port(), "/metrics", "GET");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .hasValue("text/plain; version=0.0.4; charset=utf-8");
            assertThat(answer.body()).contains("straggler_call_seconds_count{iterations=\"jdbc\"} 1\n");
            HttpResponse<String> open = ask(
                    server.port(), "/metrics", "GET", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
            assertThat(open.headers().firstValue("Content-Type"))
                    .hasValue("application/openmetrics-text; version=1.0.0; charset=utf-8");
            assertThat(open.body())
                    .contains("straggler_call_seconds_count{iterations=\"jdbc\"} 2\n")
                    .endsWith("# EOF\n");
            assertThat(ask(server.port(), "/", "GET").statusCode()).isEqualTo(404);
            assertThat(ask(server.port(), "/metrics", "POST").statusCode()).isEqualTo(405);
            assertThat(asked).hasValue(2);
        }
    }

    @Test
    void shouldRefuseAPortThatIsTakenAndGiveItsOwnBack() throws Exception {
        int port;
        try (MetricsServer server = MetricsServer.bind(0)) {
            port = server.port();
            assertThatThrownBy(() -> Metrics.open(OptionalInt.of(server.port())))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Port " + server.port()
                            + " cannot be had for metrics: Address already in use. Name another one.");
        }
        assertThatThrownBy(() -> ask(port, "/metrics", "GET")).isInstanceOf(ConnectException.class);
        try (MetricsServer server = MetricsServer.bind(port)) {
            assertThat(server.port()).isEqualTo(port);
        }
    }

    private static Socket halfARequest(int port) throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
        client.getOutputStream().write("GET /metrics HTTP/1.1\r\nHost:".getBytes(StandardCharsets.US_ASCII));
        return client;
    }

    @Test
    void shouldAnswerWhileOthersHaveSentHalfARequest() throws Exception {
        try (MetricsServer server = MetricsServer.bind(0, Duration.ofDays(1))) {
            server.start(() -> MetricValuesOfTests.of(1, Map.of()));
            try (Socket one = halfARequest(server.port());
                    Socket two = halfARequest(server.port());
                    Socket three = halfARequest(server.port())) {
                for (int i = 0; i < 3; i++) {
                    assertThat(ask(server.port(), "/metrics", "GET").statusCode())
                            .isEqualTo(200);
                }
                assertThat(one.isConnected() && two.isConnected() && three.isConnected())
                        .isTrue();
            }
        }
    }

    @Test
    void shouldGiveUpRequestsThatTakeTooLong() throws Exception {
        try (MetricsServer server = MetricsServer.bind(0, Duration.ofMillis(20))) {
            server.start(() -> MetricValuesOfTests.of(1, Map.of()));
            List<Socket> clients = new ArrayList<>();
            for (int i = 0; i < 3 * RequestThreads.MAX_THREADS; i++) {
                clients.add(halfARequest(server.port()));
            }
            for (Socket client : clients) {
                try (client) {
                    assertThat(client.getInputStream().read())
                            .as("the end of the connection")
                            .isEqualTo(-1);
                }
            }
        }
    }
}
