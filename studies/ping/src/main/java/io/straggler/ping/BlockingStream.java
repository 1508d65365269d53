package io.straggler.ping;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Messages over a stream of bytes by reads that block. */
final class BlockingStream implements MessageChannel {
    private final SocketChannel channel;
    private final ByteBuffer out;
    private final ByteBuffer in;

    BlockingStream(SocketChannel channel, int bytes) throws IOException {
        channel.configureBlocking(true);
        this.channel = channel;
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
            if (channel.read(in) < 0) {
                throw PeerLiveness.gone();
            }
        } while (in.hasRemaining());
        return in.getLong(0);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
