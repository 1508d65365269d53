package io.straggler.benchmarks.example;

import io.straggler.benchmarks.support.Figures;
import io.straggler.examples.encoding.ClassMethods;
import io.straggler.examples.encoding.DefaultMethods;
import io.straggler.examples.encoding.MarketDay;
import io.straggler.examples.encoding.MarketEvent;
import io.straggler.examples.encoding.MessageEncoder;
import io.straggler.examples.encoding.MessageType;
import io.straggler.examples.encoding.PacketBuffer;
import io.straggler.examples.encoding.PacketFeed;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * One side of {@link FoundingExampleBenchmark}: calls one method of one family of encoders, as fast as it goes.
 *
 * <p>Prints the median of many short periods, of the time that the thread was on a core: what others do on the machine moves
 * that less than anything else.
 */
final class FoundingExampleSide {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int PACKETS = 512;
    private static final int PACKETS_A_PERIOD = 10 * PACKETS;
    private static final int CAPACITY_BYTES = 1_472;

    private final MessageEncoder[] encoders;
    private final MarketEvent[][] packets;
    private final EncoderCall call;
    private final PacketBuffer packet = new PacketBuffer(CAPACITY_BYTES);
    private long sum;

    private FoundingExampleSide(MessageEncoder[] encoders, MarketEvent[][] packets, EncoderCall call) {
        this.encoders = encoders;
        this.packets = packets;
        this.call = call;
    }

    public static void main(String[] args) {
        MessageEncoder[] encoders = switch (Family.valueOf(args[0])) {
            case DEFAULT_METHODS -> DefaultMethods.encoders();
            case CLASS_METHODS -> ClassMethods.encoders();
        };
        FoundingExampleSide side =
                new FoundingExampleSide(encoders, Mix.valueOf(args[2]).day(), EncoderCall.valueOf(args[1]));
        side.periods(Long.parseLong(args[3]));
        double[] nsPerMessage = side.periods(Long.parseLong(args[4]));
        Figures.print("nsPerMessage", nsPerMessage[nsPerMessage.length / 2]);
        Figures.print("sum", side.sum);
    }

    /** How the methods that the types of messages have in common reach the encoders. */
    enum Family {
        DEFAULT_METHODS,
        CLASS_METHODS
    }

    /** Which types the messages have, one after the other. */
    enum Mix {
        SIX("6", 6),
        THREE("3", 3),
        TWO("2", 2),
        ONE("1", 1),
        /** So that the processor foresees each. */
        SIX_IN_TURN("6, in turn", 6) {
            @Override
            int type(MarketEvent event, int index) {
                return index % 6;
            }
        };

        private final String label;
        private final int types;

        Mix(String label, int types) {
            this.label = label;
            this.types = types;
        }

        String label() {
            return label;
        }

        /** As drawn; those of other types turned into these. */
        int type(MarketEvent event, int index) {
            return event.type().ordinal() % types;
        }

        private MarketEvent[][] day() {
            MarketDay day = new MarketDay(1);
            MarketEvent[][] packets = new MarketEvent[PACKETS][];
            for (int i = 0; i < PACKETS; i++) {
                packets[i] = day.next(PacketFeed.MESSAGES_A_PACKET);
                for (int k = 0; k < packets[i].length; k++) {
                    packets[i][k] = ofType(MessageType.values()[type(packets[i][k], k)], packets[i][k]);
                }
            }
            return packets;
        }
    }

    private static MarketEvent ofType(MessageType type, MarketEvent event) {
        return new MarketEvent(
                type,
                event.timeNs(),
                event.instrumentId(),
                event.orderId(),
                event.priorOrderId(),
                event.priceTicks(),
                event.quantity(),
                event.side());
    }

    /** Nanoseconds a message in each period, in ascending order. */
    private double[] periods(long forMs) {
        long endNs = System.nanoTime() + forMs * 1_000_000;
        double[] each = new double[100_000];
        int count = 0;
        while (System.nanoTime() < endNs && count < each.length) {
            each[count++] = periodNs() / ((double) PACKETS_A_PERIOD * PacketFeed.MESSAGES_A_PACKET);
        }
        double[] sorted = Arrays.copyOf(each, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private long periodNs() {
        long startNs = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < PACKETS_A_PERIOD; i++) {
            packet.clear();
            sum += call.each(encoders, packets[i % PACKETS], packet);
        }
        return THREADS.getCurrentThreadCpuTime() - startNs;
    }
}
