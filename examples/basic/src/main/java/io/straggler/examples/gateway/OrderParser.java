package io.straggler.examples.gateway;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads one message of pipe-separated ASCII fields:
 *
 * <pre>
 * N|client order id|symbol|B or S|quantity|price      new
 * C|client order id|original id                       cancel
 * A|client order id|original id|quantity|price        amend
 * </pre>
 *
 * <p>Not for more than one thread. Reads the buffer from position to limit and leaves both alone.
 */
final class OrderParser {
    private static final int LONGEST_TEXT = 20;
    private static final int LONGEST_NUMBER = 12;

    private ByteBuffer message = ByteBuffer.allocate(0);
    private int fieldStart;
    private int fieldEnd;

    OrderRequest parse(ByteBuffer bytes) throws OrderFormatException {
        message = bytes;
        fieldEnd = bytes.position() - 1;
        String kind = text("kind");
        OrderRequest request = switch (kind) {
            case "N" ->
                new OrderRequest.New(text("clientOrderId"), text("symbol"), side(), number("quantity"), priceTicks());
            case "C" -> new OrderRequest.Cancel(text("clientOrderId"), text("originalClientOrderId"));
            case "A" ->
                new OrderRequest.Amend(
                        text("clientOrderId"), text("originalClientOrderId"), number("quantity"), priceTicks());
            default -> throw new OrderFormatException("kind", "N, C or A", kind, fieldStart);
        };
        if (fieldEnd != message.limit()) {
            throw new OrderFormatException("message", "over after its last field", rest(), fieldEnd);
        }
        return request;
    }

    private void nextField(String name) throws OrderFormatException {
        if (fieldEnd == message.limit()) {
            throw new OrderFormatException(name, "present", "", fieldEnd);
        }
        fieldStart = fieldEnd + 1;
        fieldEnd = fieldStart;
        while (fieldEnd < message.limit() && message.get(fieldEnd) != '|') {
            fieldEnd++;
        }
    }

    private String text(String name) throws OrderFormatException {
        nextField(name);
        int length = fieldEnd - fieldStart;
        boolean printable = true;
        for (int i = fieldStart; i < fieldEnd; i++) {
            printable &= message.get(i) > ' ' && message.get(i) < 127;
        }
        if (length == 0 || length > LONGEST_TEXT || !printable) {
            throw unexpected(name, "1 to " + LONGEST_TEXT + " printable characters");
        }
        return found();
    }

    private Side side() throws OrderFormatException {
        nextField("side");
        if (fieldEnd - fieldStart == 1) {
            for (Side side : Side.values()) {
                if (side.code() == message.get(fieldStart)) {
                    return side;
                }
            }
        }
        throw unexpected("side", "B or S");
    }

    private long number(String name) throws OrderFormatException {
        nextField(name);
        return digits(name, fieldStart, fieldEnd, "a whole number");
    }

    private long priceTicks() throws OrderFormatException {
        nextField("price");
        int point = fieldEnd - 3;
        if (point <= fieldStart || message.get(point) != '.') {
            throw unexpected("price", "a number with two decimals");
        }
        long whole = digits("price", fieldStart, point, "a number with two decimals");
        return whole * 100 + digits("price", point + 1, fieldEnd, "a number with two decimals");
    }

    private long digits(String name, int from, int to, String rule) throws OrderFormatException {
        if (from == to || to - from > LONGEST_NUMBER) {
            throw unexpected(name, rule);
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = message.get(i) - '0';
            if (digit < 0 || digit > 9) {
                throw unexpected(name, rule);
            }
            value = value * 10 + digit;
        }
        return value;
    }

    private OrderFormatException unexpected(String name, String rule) {
        return new OrderFormatException(name, rule, found(), fieldStart);
    }

    private String found() {
        return ascii(fieldStart, fieldEnd);
    }

    private String rest() {
        return ascii(fieldEnd, message.limit());
    }

    private String ascii(int from, int to) {
        byte[] bytes = new byte[to - from];
        message.get(from, bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
