package io.straggler.rates;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Order in which the rates of a round are measured, so that a drift of the machine does not look like an effect of the
 * rate. Pure.
 *
 * <p>Two rounds belong together: the second is the first backwards, so that over both every rate stands at the same place on average, and
 * whatever drifts steadily drifts by as much for every rate. Each first one is drawn, several times, and the drawing in which the place
 * depends least on the rate is taken: so that a single round does not mistake a drift for a trend either.
 */
public final class RoundOrder {
    private static final int DRAWINGS = 64;

    private RoundOrder() {}

    /**
     * The rates in the order of one round.
     *
     * @param rates how many there are
     * @param round from 0
     * @return their indices
     */
    public static int[] of(int rates, int round, long seed) {
        int[] order = drawn(rates, new SplittableRandom(seed * 1_000_003 + round / 2));
        return round % 2 == 0 ? order : reversed(order);
    }

    private static int[] drawn(int rates, SplittableRandom random) {
        int[] best = shuffled(rates, random);
        for (int i = 1; i < DRAWINGS; i++) {
            int[] other = shuffled(rates, random);
            if (trend(other) < trend(best)) {
                best = other;
            }
        }
        return best;
    }

    private static int[] shuffled(int rates, SplittableRandom random) {
        int[] order = new int[rates];
        for (int i = 0; i < rates; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    /** How much the place depends on the rate: the covariance of both, without its sign. */
    static double trend(int[] order) {
        double middle = (order.length - 1) / 2.0;
        double sum = 0;
        for (int place = 0; place < order.length; place++) {
            sum += (place - middle) * (order[place] - middle);
        }
        return Math.abs(sum);
    }

    private static int[] reversed(int[] order) {
        int[] reversed = Arrays.copyOf(order, order.length);
        for (int i = 0; i < order.length; i++) {
            reversed[i] = order[order.length - 1 - i];
        }
        return reversed;
    }
}
