package io.straggler.examples.servers.quotes;

/**
 * What a client wants: {@code 4711 quote 17 250}, or {@code 4711 trade 17 250}.
 *
 * @param id the answer has it too
 * @param trade whether to buy, and not only to ask for the price
 */
record QuoteRequest(long id, boolean trade, int symbol, int quantity) {
    /** @throws IllegalArgumentException for a line that is no request */
    static QuoteRequest parse(String line) {
        String[] words = line.split(" ");
        if (words.length != 4 || !words[1].equals("quote") && !words[1].equals("trade")) {
            throw new IllegalArgumentException("request must be ID quote|trade SYMBOL QUANTITY: line=" + line);
        }
        return new QuoteRequest(
                Long.parseLong(words[0]),
                words[1].equals("trade"),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]));
    }
}
