package io.straggler.ping;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Messages over a stream of bytes, TCP or Unix domain. */
final class StreamChannel implements MessageChannel {
    /** How {@link #receive} waits for bytes. */
    enum Waiting {
        /** A read that blocks. */
        BLOCK,
        /** Reads that do not block, over and over. */
        SPIN,
        /** {@link Selector#select}: the thread sleeps until there are bytes. */
        SELECT,
        /** {@link Selector#selectNow}, over and over. */
        SELECT_NOW
    }

    private final SocketChannel channel;
    private final Waiting waiting;
    private final ByteBuffer out;
    private final ByteBuffer in;
    private final PeerLiveness liveness = new PeerLiveness(null);

    /** Null without selection. */
    private final @Nullable Selector selector;

    /** One for all calls, instead of the set of selected keys, which allocates for each key. */
    private final Consumer<SelectionKey> action = key -> {};

    StreamChannel(SocketChannel channel, int bytes, Waiting waiting) throws IOException {
        channel.configureBlocking(waiting == Waiting.BLOCK);
        this.channel = channel;
        this.waiting = waiting;
        this.out = ByteBuffer.allocateDirect(bytes);
        this.in = ByteBuffer.allocateDirect(bytes);
        this.selector = waiting == Waiting.SELECT || waiting == Waiting.SELECT_NOW ? Selector.open() : null;
        if (selector != null) {
            channel.register(selector, SelectionKey.OP_READ);
        }
    }

    @Override
    public void send(long number) throws IOException {
        out.clear();
        out.putLong(0, number);
        do {
            channel.write(out);
        } while (out.hasRemaining());
    }

    @Override
    public long receive() throws IOException {
        in.clear();
        do {
            if (selector != null) {
                awaitReadable(selector);
            }
            int read = channel.read(in);
            if (read < 0) {
                throw PeerLiveness.gone();
            }
            if (read == 0) {
                liveness.turn();
            }
        } while (in.hasRemaining());
        return in.getLong(0);
    }

    private void awaitReadable(Selector selected) throws IOException {
        if (waiting == Waiting.SELECT) {
            while (selected.select(action) == 0) {
                // It returned without reason, or because of an interrupt.
                liveness.look();
            }
        } else {
            while (selected.selectNow(action) == 0) {
                liveness.turn();
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (selector != null) {
            selector.close();
        }
        channel.close();
    }
}
