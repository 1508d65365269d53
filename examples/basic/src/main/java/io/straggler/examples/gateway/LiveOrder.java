package io.straggler.examples.gateway;

/** An order in the book: its terms, and how much of it is filled. */
final class LiveOrder {
    private final long orderId;
    private final String clientOrderId;
    private final String symbol;
    private final Side side;
    private long quantity;
    private long priceTicks;
    private long filledQuantity;

    LiveOrder(long orderId, OrderRequest.New order) {
        this.orderId = orderId;
        this.clientOrderId = order.clientOrderId();
        this.symbol = order.symbol();
        this.side = order.side();
        this.quantity = order.quantity();
        this.priceTicks = order.priceTicks();
    }

    long orderId() {
        return orderId;
    }

    String clientOrderId() {
        return clientOrderId;
    }

    String symbol() {
        return symbol;
    }

    Side side() {
        return side;
    }

    long priceTicks() {
        return priceTicks;
    }

    long filledQuantity() {
        return filledQuantity;
    }

    long openQuantity() {
        return quantity - filledQuantity;
    }

    /** Whether this order trades at that price of the other side. */
    boolean reaches(long otherTicks) {
        return side == Side.BUY ? priceTicks >= otherTicks : priceTicks <= otherTicks;
    }

    void fill(long filled) {
        filledQuantity += filled;
    }

    void amend(long newQuantity, long newPriceTicks) {
        quantity = newQuantity;
        priceTicks = newPriceTicks;
    }
}
