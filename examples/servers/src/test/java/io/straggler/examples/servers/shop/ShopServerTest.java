package io.straggler.examples.servers.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ShopServerTest {
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private String ask(ShopServer shop, String method, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(shop.address().resolve(path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + (response.statusCode() < 400 ? " " + response.body() : "");
    }

    @Test
    void shouldKeepOrdersAndTheirStock() throws Exception {
        // Products 1 and 3 are in category 1, and were ordered twice each before.
        try (ShopServer shop = ShopServer.start(folder, new Catalogue(4, 2, 3, 8))) {
            assertThat(ask(shop, "POST", "/orders?product=3&group=2&quantity=5"))
                    .isEqualTo("201 9");
            assertThat(ask(shop, "GET", "/orders/9")).isEqualTo("200 9 3 5 195");
            assertThat(ask(shop, "GET", "/stock/1")).isEqualTo("200 1 1000000 2\n3 999995 7\n");

            assertThat(ask(shop, "GET", "/orders/10")).isEqualTo("404");
            assertThat(ask(shop, "GET", "/order")).isEqualTo("404");
            assertThat(ask(shop, "POST", "/orders?product=4&group=2&quantity=5"))
                    .isEqualTo("404");
            assertThat(ask(shop, "POST", "/orders?product=3&group=2")).isEqualTo("400");
            assertThat(ask(shop, "POST", "/orders?product=3&group=2&quantity=999996"))
                    .isEqualTo("409");
            assertThat(shop.orders()).isEqualTo(9);
        }
        assertThat(Files.readAllLines(folder.resolve("audit.log"))).containsExactly("9 3 5 195");
    }
}
