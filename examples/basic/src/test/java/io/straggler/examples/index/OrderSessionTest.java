package io.straggler.examples.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class OrderSessionTest {
    @Test
    void shouldHoldTheSameOrdersInBothIndexes() {
        OrderIndex growing = new OrderIndex(0);
        OrderIndex presized = new OrderIndex(5_000);
        int slots = presized.slots();
        OrderSession growingSession = new OrderSession(growing, 5_000);
        OrderSession presizedSession = new OrderSession(presized, 5_000);

        for (int packet = 1; packet <= 1_000; packet++) {
            growingSession.receivePacket();
            presizedSession.receivePacket();

            assertThat(growing.size())
                    .isEqualTo(presized.size())
                    .isEqualTo(Math.min(5_000, packet * OrderSession.ORDERS_A_PACKET));
            int newest = packet * OrderSession.ORDERS_A_PACKET;
            for (int row = newest; row > newest - growing.size(); row -= 97) {
                long orderId = OrderSession.orderId(row);
                assertThat(growing.row(orderId))
                        .isEqualTo(presized.row(orderId))
                        .isEqualTo(row);
            }
        }
        assertThat(growing.slots()).isEqualTo(slots);
        assertThat(presized.slots()).isEqualTo(slots);
    }

    @Test
    void shouldForgetTheOldestOrders() {
        OrderIndex index = new OrderIndex(0);
        OrderSession session = new OrderSession(index, 100);
        for (int packet = 0; packet < 6; packet++) {
            session.receivePacket();
        }

        assertThat(index.row(OrderSession.orderId(21))).isEqualTo(21);
        assertThatThrownBy(() -> index.row(OrderSession.orderId(20))).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void shouldNoticeAnIndexThatMixesOrdersUp() {
        OrderIndex index = new OrderIndex(0);
        OrderSession session = new OrderSession(index, 40);
        session.receivePacket();
        for (int row = 1; row <= 20; row++) {
            index.put(OrderSession.orderId(row), row + 1_000);
        }

        assertThatThrownBy(session::receivePacket)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching("order must have the row that it was given: row=(\\d+) found=10\\d\\d");
    }
}
