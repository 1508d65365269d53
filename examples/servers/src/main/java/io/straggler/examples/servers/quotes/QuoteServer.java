package io.straggler.examples.servers.quotes;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import io.straggler.examples.servers.Journal;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Answers what shares cost and sells them, on the loopback address and a free port. */
public final class QuoteServer implements Closeable {
    /** That the journal may lack after a crash. */
    private static final int TRADES_AT_RISK = 50;

    private static final int LONGEST_LINE = 256;

    private final Positions positions = new Positions();
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
    private final Journal journal;
    private final RiskReport report;
    private final Channel channel;

    private QuoteServer(Path folder) throws IOException {
        Files.createDirectories(folder);
        journal = Journal.create(folder.resolve("trades.log"), TRADES_AT_RISK);
        QuoteHandler handler = new QuoteHandler(new Market(), positions, journal);
        channel = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel connection) {
                        connection
                                .pipeline()
                                .addLast(new LineBasedFrameDecoder(LONGEST_LINE))
                                .addLast(new StringDecoder(StandardCharsets.US_ASCII))
                                .addLast(new StringEncoder(StandardCharsets.US_ASCII))
                                .addLast(handler);
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
        report = RiskReport.start(positions, folder.resolve("risk.txt"));
    }

    /**
     * Serves until the process ends, and prints the port.
     *
     * @param args a folder that is new or empty
     */
    public static void main(String[] args) throws IOException {
        try (QuoteServer server = start(Path.of(args[0]))) {
            System.out.println(server.port());
            server.channel.closeFuture().syncUninterruptibly();
        }
    }

    /** @param folder new or empty, for the journal and the report */
    public static QuoteServer start(Path folder) throws IOException {
        return new QuoteServer(folder);
    }

    public int port() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** How much was sold of a symbol. */
    public long sold(int symbol) {
        return positions.quantity(symbol);
    }

    @Override
    public void close() throws IOException {
        report.close();
        channel.close().syncUninterruptibly();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        journal.close();
    }
}
