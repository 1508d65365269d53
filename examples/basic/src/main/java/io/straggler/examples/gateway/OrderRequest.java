package io.straggler.examples.gateway;

/** Request of a client in one message. */
sealed interface OrderRequest {
    /** The client's identifier of this message; empty if none could be read. */
    String clientOrderId();

    /** A limit order, good for the session. Prices are in ticks of 0.01. */
    record New(String clientOrderId, String symbol, Side side, long quantity, long priceTicks)
            implements OrderRequest {}

    /** Takes what is still open of an earlier order off the book. */
    record Cancel(String clientOrderId, String originalClientOrderId) implements OrderRequest {}

    /** Gives an earlier order another price and another total quantity, including what is already filled. */
    record Amend(String clientOrderId, String originalClientOrderId, long quantity, long priceTicks)
            implements OrderRequest {}

    /** A message that the parser could not read, and why. */
    record Unreadable(String problem) implements OrderRequest {
        @Override
        public String clientOrderId() {
            return "";
        }
    }
}
