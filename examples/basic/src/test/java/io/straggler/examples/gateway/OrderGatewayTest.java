package io.straggler.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OrderGatewayTest {
    private static final int ORDERS = 10_000;

    private final Map<String, List<Long>> probed = new LinkedHashMap<>();
    private final List<Thread> watched = new ArrayList<>();
    private final Harness harness = new Harness() {
        @Override
        public Probe probe(String name) {
            return probed.computeIfAbsent(name, unseen -> new ArrayList<>())::add;
        }

        @Override
        public void watch(Thread thread) {
            watched.add(thread);
        }

        @Override
        public void abandon(long intendedNs) {
            throw new AssertionError("nothing is ever lost");
        }

        @Override
        public void complete(long intendedNs) {
            throw new AssertionError("a synchronous task completes by returning");
        }
    };

    @Test
    void shouldConserveQuantityAndLogAndMeasureEveryOrder() throws Exception {
        OrderGateway gateway = new OrderGateway();
        gateway.setUp(harness);
        try {
            for (int i = 0; i < ORDERS; i++) {
                gateway.run(i);
            }

            Ledger ledger = gateway.session().ledger();
            long accounted =
                    gateway.session().openQuantity() + ledger.cancelledQuantity() + 2 * ledger.tradedQuantity();
            assertThat(ledger.enteredQuantity()).isEqualTo(accounted);
            assertThat(ledger.tradedQuantity()).isPositive();
            assertThat(gateway.session().liveOrders()).isGreaterThan(ORDERS / 3);
            assertThat(probed.keySet()).containsExactly("parse", "book", "log", "publish");
            assertThat(probed.values()).allSatisfy(values -> assertThat(values).hasSize(ORDERS));
            assertThat(Files.readAllLines(gateway.folder().resolve(EventLog.FILE)))
                    .hasSizeGreaterThanOrEqualTo(ORDERS)
                    .allMatch(line -> line.contains("[" + Thread.currentThread().getName() + "] orders - "));
        } finally {
            gateway.tearDown();
        }
    }

    @Test
    void shouldLeaveOutWhatItIsAskedTo() throws Exception {
        System.setProperty("gateway.without", "publishing,growth");
        OrderGateway gateway;
        try {
            gateway = new OrderGateway(5_000);
        } finally {
            System.clearProperty("gateway.without");
        }
        gateway.setUp(harness);
        try {
            for (int i = 0; i < 6_000; i++) {
                gateway.run(i);
            }

            assertThat(watched).as("nobody answers").isEmpty();
            assertThat(gateway.session().ledger().enteredQuantity()).isPositive();
        } finally {
            gateway.tearDown();
        }
    }

    @Test
    void shouldBeginEachSessionWithEmptyBooks() throws Exception {
        OrderGateway gateway = new OrderGateway(1_000);
        gateway.setUp(harness);
        try {
            for (int i = 0; i < 2_100; i++) {
                gateway.run(i);
            }

            assertThat(gateway.session().usedIds()).isBetween(50, 100);
            assertThat(gateway.session().liveOrders()).isBetween(1, 100);
        } finally {
            gateway.tearDown();
        }
    }

    @Test
    void shouldLeaveNeitherFilesNorThreadsBehind() throws Exception {
        OrderGateway gateway = new OrderGateway();
        gateway.setUp(harness);
        Path folder = gateway.folder();
        gateway.run(1);
        assertThat(folder).isDirectory();

        gateway.tearDown();

        assertThat(folder).doesNotExist();
        assertThat(watched).extracting(Thread::getName).containsExactly("echo-peer");
        assertThat(watched.get(0).isAlive()).isFalse();
    }
}
