package io.straggler.examples.gateway;

/** A message is not an order: the text names the field, the rule, what was found and the offset. */
final class OrderFormatException extends Exception {
    private static final long serialVersionUID = 1;

    OrderFormatException(String field, String rule, String found, int offset) {
        super(field + " must be " + rule + ": " + field + "=" + found + ", offset=" + offset);
    }
}
