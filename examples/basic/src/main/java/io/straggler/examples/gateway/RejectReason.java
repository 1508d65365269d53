package io.straggler.examples.gateway;

/** Why a request was refused. */
enum RejectReason {
    UNREADABLE,
    UNKNOWN_SYMBOL,
    QUANTITY_LIMIT,
    PRICE_BAND,
    DUPLICATE_ID,
    UNKNOWN_ORDER,
    ALREADY_FILLED
}
