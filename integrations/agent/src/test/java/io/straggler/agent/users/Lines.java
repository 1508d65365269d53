package io.straggler.agent.users;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Server of Netty's with one event loop, which answers each byte by the same one. Asks itself, on two connections, when a line on standard input says so. */
public final class Lines {
    public static final long SLOW_MS = 40;

    private static final EventLoopGroup LOOP =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("loop"), NioIoHandler.newFactory());
    private static final ExecutorService CLERKS = Executors.newFixedThreadPool(2, task -> new Thread(task, "clerk"));

    private Lines() {}

    public static void main(String[] args) throws Exception {
        Channel server = new ServerBootstrap()
                .group(LOOP)
                .channel(NioServerSocketChannel.class)
                .childHandler(new Answering())
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
        InetSocketAddress address = (InetSocketAddress) server.localAddress();
        try (Socket one = new Socket(address.getAddress(), address.getPort());
                Socket other = new Socket(address.getAddress(), address.getPort())) {
            System.out.println("open");
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            int calls = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                    request(words[0], one, other);
                    calls++;
                }
                System.out.println("calls " + calls + " slow 0 failed 0");
            }
        }
        LOOP.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
        CLERKS.shutdown();
        System.out.println("closed");
    }

    /** Several ways to be slow, by the kind that is asked for. */
    private static void request(String kind, Socket one, Socket other) throws IOException {
        switch (kind) {
            case "fast" -> answered("f", one);
            case "working" -> answered("w", one);
            case "handed" -> answered("h", one);
            case "queued" -> behind(Lines::occupy, one);
            case "behind" -> behind(Lines::spin, one);
            case "blocked" -> {
                Future<?> occupied = LOOP.submit(Lines::occupy);
                answered("f", one);
                occupied.awaitUninterruptibly();
            }
            case "crowded" -> crowded(one, other);
            default -> throw new IOException(kind);
        }
    }

    /** All clerks do something else when a request comes. */
    private static void behind(Runnable other, Socket by) throws IOException {
        CLERKS.execute(other);
        CLERKS.execute(other);
        answered("q", by);
    }

    /** The event loop finds two requests at once, and works on the first of them. */
    private static void crowded(Socket one, Socket other) throws IOException {
        CountDownLatch sent = new CountDownLatch(1);
        LOOP.execute(() -> await(sent));
        one.getOutputStream().write('w');
        other.getOutputStream().write('w');
        sent.countDown();
        read("w", one);
        read("w", other);
    }

    private static void answered(String request, Socket by) throws IOException {
        by.getOutputStream().write(request.charAt(0));
        read(request, by);
    }

    private static void read(String expected, Socket from) throws IOException {
        int read = from.getInputStream().read();
        if (read != expected.charAt(0)) {
            throw new IOException("expected " + expected + " and not " + read);
        }
    }

    /** Answers on the connection that a byte comes from. */
    @Sharable
    private static final class Answering extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            switch (((ByteBuf) message).getByte(((ByteBuf) message).readerIndex())) {
                case 'h' ->
                    CLERKS.execute(() -> {
                        look();
                        context.writeAndFlush(message);
                    });
                case 'q' -> CLERKS.execute(() -> context.writeAndFlush(message));
                case 'w' -> {
                    work();
                    context.writeAndFlush(message);
                }
                default -> context.writeAndFlush(message);
            }
        }
    }

    private static void work() {
        sleep();
    }

    private static void look() {
        sleep();
    }

    private static void occupy() {
        sleep();
    }

    /** On a core: no event of the JVM tells of it. */
    private static void spin() {
        long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SLOW_MS);
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(SLOW_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
