package io.straggler.examples.encoding;

/** Type of message from a market to its members, in the order of the encoders. */
public enum MessageType {
    ADD_ORDER(430),
    DELETE_ORDER(400),
    REPLACE_ORDER(80),
    ORDER_EXECUTED(60),
    TRADE(20),
    TRADING_STATUS(10);

    private final int perMille;

    MessageType(int perMille) {
        this.perMille = perMille;
    }

    /** The type of a message drawn from a day's mix, which is mostly orders that come and go. */
    static MessageType drawn(int perMille) {
        int rest = perMille;
        for (MessageType type : values()) {
            rest -= type.perMille;
            if (rest < 0) {
                return type;
            }
        }
        throw new IllegalArgumentException("perMille must be from 0 to 999: perMille=" + perMille);
    }
}
