package io.straggler.examples.encoding;

/**
 * Writes the messages of one type: header, fields, trailer.
 *
 * <p>What differs from type to type is abstract. What does not is written once, as default methods; each of them calls others on
 * {@code this}, and there lies the difference between {@link DefaultMethods} and {@link ClassMethods}.
 */
public interface MessageEncoder {
    int HEADER_BYTES = 16;
    int TRAILER_BYTES = 4;

    int templateId();

    /** How many bytes {@link #putFields} writes. */
    int blockLength();

    void putFields(MarketEvent event, PacketBuffer packet);

    default void encode(MarketEvent event, PacketBuffer packet) {
        putHeader(event, packet);
        putFields(event, packet);
        putTrailer(packet);
    }

    default void putHeader(MarketEvent event, PacketBuffer packet) {
        packet.putShort(encodedLength());
        packet.putShort(templateId());
        packet.putShort(schemaVersion());
        packet.putShort(blockLength());
        packet.putLong(event.timeNs());
    }

    /** Repeats the length, so that a packet can be read from its end as well. */
    default void putTrailer(PacketBuffer packet) {
        packet.putShort(templateId());
        packet.putShort(encodedLength());
    }

    default int encodedLength() {
        return HEADER_BYTES + blockLength() + TRAILER_BYTES;
    }

    default int schemaVersion() {
        return 1;
    }
}
