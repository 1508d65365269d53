package io.straggler.examples.gateway;

/**
 * Report of the gateway to a client about one order.
 *
 * @param lastQuantity traded in this event; 0 if nothing was
 * @param reason why it was refused; empty if it was not
 */
record ExecutionReport(
        long orderId,
        String clientOrderId,
        Status status,
        long lastQuantity,
        long lastPriceTicks,
        long openQuantity,
        String reason) {
    /** The state of the order after the event, with its code on the wire. */
    enum Status {
        NEW('0'),
        PARTLY_FILLED('1'),
        FILLED('2'),
        CANCELLED('4'),
        REPLACED('5'),
        REJECTED('8');

        private final char code;

        Status(char code) {
            this.code = code;
        }

        char code() {
            return code;
        }
    }

    static ExecutionReport rejected(String clientOrderId, RejectReason why, String detail) {
        String reason = detail.isEmpty() ? why.name() : why.name() + " (" + detail + ")";
        return new ExecutionReport(0, clientOrderId, Status.REJECTED, 0, 0, 0, reason);
    }

    static ExecutionReport of(LiveOrder order, Status status) {
        return new ExecutionReport(
                order.orderId(), order.clientOrderId(), status, 0, order.priceTicks(), order.openQuantity(), "");
    }

    static ExecutionReport traded(LiveOrder order, long quantity, long priceTicks, long openQuantity) {
        Status status = openQuantity == 0 ? Status.FILLED : Status.PARTLY_FILLED;
        return new ExecutionReport(
                order.orderId(), order.clientOrderId(), status, quantity, priceTicks, openQuantity, "");
    }
}
