package io.straggler.benchmarks.example;

import io.straggler.examples.encoding.MarketEvent;
import io.straggler.examples.encoding.MessageEncoder;
import io.straggler.examples.encoding.PacketBuffer;

/** What is called on an encoder for each message, from the leaf to the whole message. */
enum EncoderCall {
    SCHEMA_VERSION("schemaVersion, which calls none") {
        @Override
        long each(MessageEncoder[] encoders, MarketEvent[] events, PacketBuffer packet) {
            long sum = 0;
            for (MarketEvent event : events) {
                sum += encoders[event.type().ordinal()].schemaVersion();
            }
            return sum;
        }
    },
    ENCODED_LENGTH("encodedLength, which calls 1") {
        @Override
        long each(MessageEncoder[] encoders, MarketEvent[] events, PacketBuffer packet) {
            long sum = 0;
            for (MarketEvent event : events) {
                sum += encoders[event.type().ordinal()].encodedLength();
            }
            return sum;
        }
    },
    TRAILER("putTrailer, which calls 2, in all 3") {
        @Override
        long each(MessageEncoder[] encoders, MarketEvent[] events, PacketBuffer packet) {
            for (MarketEvent event : events) {
                encoders[event.type().ordinal()].putTrailer(packet);
            }
            return 0;
        }
    },
    HEADER("putHeader, which calls 4, in all 5") {
        @Override
        long each(MessageEncoder[] encoders, MarketEvent[] events, PacketBuffer packet) {
            for (MarketEvent event : events) {
                encoders[event.type().ordinal()].putHeader(event, packet);
            }
            return 0;
        }
    },
    MESSAGE("encode, which calls 3, in all 11") {
        @Override
        long each(MessageEncoder[] encoders, MarketEvent[] events, PacketBuffer packet) {
            for (MarketEvent event : events) {
                encoders[event.type().ordinal()].encode(event, packet);
            }
            return 0;
        }
    };

    private final String label;

    EncoderCall(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** Calls it for the events of one packet, into an empty buffer with room for them. A JVM should use one constant only. */
    abstract long each(MessageEncoder[] encoders, MarketEvent[] events, PacketBuffer packet);
}
