package io.straggler.ping;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Messages over a stream of bytes, TCP or Unix domain, by spinning on reads that do not block. */
final class SpinningStream implements MessageChannel {
    private final SocketChannel channel;
    private final ByteBuffer out;
    private final ByteBuffer in;
    private final PeerLiveness liveness = new PeerLiveness(null);

    SpinningStream(SocketChannel channel, int bytes) throws IOException {
        channel.configureBlocking(false);
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
            int read = channel.read(in);
            if (read <= 0) {
                if (read < 0) {
                    throw PeerLiveness.gone();
                }
                liveness.turn();
            }
        } while (in.hasRemaining());
        return in.getLong(0);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
