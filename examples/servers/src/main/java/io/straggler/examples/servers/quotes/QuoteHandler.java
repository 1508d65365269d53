package io.straggler.examples.servers.quotes;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.straggler.examples.servers.Journal;
import java.io.IOException;

/** Answers requests with what they cost, {@code 4711 2501875}, on the event loop; trades are kept first. */
@ChannelHandler.Sharable
final class QuoteHandler extends SimpleChannelInboundHandler<String> {
    private final Market market;
    private final Positions positions;
    private final Journal journal;

    QuoteHandler(Market market, Positions positions, Journal journal) {
        this.market = market;
        this.positions = positions;
        this.journal = journal;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, String line) throws IOException {
        String answer;
        try {
            answer = answer(QuoteRequest.parse(line));
        } catch (IllegalArgumentException e) {
            answer = "refused: " + e.getMessage();
        }
        context.writeAndFlush(answer + "\n");
    }

    private String answer(QuoteRequest request) throws IOException {
        long cents = market.costCents(request.symbol(), request.quantity());
        String answer = request.id() + " " + cents;
        if (request.trade()) {
            positions.add(request.symbol(), request.quantity(), cents);
            journal.record(answer);
        }
        return answer;
    }

    /** A connection that breaks, or a trade that cannot be kept, ends the connection. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
