package io.straggler.examples.gateway;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The messages of one client, the same for the same seed: mostly new orders that join the book, some that trade, some cancels
 * and amends of recent orders, and a few that must be refused.
 *
 * <p>Writes each message into one buffer that it keeps; allocates nothing.
 */
final class OrderFlow {
    private static final int LONGEST_MESSAGE = 128;
    private static final int REMEMBERED = 1 << 16;
    private static final int WANDER_TICKS = 40;
    private static final int DEPTH_TICKS = 150;
    private static final int LOT = 10;

    private final List<Instrument> instruments;
    private final SplittableRandom random;
    private final long[] midTicks;
    private final long[] recentNumbers = new long[REMEMBERED];
    private final int[] recentInstruments = new int[REMEMBERED];
    private final ByteBuffer message = ByteBuffer.allocate(LONGEST_MESSAGE);
    private final AsciiWriter writer = new AsciiWriter(message);
    private long newOrders;
    private long lastNumber;

    OrderFlow(List<Instrument> instruments, long seed) {
        this.instruments = instruments;
        this.random = new SplittableRandom(seed);
        this.midTicks =
                instruments.stream().mapToLong(Instrument::referenceTicks).toArray();
    }

    /** The next message, in a buffer that is good until the next call. */
    ByteBuffer next() {
        long number = ++lastNumber;
        int perMille = newOrders == 0 ? 999 : random.nextInt(1000);
        writer.begin();
        if (perMille < 8) {
            refusable(perMille, number);
        } else if (perMille < 130) {
            writer.code('C').tagged('O', number).tagged('O', recentNumbers[recent()]);
        } else if (perMille < 210) {
            amend(number);
        } else {
            newOrder(number, random.nextInt(8) == 0);
        }
        writer.end();
        return message;
    }

    /** Unreadable, of an unknown symbol, off the price band, or with an id already used. */
    private void refusable(int kind, long number) {
        switch (kind) {
            case 0 -> writer.code('N').tagged('O', number).text("???");
            case 1, 2 ->
                writer.code('N')
                        .tagged('O', number)
                        .text("NONE")
                        .code('B')
                        .number(LOT)
                        .price(10_000);
            case 3, 4 -> {
                Instrument instrument = instruments.get(random.nextInt(instruments.size()));
                long offBand = instrument.referenceTicks() + instrument.bandTicks() + 1;
                order(number, instrument, Side.SELL, LOT, offBand);
            }
            default -> {
                int slot = recent();
                int index = recentInstruments[slot];
                order(recentNumbers[slot], instruments.get(index), Side.BUY, LOT, midTicks[index] - 1);
            }
        }
    }

    private void newOrder(long number, boolean trades) {
        int index = random.nextInt(instruments.size());
        wander(index);
        Side side = random.nextInt(2) == 0 ? Side.BUY : Side.SELL;
        long away = trades ? -3 : 2 + Math.min(random.nextInt(DEPTH_TICKS), random.nextInt(DEPTH_TICKS));
        long priceTicks = midTicks[index] + (side == Side.BUY ? -away : away);
        int slot = (int) (newOrders++ % REMEMBERED);
        recentNumbers[slot] = number;
        recentInstruments[slot] = index;
        order(number, instruments.get(index), side, LOT * (1 + random.nextInt(30)), priceTicks);
    }

    private void amend(long number) {
        int slot = recent();
        long priceTicks = midTicks[recentInstruments[slot]] + random.nextInt(2 * DEPTH_TICKS) - DEPTH_TICKS;
        writer.code('A')
                .tagged('O', number)
                .tagged('O', recentNumbers[slot])
                .number(LOT * (1 + random.nextInt(30)))
                .price(priceTicks);
    }

    private void order(long number, Instrument instrument, Side side, long quantity, long priceTicks) {
        writer.code('N')
                .tagged('O', number)
                .text(instrument.symbol())
                .code(side.code())
                .number(quantity)
                .price(priceTicks);
    }

    private int recent() {
        return random.nextInt((int) Math.min(newOrders, REMEMBERED));
    }

    /** Moves the middle of an instrument's prices by a tick now and then, within bounds. */
    private void wander(int index) {
        if (random.nextInt(16) == 0) {
            long moved = midTicks[index] + (random.nextInt(2) == 0 ? -1 : 1);
            if (Math.abs(moved - instruments.get(index).referenceTicks()) <= WANDER_TICKS) {
                midTicks[index] = moved;
            }
        }
    }
}
