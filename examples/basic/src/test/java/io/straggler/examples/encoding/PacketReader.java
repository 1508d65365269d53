package io.straggler.examples.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Reads packets by the format's own description, knowing nothing of the encoders. */
final class PacketReader {
    private static final int HEADER_AND_TRAILER_BYTES = 20;

    private PacketReader() {}

    /** @param fields in the order of the wire; a character as its number */
    record Message(int templateId, int schemaVersion, long timeNs, List<Long> fields) {
        static Message of(MarketEvent event) {
            long instrument = event.instrumentId();
            long halted = event.quantity() > 2_500 ? 'H' : 'T';
            return switch (event.type()) {
                case ADD_ORDER ->
                    of(21, event, instrument, event.orderId(), event.priceTicks(), (long) event.quantity(), (long)
                            event.side());
                case DELETE_ORDER -> of(22, event, instrument, event.priorOrderId());
                case REPLACE_ORDER ->
                    of(23, event, instrument, event.priorOrderId(), event.orderId(), event.priceTicks(), (long)
                            event.quantity());
                case ORDER_EXECUTED ->
                    of(24, event, instrument, event.priorOrderId(), event.priceTicks(), (long) event.quantity());
                case TRADE ->
                    of(
                            25,
                            event,
                            instrument,
                            event.orderId(),
                            event.priorOrderId(),
                            event.priceTicks(),
                            (long) event.quantity(),
                            (long) event.side());
                case TRADING_STATUS -> of(26, event, instrument, halted);
            };
        }

        private static Message of(int templateId, MarketEvent event, Long... fields) {
            return new Message(templateId, 1, event.timeNs(), List.of(fields));
        }
    }

    /** All messages of a packet; fails unless lengths, trailers and the packet's end agree. */
    static List<Message> read(byte[] packet) {
        ByteBuffer in = ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN);
        List<Message> messages = new ArrayList<>();
        while (in.hasRemaining()) {
            int begin = in.position();
            int length = in.getShort();
            int templateId = in.getShort();
            int schemaVersion = in.getShort();
            int blockLength = in.getShort();
            long timeNs = in.getLong();
            int blockBegin = in.position();
            messages.add(new Message(templateId, schemaVersion, timeNs, fields(templateId, in)));

            assertThat(in.position() - blockBegin).isEqualTo(blockLength);
            assertThat(in.getShort()).isEqualTo((short) templateId);
            assertThat(in.getShort()).isEqualTo((short) length);
            assertThat(in.position() - begin).isEqualTo(length).isEqualTo(blockLength + HEADER_AND_TRAILER_BYTES);
        }
        return messages;
    }

    private static List<Long> fields(int templateId, ByteBuffer in) {
        String layout = switch (templateId) {
            case 21 -> "illib";
            case 22 -> "il";
            case 23 -> "illli";
            case 24 -> "illi";
            case 25 -> "illlib";
            case 26 -> "ib";
            default -> throw new AssertionError("template must be known: templateId=" + templateId);
        };
        return layout.chars()
                .mapToObj(kind -> switch (kind) {
                    case 'i' -> (long) in.getInt();
                    case 'l' -> in.getLong();
                    default -> (long) in.get();
                })
                .toList();
    }
}
