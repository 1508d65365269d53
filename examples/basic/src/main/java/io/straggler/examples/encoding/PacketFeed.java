package io.straggler.examples.encoding;

/**
 * Packets of market data, encoded one after the other into the same buffer, and checked. Begins again after the last one.
 *
 * <p>The order of the types is random and long enough that no branch predictor learns it by heart.
 */
public final class PacketFeed {
    /** Number of messages that fit into an Ethernet frame. */
    public static final int MESSAGES_A_PACKET = 24;

    private static final int PACKETS = 512;
    private static final int CAPACITY_BYTES = 1_472;

    private final MessageEncoder[] encoders;
    private final MarketEvent[][] packets = new MarketEvent[PACKETS][];
    private final int[] checksums = new int[PACKETS];
    private final PacketBuffer packet = new PacketBuffer(CAPACITY_BYTES);
    private int next;

    /** A feed whose events depend on the seed only. Encodes all packets once, to know their checksums. */
    public PacketFeed(MessageEncoder[] encoders, long seed) {
        this.encoders = encoders;
        MarketDay day = new MarketDay(seed);
        for (int i = 0; i < PACKETS; i++) {
            packets[i] = day.next(MESSAGES_A_PACKET);
            encode(packets[i]);
            checksums[i] = packet.checksum();
        }
    }

    /** Encodes the next packet. Throws {@link IllegalStateException} if its bytes are not what they were the first time. */
    public void encodeNext() {
        encode(packets[next]);
        if (packet.checksum() != checksums[next]) {
            throw new IllegalStateException("packet must be encoded as it was before: packet=" + next);
        }
        next = (next + 1) % PACKETS;
    }

    private void encode(MarketEvent[] events) {
        packet.clear();
        for (MarketEvent event : events) {
            encoders[event.type().ordinal()].encode(event, packet);
        }
    }

    byte[] written() {
        return packet.written();
    }
}
