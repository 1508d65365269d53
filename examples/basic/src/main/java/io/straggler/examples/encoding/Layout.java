package io.straggler.examples.encoding;

/** Layout of each type of message, used by both families of encoders. */
final class Layout {
    private Layout() {}

    abstract static class AddOrder implements MessageEncoder {
        @Override
        public int templateId() {
            return 21;
        }

        @Override
        public int blockLength() {
            return 25;
        }

        @Override
        public void putFields(MarketEvent event, PacketBuffer packet) {
            packet.putInt(event.instrumentId());
            packet.putLong(event.orderId());
            packet.putLong(event.priceTicks());
            packet.putInt(event.quantity());
            packet.putByte(event.side());
        }
    }

    abstract static class DeleteOrder implements MessageEncoder {
        @Override
        public int templateId() {
            return 22;
        }

        @Override
        public int blockLength() {
            return 12;
        }

        @Override
        public void putFields(MarketEvent event, PacketBuffer packet) {
            packet.putInt(event.instrumentId());
            packet.putLong(event.priorOrderId());
        }
    }

    abstract static class ReplaceOrder implements MessageEncoder {
        @Override
        public int templateId() {
            return 23;
        }

        @Override
        public int blockLength() {
            return 32;
        }

        @Override
        public void putFields(MarketEvent event, PacketBuffer packet) {
            packet.putInt(event.instrumentId());
            packet.putLong(event.priorOrderId());
            packet.putLong(event.orderId());
            packet.putLong(event.priceTicks());
            packet.putInt(event.quantity());
        }
    }

    abstract static class OrderExecuted implements MessageEncoder {
        @Override
        public int templateId() {
            return 24;
        }

        @Override
        public int blockLength() {
            return 24;
        }

        @Override
        public void putFields(MarketEvent event, PacketBuffer packet) {
            packet.putInt(event.instrumentId());
            packet.putLong(event.priorOrderId());
            packet.putLong(event.priceTicks());
            packet.putInt(event.quantity());
        }
    }

    abstract static class Trade implements MessageEncoder {
        @Override
        public int templateId() {
            return 25;
        }

        @Override
        public int blockLength() {
            return 33;
        }

        @Override
        public void putFields(MarketEvent event, PacketBuffer packet) {
            packet.putInt(event.instrumentId());
            packet.putLong(event.orderId());
            packet.putLong(event.priorOrderId());
            packet.putLong(event.priceTicks());
            packet.putInt(event.quantity());
            packet.putByte(event.side());
        }
    }

    abstract static class TradingStatus implements MessageEncoder {
        @Override
        public int templateId() {
            return 26;
        }

        @Override
        public int blockLength() {
            return 5;
        }

        @Override
        public void putFields(MarketEvent event, PacketBuffer packet) {
            packet.putInt(event.instrumentId());
            packet.putByte(event.quantity() > 2_500 ? 'H' : 'T');
        }
    }
}
