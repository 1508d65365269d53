package io.straggler.examples.gateway;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** The client order ids used in this session, each with the order that it was about. Only grows. */
final class ClientOrderIds {
    private final Map<String, Long> orderIdByClientId;

    /** @param expected how many there is room for before the map has to grow */
    ClientOrderIds(int expected) {
        // Room for three quarters of the table.
        orderIdByClientId = new HashMap<>(expected * 4 / 3 + 1);
    }

    boolean contains(String clientOrderId) {
        return orderIdByClientId.containsKey(clientOrderId);
    }

    void add(String clientOrderId, long orderId) {
        orderIdByClientId.put(clientOrderId, orderId);
    }

    OptionalLong orderId(String clientOrderId) {
        Long orderId = orderIdByClientId.get(clientOrderId);
        return orderId == null ? OptionalLong.empty() : OptionalLong.of(orderId);
    }

    int size() {
        return orderIdByClientId.size();
    }
}
