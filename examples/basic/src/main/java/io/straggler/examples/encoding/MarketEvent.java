package io.straggler.examples.encoding;

/**
 * Something that happened in a market. Which of the fields are sent depends on the type.
 *
 * @param timeNs of the day
 * @param priorOrderId the order that this one replaces or trades with
 */
public record MarketEvent(
        MessageType type,
        long timeNs,
        int instrumentId,
        long orderId,
        long priorOrderId,
        long priceTicks,
        int quantity,
        char side) {}
