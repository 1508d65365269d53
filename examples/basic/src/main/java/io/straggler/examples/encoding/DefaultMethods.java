package io.straggler.examples.encoding;

/** Encoders that inherit the default methods of {@link MessageEncoder}. */
public final class DefaultMethods {
    private DefaultMethods() {}

    /** One for each {@link MessageType}, in that order. */
    public static MessageEncoder[] encoders() {
        return new MessageEncoder[] {
            new AddOrder(), new DeleteOrder(), new ReplaceOrder(), new OrderExecuted(), new Trade(), new TradingStatus()
        };
    }

    private static final class AddOrder extends Layout.AddOrder {}

    private static final class DeleteOrder extends Layout.DeleteOrder {}

    private static final class ReplaceOrder extends Layout.ReplaceOrder {}

    private static final class OrderExecuted extends Layout.OrderExecuted {}

    private static final class Trade extends Layout.Trade {}

    private static final class TradingStatus extends Layout.TradingStatus {}
}
