package io.straggler.examples.encoding;

/**
 * Encoders with the default methods of {@link MessageEncoder} copied into each class. That is the only difference from
 * {@link DefaultMethods}.
 */
public final class ClassMethods {
    private ClassMethods() {}

    /** One for each {@link MessageType}, in that order. */
    public static MessageEncoder[] encoders() {
        return new MessageEncoder[] {
            new AddOrder(), new DeleteOrder(), new ReplaceOrder(), new OrderExecuted(), new Trade(), new TradingStatus()
        };
    }

    private static final class AddOrder extends Layout.AddOrder {
        @Override
        public void encode(MarketEvent event, PacketBuffer packet) {
            putHeader(event, packet);
            putFields(event, packet);
            putTrailer(packet);
        }

        @Override
        public void putHeader(MarketEvent event, PacketBuffer packet) {
            packet.putShort(encodedLength());
            packet.putShort(templateId());
            packet.putShort(schemaVersion());
            packet.putShort(blockLength());
            packet.putLong(event.timeNs());
        }

        @Override
        public void putTrailer(PacketBuffer packet) {
            packet.putShort(templateId());
            packet.putShort(encodedLength());
        }

        @Override
        public int encodedLength() {
            return HEADER_BYTES + blockLength() + TRAILER_BYTES;
        }

        @Override
        public int schemaVersion() {
            return 1;
        }
    }

    private static final class DeleteOrder extends Layout.DeleteOrder {
        @Override
        public void encode(MarketEvent event, PacketBuffer packet) {
            putHeader(event, packet);
            putFields(event, packet);
            putTrailer(packet);
        }

        @Override
        public void putHeader(MarketEvent event, PacketBuffer packet) {
            packet.putShort(encodedLength());
            packet.putShort(templateId());
            packet.putShort(schemaVersion());
            packet.putShort(blockLength());
            packet.putLong(event.timeNs());
        }

        @Override
        public void putTrailer(PacketBuffer packet) {
            packet.putShort(templateId());
            packet.putShort(encodedLength());
        }

        @Override
        public int encodedLength() {
            return HEADER_BYTES + blockLength() + TRAILER_BYTES;
        }

        @Override
        public int schemaVersion() {
            return 1;
        }
    }

    private static final class ReplaceOrder extends Layout.ReplaceOrder {
        @Override
        public void encode(MarketEvent event, PacketBuffer packet) {
            putHeader(event, packet);
            putFields(event, packet);
            putTrailer(packet);
        }

        @Override
        public void putHeader(MarketEvent event, PacketBuffer packet) {
            packet.putShort(encodedLength());
            packet.putShort(templateId());
            packet.putShort(schemaVersion());
            packet.putShort(blockLength());
            packet.putLong(event.timeNs());
        }

        @Override
        public void putTrailer(PacketBuffer packet) {
            packet.putShort(templateId());
            packet.putShort(encodedLength());
        }

        @Override
        public int encodedLength() {
            return HEADER_BYTES + blockLength() + TRAILER_BYTES;
        }

        @Override
        public int schemaVersion() {
            return 1;
        }
    }

    private static final class OrderExecuted extends Layout.OrderExecuted {
        @Override
        public void encode(MarketEvent event, PacketBuffer packet) {
            putHeader(event, packet);
            putFields(event, packet);
            putTrailer(packet);
        }

        @Override
        public void putHeader(MarketEvent event, PacketBuffer packet) {
            packet.putShort(encodedLength());
            packet.putShort(templateId());
            packet.putShort(schemaVersion());
            packet.putShort(blockLength());
            packet.putLong(event.timeNs());
        }

        @Override
        public void putTrailer(PacketBuffer packet) {
            packet.putShort(templateId());
            packet.putShort(encodedLength());
        }

        @Override
        public int encodedLength() {
            return HEADER_BYTES + blockLength() + TRAILER_BYTES;
        }

        @Override
        public int schemaVersion() {
            return 1;
        }
    }

    private static final class Trade extends Layout.Trade {
        @Override
        public void encode(MarketEvent event, PacketBuffer packet) {
            putHeader(event, packet);
            putFields(event, packet);
            putTrailer(packet);
        }

        @Override
        public void putHeader(MarketEvent event, PacketBuffer packet) {
            packet.putShort(encodedLength());
            packet.putShort(templateId());
            packet.putShort(schemaVersion());
            packet.putShort(blockLength());
            packet.putLong(event.timeNs());
        }

        @Override
        public void putTrailer(PacketBuffer packet) {
            packet.putShort(templateId());
            packet.putShort(encodedLength());
        }

        @Override
        public int encodedLength() {
            return HEADER_BYTES + blockLength() + TRAILER_BYTES;
        }

        @Override
        public int schemaVersion() {
            return 1;
        }
    }

    private static final class TradingStatus extends Layout.TradingStatus {
        @Override
        public void encode(MarketEvent event, PacketBuffer packet) {
            putHeader(event, packet);
            putFields(event, packet);
            putTrailer(packet);
        }

        @Override
        public void putHeader(MarketEvent event, PacketBuffer packet) {
            packet.putShort(encodedLength());
            packet.putShort(templateId());
            packet.putShort(schemaVersion());
            packet.putShort(blockLength());
            packet.putLong(event.timeNs());
        }

        @Override
        public void putTrailer(PacketBuffer packet) {
            packet.putShort(templateId());
            packet.putShort(encodedLength());
        }

        @Override
        public int encodedLength() {
            return HEADER_BYTES + blockLength() + TRAILER_BYTES;
        }

        @Override
        public int schemaVersion() {
            return 1;
        }
    }
}
