package io.straggler.examples.servers.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.examples.RecordedHarness;
import io.straggler.examples.servers.shop.Catalogue;
import io.straggler.examples.servers.shop.ShopServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ShopLoadTest {
    private static final Catalogue SMALL = new Catalogue(40, 4, 3, 100);
    private static final int REQUESTS = 801;
    private static final int IN_FLIGHT = 8;

    private final RecordedHarness harness = new RecordedHarness();

    @TempDir
    private Path folder;

    @Test
    void shouldCompleteEveryRequestAndPlaceEveryOrderOnce() throws Exception {
        try (ShopServer shop = ShopServer.start(folder, SMALL)) {
            ShopLoad load = new ShopLoad(shop.address(), SMALL);
            load.setUp(harness);
            Set<Long> completed = new HashSet<>();
            for (int tag = 0; tag < REQUESTS; tag++) {
                load.run(tag);
                if (tag >= IN_FLIGHT) {
                    completed.add(harness.completed().poll(30, TimeUnit.SECONDS));
                }
            }
            while (completed.size() < REQUESTS) {
                assertThat(completed.add(harness.completed().poll(30, TimeUnit.SECONDS)))
                        .isTrue();
            }
            assertThat(completed).allMatch(tag -> tag >= 0 && tag < REQUESTS);

            assertThat(load.placed()).isEqualTo(REQUESTS / 2);
            assertThat(shop.orders()).isEqualTo(SMALL.pastOrders() + load.placed());
        }
    }

    @Test
    void shouldFailTheRunWhenAnAnswerIsNotTheExpectedOne() throws Exception {
        Catalogue larger = new Catalogue(40, 4, 3, 1_000_000);
        try (ShopServer shop = ShopServer.start(folder, SMALL)) {
            ShopLoad load = new ShopLoad(shop.address(), larger);
            load.setUp(harness);

            // Orders are looked up that there are not.
            assertThatThrownBy(() -> {
                        for (int tag = 0; ; tag++) {
                            load.run(tag);
                            harness.completed().poll(10, TimeUnit.MILLISECONDS);
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("every request must be answered: GET " + shop.address() + "/orders/")
                    .hasMessageContaining(" was answered with 404: ");
        }
    }
}
