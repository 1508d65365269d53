package io.straggler.ping;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** Messages over a stream of bytes by a selector that says when there is something to read. */
final class SelectingStream implements MessageChannel {
    /** How the selector is asked. */
    enum Selection {
        /** {@link Selector#select}: the thread sleeps until there is something. */
        WAIT,
        /** {@link Selector#selectNow}, over and over. */
        SPIN
    }

    private final SocketChannel channel;
    private final Selection selection;
    private final Selector selector;
    private final ByteBuffer out;
    private final ByteBuffer in;
    private final PeerLiveness liveness = new PeerLiveness(null);

    /** One for all calls; and not the set of selected keys, which allocates for each key. */
    private final Consumer<SelectionKey> action = key -> {};

    SelectingStream(SocketChannel channel, int bytes, Selection selection) throws IOException {
        channel.configureBlocking(false);
        this.channel = channel;
        this.selection = selection;
        this.selector = Selector.open();
        channel.register(selector, SelectionKey.OP_READ);
        this.out = ByteBuffer.allocateDirect(bytes);
        this.in = ByteBuffer.allocateDirect(bytes);
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
            awaitReadable();
            if (channel.read(in) < 0) {
                throw PeerLiveness.gone();
            }
        } while (in.hasRemaining());
        return in.getLong(0);
    }

    private void awaitReadable() throws IOException {
        if (selection == Selection.WAIT) {
            while (selector.select(action) == 0) {
                // It returned without reason, or because of an interrupt.
                liveness.look();
            }
        } else {
            while (selector.selectNow(action) == 0) {
                liveness.turn();
            }
        }
    }

    @Override
    public void close() throws IOException {
        selector.close();
        channel.close();
    }
}
